// Tests the page in a browser: by mouse, by keyboard, for screen readers, on a phone, in print, and without JavaScript.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { openBrowser, skipWithoutBrowser } from '../lib/testing/find-browser.ts'
import { exampleEvaluation, exampleSummary, renderExample } from './testing/example.ts'
import { EXAMPLE_WITNESS, exampleResults } from './testing/example-results.ts'
import { textOf, visitPage } from './testing/visit-page.ts'

const results = exampleResults(4)
// In the order of the database, not of the leaderboard.
const stored = results.answers.toSorted(
  (a, b) => a.casePath.localeCompare(b.casePath) || a.model.name.localeCompare(b.model.name) || a.repeat - b.repeat,
)
const content = await renderExample(stored, {
  summary: results.summary,
  proofOf: ({ label }) => ({ witnesses: label === 'bad' ? [EXAMPLE_WITNESS] : [] }),
})
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The violations that axe-core finds, as `rule: element`. */
async function axe(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate<string[]>(
    `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  )
}

const rows = (page: Page) => textOf(page, '#case-table tbody th a')
const hash = (page: Page) => page.evaluate<string>('location.hash')

describe('the page in a browser', { skip: skipWithoutBrowser() }, () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  it('runs without an error and makes no request', async () => {
    const { seen, ...did } = await visitPage(browser, content, rows)
    assert.equal(seen.length, 24)
    assert.deepEqual(did, { dialogs: 0, requests: [], stopped: [], pwned: false, errors: [] })
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has no violation of axe-core, in ${colorScheme}, with a case open and without`, async () => {
      // The policy of the page would not allow the script of axe-core.
      const options = { colorScheme, bypassCSP: true }
      const { seen } = await visitPage(browser, content, axe, options)
      assert.deepEqual(seen, [])
      const opened = await visitPage(
        browser,
        content,
        async page => {
          await page.waitForSelector('dialog[open] .answer')
          await page.evaluate(`for (const details of document.querySelectorAll('details')) details.open = true`)
          return axe(page)
        },
        { ...options, hash: '#case=shop/query-0-03-bad.md' },
      )
      assert.deepEqual(opened.seen, [])
    })
  }

  it('narrows the cases by search and filters, and puts them into the address', async () => {
    const { seen } = await visitPage(browser, content, async page => {
      await page.fill('[name=search]', 'query-2 BAD')
      const searched = await rows(page)
      await page.fill('[name=search]', '')
      await page.selectOption('[name=app]', 'clinic')
      await page.selectOption('[name=model]', 'vendor/three')
      await page.selectOption('[name=verdict]', 'refused')
      const refused = await rows(page)
      const address = await hash(page)
      await page.click('#reset')
      return { searched, refused, address, all: (await rows(page)).length, after: await hash(page) }
    })
    assert.deepEqual(seen, {
      searched: ['03', '04', '05', '06'].map(number => `query-2-${number}-bad`),
      refused: ['query-1-01-good'],
      address: '#model=vendor/three&app=clinic&verdict=refused',
      all: 24,
      after: '',
    })
  })

  it('shows the view of a link that is followed', async () => {
    const { seen } = await visitPage(
      browser,
      content,
      async page => ({
        rows: (await rows(page)).length,
        model: await page.inputValue('[name=model]'),
        sorted: await textOf(page, '.case-table [aria-sort]'),
      }),
      { hash: '#model=vendor/two&right=wrong&sort=-label' },
    )
    const wrong = results.answers.filter(
      ({ model, label, verdict }) => model.name === 'vendor/two' && verdict.result !== label,
    )
    assert.deepEqual(seen, { rows: wrong.length, model: 'vendor/two', sorted: ['Label'] })
  })

  it('sorts by any column, ascending and descending', async () => {
    const { seen } = await visitPage(browser, content, async page => {
      const orders: Record<string, boolean> = {}
      for (const table of [
        'leaderboard-table',
        'measure-table',
        'category-map',
        'application-map',
        'comparison-table',
        'hardest',
      ]) {
        const before = await textOf(page, `#${table} tbody`)
        for (const button of await page.$$(`#${table} thead button`)) {
          await button.click()
          await button.click()
        }
        const headers = await page.$$(`#${table} thead th`)
        const sorted = await page.$$(`#${table} thead [aria-sort]`)
        orders[table] = headers.length === (await page.$$(`#${table} thead button`)).length && sorted.length === 1
        assert.equal((await textOf(page, `#${table} tbody`)).length, before.length)
      }
      await page.click('#leaderboard-table thead th:nth-child(6) button')
      const alarms = await textOf(page, '#leaderboard-table .ranked tr .name')
      const address = await hash(page)
      await page.click('.case-table .column-right button')
      const fewest = (await textOf(page, '#case-table .hits'))[0]
      await page.click('.case-table .column-right button')
      return { orders, alarms, address, fewest, most: (await textOf(page, '#case-table .hits'))[0] }
    })
    assert.deepEqual(Object.values(seen.orders), Array(6).fill(true), JSON.stringify(seen.orders))
    assert.deepEqual(seen.alarms, ['vendor/three', 'vendor/two', 'vendor/one'])
    assert.equal(seen.address, '#order=leaderboard-table.5.descending')
    assert.ok((seen.fewest ?? '') < (seen.most ?? ''), `${seen.fewest} ${seen.most}`)
  })

  it('opens a case by its address, with code, proof and every verdict', async () => {
    const { seen } = await visitPage(
      browser,
      content,
      async page => {
        await page.waitForSelector('dialog[open] .answer')
        return {
          title: await textOf(page, '#case-title'),
          coloured: (await textOf(page, '.code .hljs-keyword')).slice(0, 2),
          proof: await textOf(page, '.witness > p'),
          names: await textOf(page, '.answer .name'),
          small: (await textOf(page, '.answer .small'))[0],
        }
      },
      { hash: '#case=shop/query-0-03-bad.md' },
    )
    assert.deepEqual(seen, {
      title: ['shop/query-0-03-bad.md'],
      coloured: ['SELECT', 'AS'],
      proof: [
        'R1 breaks. ann called list-orders with order_id = 7 and got 1 row instead of 0, because of row 7 of orders, which R1 hides from ann.',
      ],
      names: ['vendor/one', 'vendor/two', 'vendor/three', 'baseline/coin'],
      small: '1.2 s · $0.0010 · 4,000 + 120 tokens · by Somewhere',
    })
  })

  it('says of a good case that it is meant to look wrong, and by what', async () => {
    const about = async (hash: string) =>
      (
        await visitPage(
          browser,
          content,
          async page => {
            await page.waitForSelector('dialog[open] .answer')
            return textOf(page, 'dialog .description')
          },
          { hash },
        )
      ).seen.map(text => text.trim())
    assert.deepEqual(await about('#case=shop/query-0-02-good.md'), [
      'What query 0 does.',
      'Meant to look wrong: Seems to show query-0 to everybody.',
    ])
    assert.deepEqual(await about('#case=shop/query-0-03-bad.md'), ['What query 0 does.'])
  })

  it('says so when an address names a case that is not there', async () => {
    const { seen, errors } = await visitPage(
      browser,
      content,
      async page => {
        await page.waitForSelector('dialog[open]')
        return textOf(page, 'dialog .text')
      },
      { hash: '#case=<img src=x onerror=alert(1)>' },
    )
    assert.deepEqual(seen, ['This report has no case <img src=x onerror=alert(1)>.'])
    assert.deepEqual(errors, [])
  })

  it('works by keyboard alone: search, open, next, close, and the focus returns to the row', async () => {
    const { seen } = await visitPage(browser, content, async page => {
      await page.keyboard.press('/')
      await page.keyboard.type('query-3')
      const searched = (await rows(page)).length
      const titles: string[] = []
      const title = async () => {
        await page.waitForTimeout(50)
        titles.push((await textOf(page, 'dialog[open] #case-title'))[0] ?? '')
      }
      await page.focus('#case-table tbody tr:nth-child(2) a')
      await page.keyboard.press('Enter')
      await page.waitForSelector('dialog[open] .answer')
      await title()
      await page.keyboard.press('ArrowRight')
      await title()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('ArrowLeft')
      await title()
      await page.keyboard.press('Escape')
      await title()
      return {
        searched,
        titles,
        focused: await page.evaluate('document.activeElement.textContent'),
        address: await hash(page),
      }
    })
    assert.deepEqual(seen, {
      searched: 6,
      titles: ['clinic/query-3-02-good.md', 'clinic/query-3-03-bad.md', 'clinic/query-3-01-good.md', ''],
      focused: 'query-3-01-good',
      address: '#search=query-3',
    })
  })

  it('goes back from a case to the list with the browser’s own button', async () => {
    const { seen } = await visitPage(browser, content, async page => {
      await page.click('#case-table tbody tr:first-child a')
      await page.waitForSelector('dialog[open] .answer')
      await page.goBack()
      await page.waitForSelector('dialog:not([open])', { state: 'attached' })
      return (await rows(page)).length
    })
    assert.equal(seen, 24)
  })

  it('links from a cell of a heat map to its cases', async () => {
    const { seen } = await visitPage(browser, content, async page => {
      await page.click('#application-map tbody tr:first-child td:nth-child(3) a')
      return { address: await hash(page), rows: (await rows(page)).length }
    })
    assert.deepEqual(seen, { address: '#model=vendor/one&app=shop', rows: 12 })
  })

  it('has leaderboard, charts and cases without JavaScript', async () => {
    const { seen } = await visitPage(
      browser,
      content,
      async page => ({
        leaderboard: await page.$$eval('.leaderboard tbody .name', list => list.length),
        charts: await page.$$eval('svg.chart', list => list.length),
        cases: await page.$$eval('.plain tbody tr', list => list.length),
        filters: await page.isVisible('#filters'),
      }),
      { javaScriptEnabled: false },
    )
    assert.deepEqual(seen, { leaderboard: 4, charts: 4, cases: 24, filters: false })
  })

  it('prints the scores, and of an open case the case', async () => {
    const { seen } = await visitPage(browser, content, async page => {
      const isShown = (selector: string) => page.isVisible(selector)
      await page.emulateMedia({ media: 'print' })
      const scores = [await isShown('.leaderboard'), await isShown('#filters'), await isShown('#case-table')]
      await page.evaluate(`location.hash = 'case=shop/query-0-03-bad.md'`)
      await page.waitForSelector('dialog[open] .answer')
      return { scores, opened: [await isShown('.leaderboard'), await isShown('dialog .answer')] }
    })
    assert.deepEqual(seen, { scores: [true, false, true], opened: [false, true] })
  })

  it('fits a screen of 360 pixels, whatever the length of words', async () => {
    const word = 'x'.repeat(3000)
    const long = exampleEvaluation({
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
    const pages = [content, await renderExample([long], { summary: exampleSummary([long]), title: word })]
    for (const [nth, page] of pages.entries()) {
      const widths = [360, 768, 1280]
      const { seen } = await visitPage(browser, page, async page => {
        const found: number[] = []
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          found.push(await page.evaluate<number>('document.documentElement.scrollWidth'))
        }
        await page.setViewportSize({ width: 360, height: 800 })
        await page.click('#case-table tbody a')
        await page.waitForSelector('dialog[open] .answer')
        const dialog = await page.evaluate<number>(`document.querySelector('dialog').scrollWidth`)
        return { found, dialog }
      })
      assert.deepEqual(seen, { found: widths, dialog: 360 }, `page ${nth}`)
    }
  })

  it('works with screen readers: language, landmarks, headings in order, captions, headers, unique ids', async () => {
    const { seen } = await visitPage(browser, content, async page => ({
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
      repeatedIds: await page.evaluate(
        `[...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) !== index)`,
      ),
      brokenLinks: await page.evaluate(
        `[...document.querySelectorAll('a')].map(link => link.getAttribute('href').slice(1)).filter(id => !id.includes('=') && !document.getElementById(id))`,
      ),
    }))
    const { headings, ...rest } = seen
    assert.deepEqual(rest, { language: 'en', landmarks: [1, 1, 1], tables: 0, repeatedIds: [], brokenLinks: [] })
    assert.equal(headings.filter(level => level === 1).length, 1)
    assert.ok(
      headings.every((level, index) => level <= (headings[index - 1] ?? 0) + 1),
      headings.join(' '),
    )
  })
})
