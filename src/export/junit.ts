// JUnit XML for CI: a suite for each contestant, and a test for each of its evaluations. A test fails when the verdict is not
// the label. The format is the one that most tools read (https://github.com/testmoapp/junitxml). Baselines are left out,
// because they are expected to fail.

import type { Evaluation } from '../domain.ts'
import { makeVisible } from '../lib/text/hidden-characters.ts'
import { contestantKey, type Summary } from '../summary.ts'

interface Suite {
  name: string
  tests: string[]
  failures: number
}

/** Collects the evaluations, which come in batches, and yields the lines of the file. */
export async function* toJunit(
  { contestants }: Summary,
  batches: AsyncIterable<Evaluation[]> | Iterable<Evaluation[]>,
): AsyncGenerator<string> {
  const suites = new Map<string, Suite>()
  for (const contestant of contestants) {
    if (contestant.isBaseline) continue
    const { model, prompt } = contestant
    const isAlone = contestants.filter(other => other.model.name === model.name && other.prompt === prompt).length === 1
    const name = `${isAlone ? model.name : `${model.name} @ ${model.host} ${model.parameters}`} (${prompt})`
    suites.set(contestantKey(contestant), { name, tests: [], failures: 0 })
  }
  for await (const evaluations of batches) {
    for (const evaluation of evaluations) {
      const suite = suites.get(contestantKey(evaluation))
      if (!suite) continue
      suite.tests.push(toTest(evaluation))
      if (!isRight(evaluation)) suite.failures++
    }
  }
  yield* render([...suites.values()])
}

function render(suites: Suite[]): string[] {
  const tests = suites.reduce((sum, suite) => sum + suite.tests.length, 0)
  const failures = suites.reduce((sum, suite) => sum + suite.failures, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites name="security-bench" tests="${tests}" failures="${failures}">\n`,
    ...suites.flatMap(suite => [
      `  <testsuite name="${escapeXml(suite.name)}" tests="${suite.tests.length}" failures="${suite.failures}">\n`,
      ...suite.tests,
      '  </testsuite>\n',
    ]),
    '</testsuites>\n',
  ]
}

function toTest(evaluation: Evaluation): string {
  const { application, query, casePath, repeat, latencyMs } = evaluation
  const name = repeat === 1 ? casePath : `${casePath} (repeat ${repeat})`
  const open = `    <testcase classname="${escapeXml(`${application}.${query}`)}" name="${escapeXml(name)}" time="${latencyMs / 1000}"`
  if (isRight(evaluation)) return `${open}/>\n`
  const { result, rules } = evaluation.verdict
  const isAnswered = result === 'good' || result === 'bad'
  const named = rules.length > 0 ? `, naming ${rules.join(', ')}` : ''
  const message = `is ${evaluation.label}, ${isAnswered ? `was called ${result}${named}` : `gave no verdict: ${result}`}`
  return `${open}><failure type="${isAnswered ? 'wrong' : result}" message="${escapeXml(message)}"/></testcase>\n`
}

function isRight({ verdict, label }: Evaluation): boolean {
  return verdict.result === label
}

/** XML allows no control characters, not even escaped ones, so they are made visible. */
function escapeXml(text: string): string {
  return makeVisible(text.toWellFormed())
    .replace(/[\t\n\r]/g, ' ')
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
