// What models and cases say is hostile. A real browser must show it as text, and do nothing else with it.

import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openBrowser, skipWithoutBrowser } from '../lib/testing/find-browser.ts'
import { renderReport } from './render-report.ts'
import { exampleEvaluation, exampleSummary } from './testing/example.ts'

/** What would run or load something if it were taken for HTML. Each sets `window.pwned` or asks for a file. */
const attacks = [
  `<script>window.pwned = 1</script>`,
  `<img src=x onerror="window.pwned = 1">`,
  `<svg onload="window.pwned = 1"></svg>`,
  `<iframe src="http://attacker.example/"></iframe>`,
  `<style>@import url(http://attacker.example/a.css);</style>`,
  `<link rel=stylesheet href="http://attacker.example/b.css">`,
]

/** Ends whatever it stands in, attacks, and adds what templates, comments and terminals would act upon. */
function hostile(field: string): string {
  return `${field}"'></bdi></code></pre></td></table></details></title></style></textarea>${attacks.join('')}<meta http-equiv=refresh content="0;url=http://attacker.example/"><a href="javascript:alert(1)">x</a>" onmouseover="alert(1)" autofocus onfocus="alert(1)" ]]>--><!-- \${alert(1)} {{7*7}} &lt;b&gt; \u0000\u001b[31m\u202e`
}

function shown(field: string): string {
  return hostile(field).replace('\u0000\u001b[31m\u202e', '⟨U+0000⟩⟨U+001B⟩[31m⟨U+202E⟩')
}

const hostileEvaluation = exampleEvaluation({
  application: hostile('application'),
  query: hostile('query'),
  casePath: hostile('path'),
  language: hostile('language'),
  code: hostile('code'),
  description: hostile('description'),
  violates: [hostile('violates')],
  prompt: hostile('prompt'),
  model: { name: hostile('model'), host: hostile('host'), parameters: hostile('parameters') },
  verdict: { explanation: hostile('explanation'), rules: [hostile('rule')] },
})

const hostileReport = renderReport({
  title: hostile('title'),
  generatedAt: new Date('2026-08-15T10:00:00Z'),
  summary: exampleSummary([hostileEvaluation]),
  evaluations: [hostileEvaluation],
})

