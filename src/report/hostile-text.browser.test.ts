// The text of models and cases may be hostile. A real browser must show it as text, and must not run or load anything.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, skipWithoutBrowser } from '../lib/testing/find-browser.ts'
import { exampleEvaluation, exampleSummary, renderExample } from './testing/example.ts'
import { EXAMPLE_WITNESS } from './testing/example-results.ts'
import { textOf, visitPage } from './testing/visit-page.ts'

/** Texts that would run or load something if they were read as HTML. Each sets `window.pwned` or requests a file. */
const attacks = [
  `<script>window.pwned = 1</script>`,
  `<img src=x onerror="window.pwned = 1">`,
  `<svg onload="window.pwned = 1"></svg>`,
  `<iframe src="http://attacker.example/"></iframe>`,
  `<style>@import url(http://attacker.example/a.css);</style>`,
  `<link rel=stylesheet href="http://attacker.example/b.css">`,
]

/** Text that tries to end the element around it, then an attack, then special text of templates, comments and terminals. */
function hostile(field: string): string {
  return `${field}"'></bdi></code></pre></td></table></noscript></dialog></title></style></textarea></script>${attacks.join('')}<meta http-equiv=refresh content="0;url=http://attacker.example/"><a href="javascript:alert(1)">x</a>" onmouseover="alert(1)" autofocus onfocus="alert(1)" ]]>--><!-- \${alert(1)} {{7*7}} &lt;b&gt; \u0000\u001b[31m\u202e\u2028`
}

function shown(field: string): string {
  return hostile(field).replace('\u0000\u001b[31m\u202e\u2028', '⟨U+0000⟩⟨U+001B⟩[31m⟨U+202E⟩⟨U+2028⟩')
}

const answer = exampleEvaluation({
  application: hostile('application'),
  query: hostile('query'),
  casePath: hostile('path'),
  language: hostile('language'),
  code: hostile('code'),
  codeHash: 'code',
  description: hostile('description'),
  violates: [hostile('violates')],
  prompt: hostile('prompt'),
  provider: hostile('provider'),
  servedModel: hostile('served'),
  finishReason: hostile('finish'),
  reply: hostile('reply'),
  sent: hostile('sent'),
  model: { name: hostile('model'), host: hostile('host'), parameters: hostile('parameters') },
  verdict: { explanation: hostile('explanation'), rules: [hostile('rule')] },
})
const page = await renderExample([answer], {
  title: hostile('title'),
  summary: {
    ...exampleSummary([answer]),
    applications: [hostile('application'), 'other'],
    categories: [hostile('category')],
  },
  texts: { specification: hostile('specification'), prompt: hostile('evaluation prompt') },
  proofOf: () => ({
    witnesses: [
      {
        ...EXAMPLE_WITNESS,
        call: { ...EXAMPLE_WITNESS.call, actor: hostile('actor') },
        got: { rows: [{ [hostile('result column')]: hostile('got') }], changes: [], rowCount: 1, changeCount: 0 },
        evidence: {
          rule: 'R1',
          kind: 'difference',
          hidden: [{ table: hostile('table'), row: { [hostile('column')]: hostile('value') }, columns: [] }],
          without: {
            error: { sqlState: '22000', message: hostile('error') },
            rows: [],
            changes: [],
            rowCount: 0,
            changeCount: 0,
          },
        },
      },
    ],
  }),
})

/** Opens the only case and unfolds everything in it. */
async function openAll(page: Page): Promise<void> {
  await page.click('#case-table tbody a')
  await page.waitForSelector('dialog[open] .answer')
  await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
}

