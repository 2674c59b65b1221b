import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { openPageData as dataOf } from '../lib/testing/open-page-data.ts'
import type { Score } from '../summary.ts'
import type { ReportedAnswer } from './pack/answered-case.ts'
import type { CaseDetail, PageIndex } from './page-data.ts'
import { exampleEvaluation, exampleMeasure, exampleScore, exampleSummary, renderExample } from './testing/example.ts'

/** The page as a reader sees it: no tags, no style, no scripts, single spaces. */
function textOf(page: string): string {
  return page
    .replace(/<(style|script)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

/** The cells of the table of all measures, by the titles of its columns. */
function measureColumns(page: string): Map<string, string[]> {
  const table = /<table class="measures".*?<\/table>/s.exec(page)?.[0] ?? ''
  const [titles = [], ...rows] = [...table.matchAll(/<tr.*?<\/tr>/gs)].map(([row]) =>
    [...row.matchAll(/<t[hd].*?<\/t[hd]>/gs)].map(([cell]) => textOf(cell).trim()),
  )
  return new Map(titles.map((title, place) => [title, rows.map(cells => cells[place] ?? '')]))
}

async function detailsOf(
  evaluations: ReportedAnswer[],
  given = {},
): Promise<{ index: PageIndex; details: CaseDetail[] }> {
  const page = await renderExample(evaluations, given)
  const index = dataOf<PageIndex>(page, 'index')
  return { index, details: dataOf<CaseDetail[]>(page, 'chunk-0') }
}

describe('renderReport', () => {
  it('shows the leader, the best baseline and every number of the leaderboard', async () => {
    const evaluations = [exampleEvaluation(), exampleEvaluation({ model: { name: 'baseline/coin', host: 'built-in' } })]
    const summary = exampleSummary(evaluations)
    const [model, baseline] = summary.contestants
    if (model) model.rank = 1
    if (baseline) baseline.score = exampleScore({ balancedAccuracy: exampleMeasure(0.5) })
    const text = textOf(await renderExample(evaluations, { summary }))
    assert.match(text, /vendor\/model leads with 70\.0% balanced accuracy/)
    assert.match(text, /Its 95% interval is 60\.0–80\.0%\. The best baseline, baseline\/coin , has 50\.0%/)
    assert.match(
      text,
      /1 vendor\/model models\.example 70\.0% 60\.0–80\.0% 90\.0% .* 50\.0% 40\.0–60\.0% 60\.0% 50\.0–70\.0% 100\.0% – 1\.2 s 95%: 1\.2 s/,
    )
    assert.match(text, /Baselines: what needs no understanding baseline\/coin built-in/)
    assert.match(text, /2026-08-15 10:00 UTC/)
  })

  it('shows all other measures, what always saying “bad” has, and what each measure means', async () => {
    const evaluation = exampleEvaluation()
    const pageWith = (given: Partial<Score>) =>
      renderExample([evaluation], { summary: exampleSummary([evaluation], exampleScore(given)) })
    const page = await pageWith({ mcc: exampleMeasure(-0.4) })
    const columns = measureColumns(page)
    assert.deepEqual(columns.get('MCC'), ['−0.40 −0.50 to −0.30', '0.00'])
    assert.equal(columns.has('False alarms on decoys'), false, 'no score has it')
    assert.deepEqual(columns.get('Accuracy'), ['75.0% 65.0–85.0%', '66.7%'])
    assert.deepEqual(columns.get('Pairs right'), ['50.0% 40.0–60.0%', '0.0%'])
    assert.deepEqual(columns.get('Rules named'), ['1.20', ''])
    assert.deepEqual(columns.get('Without one application'), ['–', ''])
    assert.match(textOf(page), / Pairs right A good and a bad case of the same query both judged right/)
    assert.equal(columns.has('Kappa'), false)
    assert.equal(measureColumns(await pageWith({ agreement: exampleMeasure(0.9) })).has('Kappa'), true)
  })

  it('says so when no model beats the baselines, or only they took part, or there is no balanced accuracy', async () => {
    const model = exampleEvaluation()
    const baseline = exampleEvaluation({ model: { name: 'baseline/coin' } })
    assert.match(textOf(await renderExample([model, baseline])), /No model does better than a baseline\./)
    assert.match(textOf(await renderExample([baseline])), /Only the built-in baselines took part/)
    const summary = exampleSummary([model], exampleScore({ balancedAccuracy: null, falseAlarms: null }))
    const text = textOf(await renderExample([model], { summary }))
    assert.match(text, /There is no balanced accuracy/)
    assert.doesNotMatch(text, /NaN|null|undefined/)
  })

  it('says how many share the first rank, and who was asked other cases', async () => {
    const evaluations = ['a', 'b', 'c'].map(name => exampleEvaluation({ model: { name } }))
    const summary = exampleSummary(evaluations)
    const [a, b, c] = summary.contestants
    if (!a || !b || !c) throw new Error('three contestants')
    a.rank = 1
    b.rank = 1
    b.score = exampleScore({ balancedAccuracy: exampleMeasure(0.6) })
    c.score = exampleScore({ balancedAccuracy: exampleMeasure(0.5) })
    c.coverage = { shared: 3, of: 10, beyond: 2 }
    const text = textOf(await renderExample(evaluations, { summary }))
    assert.match(text, /One other model is not significantly worse\./)
    assert.match(text, /Not ranked: asked other cases c models\.example asked 3 of the 10 ranked cases and 2 others/)
  })

  it('names what was not answered', async () => {
    const results = { good: 0, bad: 7, refused: 2, truncated: 0, unreadable: 1, empty: 0 }
    const evaluation = exampleEvaluation({ verdict: { result: 'refused', explanation: '', rules: [] } })
    const score = exampleScore({ results, answeredShare: 0.7, evaluations: 10, answered: 7 })
    const text = textOf(await renderExample([evaluation], { summary: exampleSummary([evaluation], score) }))
    assert.match(text, /70\.0% 3 without/)
    assert.match(text, /70\.0–70\.0% 2 refused, 1 unreadable/)
  })

  it('warns of fewer than ten queries, and not of ten', async () => {
    const evaluation = exampleEvaluation()
    const withQueries = async (queries: number) =>
      textOf(await renderExample([evaluation], { summary: exampleSummary([evaluation], exampleScore({ queries })) }))
    assert.match(await withQueries(9), /This report rests on 9 queries/)
    assert.doesNotMatch(await withQueries(10), /rests on/)
  })

  it('has a table of cases for readers without JavaScript', async () => {
    const wrong = exampleEvaluation({ model: { name: 'a-model' }, verdict: { result: 'good' } })
    const right = exampleEvaluation({ model: { name: 'z-model' } })
    const silent = exampleEvaluation({ model: { name: 'q-model' }, verdict: { result: 'refused' } })
    const page = await renderExample([wrong, right, silent], { summary: exampleSummary([right, wrong, silent]) })
    const plain = /<noscript>(.*)<\/noscript>/s.exec(page)?.[1] ?? ''
    assert.match(textOf(plain), /shop\/list-orders-03-bad\.md bad 1 of 3 ✓✗○/)
  })

  it('carries each case with its verdicts, in the order of the leaderboard', async () => {
    const wrong = exampleEvaluation({
      model: { name: 'a-model' },
      verdict: { result: 'good', rules: [], explanation: 'Fine.' },
    })
    const right = exampleEvaluation({
      model: { name: 'z-model' },
      repeat: 2,
      prompt: 'attacker',
      provider: 'Somewhere',
    })
    const { index, details } = await detailsOf([wrong, right], { summary: exampleSummary([right, wrong]) })
    assert.deepEqual(index.contestants, [
      { name: 'z-model', isBaseline: false },
      { name: 'a-model', isBaseline: false },
    ])
    const [one] = index.cases
    assert.equal(one?.path, 'shop/list-orders-03-bad.md')
    assert.equal(one?.verdicts, 'b,g')
    assert.equal(details[0]?.code, 'SELECT * FROM orders;')
    const { contestant, result, rules, provider, cost } = details[0]?.answers ?? {}
    assert.deepEqual(
      { contestant, result, rules, provider, cost },
      {
        contestant: [0, 1],
        result: ['good', 'bad'],
        rules: [[], ['R1']],
        provider: [null, 'Somewhere'],
        cost: undefined,
      },
    )
    assert.deepEqual(index.places, [1, 0])
  })

  it('shows an edited case as two, each with its own code and address', async () => {
    const { index, details } = await detailsOf([
      exampleEvaluation({ id: 2, code: 'SELECT new', timestamp: '2026-08-15T00:00:00.000Z' }),
      exampleEvaluation({ id: 1, code: 'SELECT old' }),
    ])
    assert.deepEqual(
      index.cases.map(({ id, version, at }) => [id, version, details[at]?.code]),
      [
        ['shop/list-orders-03-bad.md', 'version 1 of 2', 'SELECT old'],
        ['shop/list-orders-03-bad.md~2', 'version 2 of 2', 'SELECT new'],
      ],
    )
  })

  it('joins lines of a description that were wrapped by hand, and keeps lists', async () => {
    const { index } = await detailsOf([
      exampleEvaluation({ description: 'One\nsentence.\n\n- a point\n- another\n\nEnd.' }),
    ])
    assert.equal(index.cases[0]?.description, 'One sentence.\n\n- a point\n- another\n\nEnd.')
  })

  it('keeps requests and replies in a full report, and only there', async () => {
    const answer = exampleEvaluation({ reply: '{"assessment":"bad"}', sent: '{"temperature":0}' })
    const texts = { specification: 'The rules.', prompt: 'Judge.' }
    const full = await renderExample([answer], { texts })
    assert.equal(dataOf<CaseDetail[]>(full, 'chunk-0')[0]?.answers.reply?.[0], '{"assessment":"bad"}')
    assert.deepEqual(dataOf(full, 'texts'), texts)
    const plain = await renderExample([exampleEvaluation()])
    assert.doesNotMatch(plain, /id="texts"/)
  })

  it('allows its own style and scripts by their hashes and nothing else, and makes no request', async () => {
    const page = await renderExample([exampleEvaluation()])
    const hashOf = (text = '') => `&#39;sha256-${createHash('sha256').update(text).digest('base64')}&#39;`
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1]
    const scripts = [...page.matchAll(/<script type="module">(.*?)<\/script>/gs)].map(([, text]) => text)
    assert.equal(scripts.length, 2)
    assert.ok(
      page.includes(
        `content="default-src &#39;none&#39;; script-src ${scripts.map(hashOf).join(' ')}; style-src ${hashOf(style)}; base-uri &#39;none&#39;; form-action &#39;none&#39;; require-trusted-types-for &#39;script&#39;; trusted-types &#39;none&#39;"`,
      ),
    )
    assert.doesNotMatch(page.replace(/<script.*?<\/script>/gs, ''), /<link|<img|\ssrc=|\sstyle=|@import|url\(/)
  })
})
