import { mkdtempDisposableSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { openBrowser } from '../src/lib/testing/find-browser.ts'
import { type Bench, type Measured, median } from './tools/bench.ts'
import { fillResults } from './tools/fill-results.ts'
import { largeCorpus } from './tools/large-corpus.ts'
import { ROOT, runNode } from './tools/run-program.ts'

const MODELS = 20
const CASES = 5000
const VISITS = 5

export const bench: Bench = {
  measures: `a report of ${MODELS} models × ${CASES.toLocaleString('en')} cases, and its page in a browser`,
  when: 'always',
  async run() {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'security-bench-report-'))
    const corpus = largeCorpus({ applications: 8, cases: CASES })
    const models = Array.from({ length: MODELS }, (_, nth) => ({
      name: `vendor-${nth % 6}/model-${nth + 1}`,
      host: 'openrouter.ai',
      skill: 0.1 + (nth / MODELS) * 0.75,
      bias: ((nth % 5) - 2) / 10,
      silence: (nth % 4) / 100,
      price: 0.0005 * (nth + 1),
      latencyMs: 1500 + nth * 400,
    }))
    await fillResults(join(folder.path, 'results.db'), corpus, { models })
    const words = [
      join(ROOT, 'bin/security-bench.js'),
      'report',
      '--db',
      'results.db',
      '--out',
      'reports',
      '--tests',
      'none',
    ]
    const { wallMs, cpuMs, peakMb } = await runNode(words, { cwd: folder.path })
    const reports = join(folder.path, 'reports')
    const file = join(reports, readdirSync(reports).find(name => name.startsWith('report_')) ?? '')
    const note = `${(corpus.cases.length * MODELS).toLocaleString('en')} evaluations, ${(cpuMs / 1000).toFixed(1)} s CPU`
    return [
      { what: 'writing a report', value: wallMs / 1000, unit: 's', target: { most: 10 }, note },
      { what: 'its peak memory', value: peakMb, unit: 'MB', target: { most: 500 } },
      { what: 'the page', value: statSync(file).size / 1e6, unit: 'MB', target: { most: 15 } },
      ...(await visit(pathToFileURL(file).href)),
    ]
  },
}

async function visit(address: string): Promise<Measured[]> {
  await using browser = await openBrowser()
  const visits: { table: number; ready: number }[] = []
  const changes = new Map<string, number[]>()
  for (let nth = 0; nth < VISITS; nth++) {
    await using context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const page = await context.newPage()
    await page.addInitScript(WATCH)
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForSelector('html[data-ready]', { state: 'attached', timeout: 60_000 })
    visits.push(await page.evaluate('({ table: window.tableShown, ready: performance.now() })'))
    for (const [what, script] of Object.entries(CHANGES))
      changes.set(what, [...(changes.get(what) ?? []), await timeChange(page, script)])
  }
  const slowest = [...changes].map(([what, times]) => ({ what, ms: median(times) }))
  const note = `median of ${VISITS} visits`
  return [
    {
      what: 'the first table is visible',
      value: median(visits.map(({ table }) => table)) / 1000,
      unit: 's',
      target: { most: 1.5 },
      note,
    },
    { what: 'the cases are there', value: median(visits.map(({ ready }) => ready)) / 1000, unit: 's', note },
    ...slowest.map(({ what, ms }) => ({ what, value: ms, unit: 'ms', target: { most: 100 }, note })),
  ]
}

/** From the start of the visit until a frame was painted in which a row of the leaderboard stands on the screen. */
const WATCH = `
  (function look() {
    const row = document.querySelector('.leaderboard tbody tr')
    const box = row?.getBoundingClientRect()
    if (!box || box.height === 0 || box.top > innerHeight) return void requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => { window.tableShown = performance.now() }))
  })()`

const choose = (name: string, value: string) =>
  `const field = document.querySelector('[name=${name}]'); field.value = ${value}; field.dispatchEvent(new Event('input', { bubbles: true }))`

const CHANGES: Record<string, string> = {
  'filter by model': choose('model', 'field.options[3].value'),
  'filter by right or wrong': choose('right', '"wrong"'),
  'filter by application': choose('app', 'field.options[2].value'),
  'search of a word': choose('search', '"order"'),
  'all filters cleared': `document.querySelector('#reset').click()`,
  'sort of the cases': `document.querySelector('.column-right button').click()`,
  'sort of the cases, downwards': `document.querySelector('.column-right button').click()`,
  'sort of the leaderboard': `document.querySelector('#leaderboard-table th:nth-child(5) button').click()`,
}

/** Until the next frame is painted. */
function timeChange(page: Page, script: string): Promise<number> {
  return page.evaluate<number>(`new Promise(done => {
    const start = performance.now();
    ${script};
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
  })`)
}