describe('hostile text in a browser', { skip: skipWithoutBrowser() }, () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  // The policy would hide a mistake in the escaping, so the page has to be safe without the policy too.
  for (const bypassCSP of [false, true]) {
    it(`is shown as text, ${bypassCSP ? 'without' : 'with'} the page's policy`, async () => {
      const { seen, ...did } = await visitPage(
        browser,
        page,
        async page => {
          await page.hover('.leaderboard tbody th')
          await openAll(page)
          await page.hover('dialog .name')
          return {
            elements: await textOf(
              page,
              'img, iframe, object, embed, link, base, meta[http-equiv=refresh], svg script',
            ),
            scripts: await page.evaluate('document.scripts.length'),
            styles: (await textOf(page, 'style')).length,
            handlers: await page.evaluate(
              `[...document.querySelectorAll('*')].flatMap(element => element.getAttributeNames()).filter(name => name.startsWith('on'))`,
            ),
            links: await page.evaluate(
              `[...document.querySelectorAll('[href]')].map(element => element.getAttribute('href')).filter(link => !link.startsWith('#'))`,
            ),
          }
        },
        { bypassCSP },
      )
      // The index, a chunk, the texts, the highlighter and the script.
      assert.deepEqual(seen, { elements: [], scripts: 5, styles: 1, handlers: [], links: [] })
      assert.deepEqual(did, { dialogs: 0, requests: [], stopped: [], pwned: false, errors: [] })
    })
  }

  it('is shown whole, where it belongs', async () => {
    const places: Record<string, string[]> = {
      title: ['title', '.eyebrow span'],
      model: ['.leaderboard .name bdi', '.heat#application-map .name bdi', '.answer .name bdi'],
      host: ['.leaderboard th .small bdi:nth-of-type(1)'],
      parameters: ['.leaderboard th .small bdi:nth-of-type(2)'],
      prompt: ['.leaderboard th .small bdi:nth-of-type(3)'],
      application: ['#application-map thead th:nth-child(2) bdi', '#case-table td.app bdi'],
      category: ['#category-map thead bdi'],
      path: ['.case-table tbody a bdi', '#case-title bdi'],
      description: ['dialog .description'],
      violates: ['dialog .about div:nth-child(2) bdi'],
      language: ['dialog .about div:nth-child(3) bdi'],
      code: ['dialog .code code'],
      rule: ['.answer .reason bdi'],
      explanation: ['.answer .explanation'],
      specification: ['.exchange pre:nth-of-type(1)'],
      'evaluation prompt': ['.exchange pre:nth-of-type(2)'],
      sent: ['.exchange pre:nth-of-type(3)'],
      reply: ['.exchange pre:nth-of-type(4)'],
      column: ['.worlds div:nth-of-type(2) > .values dt'],
      value: ['.worlds div:nth-of-type(2) > .values dd'],
    }
    // A row is shown as JSON, which escapes NUL and ESC itself.
    const row = JSON.stringify({ [hostile('result column')]: hostile('got') })
    const rowShown = row.replaceAll('\u202e\u2028', '⟨U+202E⟩⟨U+2028⟩')
    const { seen } = await visitPage(browser, page, async page => {
      await openAll(page)
      const found: [string, string, string[]][] = []
      for (const [field, selectors] of Object.entries(places))
        for (const selector of selectors) found.push([field, selector, await textOf(page, selector)])
      const rows = [3, 4].map(nth => textOf(page, `.worlds div:nth-of-type(${nth}) > .rows li`))
      return { fields: found, rows: await Promise.all(rows) }
    })
    for (const [field, selector, texts] of seen.fields) assert.deepEqual(texts, [shown(field)], selector)
    assert.deepEqual(seen.rows, [[rowShown], [`error 22000: ${shown('error')}`]])
  })

  it('does nothing without JavaScript either', async () => {
    const { seen, ...did } = await visitPage(browser, page, page => textOf(page, '.plain tbody bdi'), {
      javaScriptEnabled: false,
    })
    assert.deepEqual(seen, [shown('path')])
    assert.deepEqual(did, { dialogs: 0, requests: [], stopped: [], pwned: false, errors: [] })
  })

  it('would be stopped by the policy if escaping missed it, and this test would notice', async () => {
    const look = async () => {}
    const holes = attacks.map(async attack => {
      const holed = page.replace('<main>', () => `<main>${attack}`)
      const open = await visitPage(browser, holed, look, { bypassCSP: true })
      assert.ok(open.pwned || open.requests.length > 0, `goes unnoticed: ${attack}`)
      const guarded = await visitPage(browser, holed, look)
      assert.equal(guarded.pwned, false, `runs: ${attack}`)
      // A request that the policy blocks is reported twice: as a request, and then as blocked.
      assert.deepEqual(guarded.requests, guarded.stopped, `asks for a file: ${attack}`)
    })
    await Promise.all(holes)
  })

  it('may be five megabytes long, and the page still opens', async () => {
    const long = exampleEvaluation({ verdict: { explanation: `start ${'<script>pwned=1</script>'.repeat(210_000)}` } })
    const { seen, ...did } = await visitPage(browser, await renderExample([long]), async page => {
      await openAll(page)
      const folded = (await textOf(page, '.explanation'))[0]?.length ?? 0
      await page.click('.explanation button')
      return { isFolded: folded < 1000, whole: (await textOf(page, '.explanation'))[0]?.length }
    })
    assert.deepEqual(seen, { isFolded: true, whole: long.verdict.explanation.length })
    assert.deepEqual(did, { dialogs: 0, requests: [], stopped: [], pwned: false, errors: [] })
  })

  it('is shown as text in highlighted code too', async () => {
    const code = `SELECT '</span><img src=x onerror="window.pwned = 1">' AS "a<b>&amp;" -- <script>window.pwned = 1</script>`
    const { seen, ...did } = await visitPage(
      browser,
      await renderExample([exampleEvaluation({ code })]),
      async page => {
        await openAll(page)
        return {
          code: (await textOf(page, 'dialog .code code'))[0],
          coloured: (await textOf(page, 'dialog .code .hljs-keyword')).length,
          images: (await textOf(page, 'img')).length,
        }
      },
    )
    assert.deepEqual(seen, { code, coloured: 2, images: 0 })
    assert.deepEqual(did, { dialogs: 0, requests: [], stopped: [], pwned: false, errors: [] })
  })
})
