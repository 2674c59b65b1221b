import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Evaluation } from '../domain.ts'
import type { Summary } from '../summary.ts'
import { renderReport } from './render-report.ts'
import { exampleEvaluation, exampleMeasure, exampleScore, exampleSummary } from './testing/example.ts'

const generatedAt = new Date('2026-08-15T10:00:00Z')

function render(evaluations: Evaluation[], summary: Summary = exampleSummary(evaluations)): string {
  return renderReport({ generatedAt, summary, evaluations })
}

/** The page as a reader sees it: no tags, no style, single spaces. */
function textOf(page: string): string {
  return page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

describe('renderReport', () => {
  it('shows the leader, the floor and every number of the leaderboard', () => {
    const evaluations = [exampleEvaluation(), exampleEvaluation({ model: { name: 'baseline/coin', host: 'built-in' } })]
    const summary = exampleSummary(evaluations)
    const [, baseline] = summary.contestants
    if (baseline) baseline.score = exampleScore({ balancedAccuracy: exampleMeasure(0.5) })
    const text = textOf(render(evaluations, summary))
    assert.match(text, /vendor\/model leads with 70\.0% \(95% interval 60\.0–80\.0%\) balanced accuracy\./)
    assert.match(text, /The best baseline, baseline\/coin, has 50\.0%/)
    assert.match(
      text,
      /vendor\/model models\.example · prompt default 70\.0% 60\.0–80\.0% 75\.0% 65\.0–85\.0% 90\.0% .* 50\.0% 40\.0–60\.0% 100\.0% 1 12 queries/,
    )
    assert.match(text, /baseline\/coin baseline built-in/)
    assert.match(text, /2026-08-15 10:00 UTC/)
  })

  it('says so when no model beats the baselines, or only they took part, or there is no balanced accuracy', () => {
    const model = exampleEvaluation()
    const baseline = exampleEvaluation({ model: { name: 'baseline/coin' } })
    assert.match(textOf(render([model, baseline])), /No model does better than a baseline\./)
    assert.match(textOf(render([baseline])), /Only the built-in baselines took part/)
    const none = exampleSummary([model], exampleScore({ balancedAccuracy: null, falseAlarms: null }))
    const text = textOf(render([model], none))
    assert.match(text, /There is no balanced accuracy/)
    assert.doesNotMatch(text, /NaN|null|undefined/)
  })

  it('names what was not answered', () => {
    const results = { good: 0, bad: 7, refused: 2, truncated: 0, unreadable: 1, empty: 0 }
    const evaluation = exampleEvaluation({ verdict: { result: 'refused', explanation: '', rules: [] } })
    const text = textOf(
      render([evaluation], exampleSummary([evaluation], exampleScore({ results, answeredShare: 0.7 }))),
    )
    assert.match(text, /70\.0% 2 refused, 1 unreadable/)
    assert.match(text, /○ wrong no answer: refused/)
    assert.match(text, /0 of 1 right/)
  })

  it('warns of fewer than ten queries, and not of ten', () => {
    const evaluation = exampleEvaluation()
    const withQueries = (queries: number) =>
      textOf(render([evaluation], exampleSummary([evaluation], exampleScore({ queries }))))
    assert.match(withQueries(9), /This report rests on 9 queries/)
    assert.doesNotMatch(withQueries(10), /rests on/)
  })

  it('shows each case with its verdicts, in the order of the leaderboard', () => {
    const wrong = exampleEvaluation({
      model: { name: 'a-model' },
      verdict: { result: 'good', rules: [], explanation: 'Fine.' },
    })
    const right = exampleEvaluation({ model: { name: 'z-model' }, repeat: 2, prompt: 'attacker' })
    const text = textOf(render([wrong, right], exampleSummary([right, wrong])))
    assert.match(
      text,
      /Lists orders of every tenant\. Case shop\/list-orders-03-bad\.md Label bad Rules broken R1 Language sql SELECT \* FROM orders;/,
    )
    assert.match(
      text,
      /z-model models\.example · prompt attacker ✓ right said bad R1 No tenant filter\. 2 1\.2 s a-model models\.example · prompt default ✗ wrong said good – Fine\. 1 1\.2 s/,
    )
    assert.match(text, /bad list-orders-03-bad\.md 1 of 2 right/)
  })

  it('takes a contestant for right only when all its repeats are', () => {
    const repeats = [
      exampleEvaluation({ repeat: 1 }),
      exampleEvaluation({ repeat: 2, verdict: { result: 'good' } }),
      exampleEvaluation({ model: { name: 'steady' } }),
    ]
    assert.match(textOf(render(repeats)), /1 of 2 right/)
  })

  it('shows an edited case as two, each with its own code and address', () => {
    const page = render([
      exampleEvaluation({ id: 2, code: 'SELECT new', timestamp: '2026-08-15T00:00:00.000Z' }),
      exampleEvaluation({ id: 1, code: 'SELECT old' }),
    ])
    assert.match(textOf(page), /version 1 of 2 .*SELECT old.*version 2 of 2 .*SELECT new/)
    assert.match(page, /id="case=shop\/list-orders-03-bad\.md"/)
    assert.match(page, /id="case=shop\/list-orders-03-bad\.md~2"/)
  })

  it('joins lines of a description that were wrapped by hand, and keeps lists', () => {
    const page = render([exampleEvaluation({ description: 'One\nsentence.\n\n- a point\n- another\n\nEnd.' })])
    assert.ok(page.includes('One sentence.\n\n- a point\n- another\n\nEnd.'))
  })

  it('shortens a very long explanation and says so', () => {
    const page = render([exampleEvaluation({ verdict: { explanation: `start ${'x'.repeat(5_000_000)}` } })])
    assert.ok(page.length < 100_000)
    assert.match(textOf(page), /4,980,006 more characters are not shown here/)
  })

  it('allows its own style sheet and nothing else, and makes no request', () => {
    const page = render([exampleEvaluation()])
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    assert.ok(
      page.includes(
        `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;"`,
      ),
    )
    assert.doesNotMatch(page, /<script|<link|<img|\ssrc=|\sstyle=|@import|url\(/)
  })

  it('does not give away where on the machine the corpus lay', () => {
    assert.doesNotMatch(render([exampleEvaluation()]), /home|someone/)
  })
})
