import type { CaseRun } from '../cases/case-run.ts'
import type { ResultDigest } from '../cases/outcome.ts'
import type { Check } from './check.ts'

/** Good cases of one query that give different rows outside of `works` are worth a look. */
export const goodCases: Check = {
  name: 'good-cases',
  needs: ['digests'],
  gives: [],
  seeds: 'every',
  async *run(_, caseRuns) {
    const good = caseRuns.filter(caseRun => caseRun.case.label === 'good')
    // Of one call plan: their calls are the same.
    for (const [, [first, ...others]] of Map.groupBy(good, ({ callPlan }) => callPlan)) {
      for (const caseRun of first ? others : []) {
        const text = first && differenceText(caseRun, first)
        if (text) yield { caseRun, kind: 'remark', remark: { kind: 'other-rows', text } }
      }
    }
  },
}

function differenceText(caseRun: CaseRun, first: CaseRun): string | undefined {
  const differing = [...(caseRun.facts.digests ?? [])].flatMap(([actor, digests]) =>
    digests.flatMap((digest, index) => {
      const expected = first.facts.digests?.get(actor)?.[index]
      if (!expected || isAlike(digest, expected)) return []
      return [{ actor, call: caseRun.callPlan.callsOf(actor)[index] ?? {} }]
    }),
  )
  const [example] = differing
  if (!example) return undefined
  const values = Object.entries(example.call).filter(([, value]) => value !== null)
  const given = values.map(([name, value]) => `${name} = ${value}`).join(', ')
  const calls = `${differing.length} call${differing.length === 1 ? '' : 's'}`
  return `gives other rows than ${first.case.path} in ${calls}, such as ${example.actor}'s with ${given || 'no values'}`
}

/** The same rows, by their keys, and changes of the same kind. An error tells nobody more than no rows. */
function isAlike(one: ResultDigest, other: ResultDigest): boolean {
  const kinds = ({ changes }: ResultDigest) =>
    changes
      .map(({ table, operation }) => `${table} ${operation}`)
      .sort()
      .join()
  if (one.error !== undefined || other.error !== undefined) return true
  return one.keys === other.keys && kinds(one) === kinds(other)
}