describe('renderReport in a browser', { skip: skipWithoutBrowser() }, () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  /** Opens the page from a file, as a reader does, with all its cases open; tells what it did meanwhile. */
  async function visit<T>(
    content: string,
    look: (page: Page, address: string) => Promise<T>,
    options: BrowserContextOptions = {},
  ): Promise<{ seen: T; dialogs: number; requests: string[]; stopped: string[]; pwned: boolean }> {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'report-'))
    const file = join(folder.path, 'report.html')
    const address = pathToFileURL(file).href
    await writeFile(file, content)
    await using context = await browser.newContext(options)
    // Nothing leaves the machine, not even when the test finds what it looks for.
    await context.route(/^(?!file:)/, route => route.abort())
    const page = await context.newPage()
    const requests: string[] = []
    const stopped: string[] = []
    let dialogs = 0
    page.on('request', request => requests.push(request.url()))
    page.on('requestfailed', request => {
      if (request.failure()?.errorText === 'csp') stopped.push(request.url())
    })
    page.on('dialog', dialog => {
      dialogs++
      void dialog.dismiss()
    })
    await page.goto(address)
    await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
    const seen = await look(page, address)
    await page.waitForTimeout(100)
    const pwned = await page.evaluate<boolean>(`'pwned' in window`)
    return { seen, dialogs, requests: requests.filter(url => url !== address), stopped, pwned }
  }

  const textOf = (page: Page, selector: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].map(element => element.textContent)`,
    )

  // The POLICY alone would hide a hole in the escaping, so the page has to stand without it too.
  for (const bypassCSP of [false, true]) {
    it(`shows hostile text as text, ${bypassCSP ? 'without' : 'with'} its POLICY`, async () => {
      const { seen, ...did } = await visit(
        hostileReport,
        async page => {
          await page.hover('.leaderboard tbody th')
          await page.hover('.case .file')
          return {
            elements: await textOf(
              page,
              'script, img, iframe, object, embed, link, base, form, meta[http-equiv=refresh]',
            ),
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
      assert.deepEqual(seen, { elements: [], styles: 1, handlers: [], links: [] })
      assert.deepEqual(did, { dialogs: 0, requests: [], stopped: [], pwned: false })
    })
  }

  it('shows hostile text whole, where it belongs', async () => {
    const places: Record<string, string[]> = {
      title: ['title', 'h1'],
      model: ['.leaderboard .name bdi', '.by-application .name bdi', '.verdicts .name bdi'],
      host: ['.leaderboard th .small bdi:nth-of-type(1)', '.verdicts th .small bdi:nth-of-type(1)'],
      parameters: ['.leaderboard th .small bdi:nth-of-type(2)', '.verdicts th .small bdi:nth-of-type(2)'],
      prompt: ['.leaderboard th .small bdi:nth-of-type(3)', '.verdicts th .small bdi:nth-of-type(3)'],
      application: ['.by-application thead bdi', '.application h3 bdi'],
      query: ['.query h4 bdi'],
      path: ['.case .file', '.case .about a bdi', '.verdicts caption bdi'],
      description: ['.case .description'],
      violates: ['.case .about div:nth-child(3) bdi'],
      language: ['.case .about div:nth-child(4) bdi'],
      code: ['.case pre code'],
      rule: ['.verdicts td:nth-child(3) bdi'],
      explanation: ['.verdicts .explanation'],
    }
    const { seen } = await visit(hostileReport, async page => {
      const found: [string, string, string[]][] = []
      for (const [field, selectors] of Object.entries(places))
        for (const selector of selectors) found.push([field, selector, await textOf(page, selector)])
      return found
    })
    for (const [field, selector, texts] of seen) assert.deepEqual(texts, [shown(field)], selector)
  })

  it('has a POLICY that stops what escaping might miss, and a test that would notice', async () => {
    const look = async () => {}
    const holes = attacks.map(async attack => {
      const holed = hostileReport.replace('<main>', () => `<main>${attack}`)
      const open = await visit(holed, look, { bypassCSP: true })
      assert.ok(open.pwned || open.requests.length > 0, `goes unnoticed: ${attack}`)
      const guarded = await visit(holed, look)
      assert.equal(guarded.pwned, false, `runs: ${attack}`)
      // What the POLICY stops is reported as a request, and then as stopped.
      assert.deepEqual(guarded.requests, guarded.stopped, `asks for a file: ${attack}`)
    })
    await Promise.all(holes)
  })

  it('fits a screen of 360 pixels, whatever the length of words', async () => {
    const word = 'x'.repeat(3000)
    const evaluation = exampleEvaluation({
      application: word,
      query: word,
      casePath: word,
      language: word,
      code: word,
      description: word,
      violates: [word],
      prompt: word,
      model: { name: word, host: word, parameters: word },
      verdict: { explanation: word, rules: [word] },
    })
    for (const evaluations of [[exampleEvaluation()], [evaluation], [hostileEvaluation]]) {
      const page = renderReport({
        title: evaluations[0]?.application ?? '',
        generatedAt: new Date(0),
        summary: exampleSummary(evaluations),
        evaluations,
      })
      const widths = [360, 768, 1280]
      const { seen } = await visit(page, async page => {
        const found: number[] = []
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          found.push(await page.evaluate<number>('document.documentElement.scrollWidth'))
        }
        return found
      })
      assert.deepEqual(seen, widths)
    }
  })

  it('opens a case whose address is followed', async () => {
    const evaluations = [exampleEvaluation(), exampleEvaluation({ casePath: 'shop/list-orders-04-bad.md' })]
    const report = renderReport({ generatedAt: new Date(0), summary: exampleSummary(evaluations), evaluations })
    const { seen } = await visit(report, async (page, address) => {
      await page.goto('about:blank')
      await page.goto(`${address}#case=shop/list-orders-04-bad.md`)
      return await textOf(page, 'details[open] > summary .file')
    })
    assert.deepEqual(seen, ['list-orders-04-bad.md'])
  })

  it('can be read by ear: language, landmarks, headings in order, captions, headers, unique ids', async () => {
    const { seen } = await visit(hostileReport, async page => ({
      language: await page.evaluate('document.documentElement.lang'),
      landmarks: await page.evaluate(
        `['header', 'main', 'footer'].map(name => document.querySelectorAll('body > ' + name).length)`,
      ),
      headings: await page.evaluate<number[]>(
        `[...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(heading => Number(heading.tagName[1]))`,
      ),
      tables: await page.evaluate(
        `[...document.querySelectorAll('table')].filter(table => !table.caption?.textContent || table.querySelector('th:not([scope])')).length`,
      ),
      details: await page.evaluate(
        `[...document.querySelectorAll('details')].filter(details => details.firstElementChild.tagName !== 'SUMMARY').length`,
      ),
      repeatedIds: await page.evaluate(
        `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) !== index)`,
      ),
      brokenLinks: await page.evaluate(
        `[...document.querySelectorAll('a')].map(link => link.getAttribute('href').slice(1)).filter(id => !document.getElementById(id))`,
      ),
    }))
    const { headings, ...rest } = seen
    assert.deepEqual(rest, {
      language: 'en',
      landmarks: [1, 1, 1],
      tables: 0,
      details: 0,
      repeatedIds: [],
      brokenLinks: [],
    })
    assert.equal(headings.filter(level => level === 1).length, 1)
    assert.ok(
      headings.every((level, index) => level <= (headings[index - 1] ?? 0) + 1),
      headings.join(' '),
    )
  })
})
