import type { CaseRun } from '../cases/case-run.ts'
import type { ResultDigest } from '../cases/outcome.ts'
import type { Check } from './check.ts'

/** Compares the good cases of a query with the first of them, in the calls that they share: a difference is worth a remark. */
export const goodCases: Check = {
  name: 'good-cases',
  needs: ['digests'],
  gives: [],
  seeds: 'written',
  async *run(_, caseRuns) {
    const good = caseRuns.filter(caseRun => caseRun.case.label === 'good')
    for (const [, [first, ...others]] of Map.groupBy(good, ({ callPlan }) => callPlan.shared)) {
      for (const caseRun of first ? others : []) {
        const text = first && differenceText(caseRun, first)
        if (text) yield { caseRun, kind: 'remark', remark: { kind: 'other-rows', text } }
      }
    }
  },
}

function differenceText(caseRun: CaseRun, first: CaseRun): string | undefined {
  const differing = [...(caseRun.facts.digests ?? [])].flatMap(([actor, digests]) =>
    caseRun.callPlan.shared(actor).flatMap(({ parameters }, index) => {
      const [digest, expected] = [digests[index], first.facts.digests?.get(actor)?.[index]]
      return !digest || !expected || givesSameRows(digest, expected) ? [] : [{ actor, call: parameters }]
    }),
  )
  const [example] = differing
  if (!example) return undefined
  const values = Object.entries(example.call).filter(([, value]) => value !== null)
  const given = values.map(([name, value]) => `${name} = ${value}`).join(', ')
  const calls = `${differing.length} call${differing.length === 1 ? '' : 's'}`
  return `the case gives other rows than ${first.case.path} in ${calls}, such as that of ${example.actor} with ${given || 'no values'}`
}

/**
 * Whether two calls give rows with the same keys and make changes of the same kinds. An error is as good as no rows.
 */
function givesSameRows(one: ResultDigest, other: ResultDigest): boolean {
  const kindsOfChanges = ({ changes }: ResultDigest) =>
    changes
      .map(({ table, operation }) => `${table} ${operation}`)
      .sort()
      .join()
  if (one.error !== undefined || other.error !== undefined) return true
  return one.keys === other.keys && kindsOfChanges(one) === kindsOfChanges(other)
}
