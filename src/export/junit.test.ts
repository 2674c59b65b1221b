import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ContestantSummary, Summary } from '../summary.ts'
import { toJunit } from './junit.ts'
import { exampleEvaluation } from './testing/example-evaluation.ts'

/** The part of a summary that `toJunit` reads. */
function summaryOf(...names: string[]): Summary {
  const contestants = names.map(name => {
    const { model, prompt } = exampleEvaluation({ name })
    return { model, prompt, isBaseline: model.host === 'built-in' } as ContestantSummary
  })
  return { contestants } as Summary
}

describe('toJunit', () => {
  it('has a suite for each model and a test for each evaluation, which fails when the verdict is wrong', async () => {
    const rows = [
      exampleEvaluation({}),
      exampleEvaluation({ result: 'good', repeat: 2, rules: [] }),
      exampleEvaluation({ label: 'good', casePath: 'shop/list-orders-01-good.md' }),
      exampleEvaluation({ result: 'truncated', repeat: 3 }),
      exampleEvaluation({ name: 'baseline/always-good', result: 'good' }),
    ]
    assert.equal(
      (await Array.fromAsync(toJunit(summaryOf('vendor/model', 'baseline/always-good'), [rows]))).join(''),
      `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="security-bench" tests="4" failures="3">
  <testsuite name="vendor/model (default)" tests="4" failures="3">
    <testcase classname="shop.list-orders" name="shop/list-orders-03-bad.md" time="1.5"/>
    <testcase classname="shop.list-orders" name="shop/list-orders-03-bad.md (repeat 2)" time="1.5"><failure type="wrong" message="is bad, was called good"/></testcase>
    <testcase classname="shop.list-orders" name="shop/list-orders-01-good.md" time="1.5"><failure type="wrong" message="is good, was called bad, naming R1"/></testcase>
    <testcase classname="shop.list-orders" name="shop/list-orders-03-bad.md (repeat 3)" time="1.5"><failure type="truncated" message="is bad, gave no verdict: truncated"/></testcase>
  </testsuite>
</testsuites>
`,
    )
  })

  it('escapes names', async () => {
    const name = '"><script>&\u0000\u001b\u2028\ud800'
    const rows = [exampleEvaluation({ name, result: 'good', rules: ['R1"/>'] })]
    const text = (await Array.fromAsync(toJunit(summaryOf(name), [rows]))).join('')
    assert.match(text, /<testsuite name="&quot;&gt;&lt;script&gt;&amp;⟨U\+0000⟩⟨U\+001B⟩⟨U\+2028⟩\ufffd \(default\)"/)
    assert.match(text, /naming R1&quot;\/&gt;"/)
  })
})
