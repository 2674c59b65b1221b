import type { Print } from '../cases/sql/run-calls.ts'
import { callsOf, type Entry } from './trial.ts'

/** Good cases of one query that give different rows outside of `works` are worth a look. */
export function compareGoodCases(entries: Entry[]): void {
  const good = entries.filter(({ case: one, finding, origin }) => one.label === 'good' && !finding.trouble && !origin)
  // Of one sweep: their calls are the same.
  for (const [, [first, ...others]] of Map.groupBy(good, ({ sweep }) => sweep)) {
    if (!first) continue
    for (const other of others) {
      const differing = [...other.real].flatMap(([actor, prints]) =>
        prints.flatMap((print, index) => {
          const expected = first.real.get(actor)?.[index]
          return expected && !isAlike(print, expected)
            ? [{ actor, call: callsOf(other, { name: actor })[index] ?? {} }]
            : []
        }),
      )
      const [example] = differing
      if (!example) continue
      const values = Object.entries(example.call).filter(([, value]) => value !== null)
      const given = values.map(([name, value]) => `${name} = ${value}`).join(', ')
      other.finding.remarks.push(
        `gives other rows than ${first.case.path} in ${differing.length} call${differing.length === 1 ? '' : 's'}, such as ${example.actor}'s with ${given || 'no values'}`,
      )
    }
  }
}

/** The same rows, by their keys, and changes of the same kind. An error tells nobody more than no rows. */
function isAlike(one: Print, other: Print): boolean {
  const kinds = ({ changes }: Print) =>
    changes
      .map(({ table, operation }) => `${table} ${operation}`)
      .sort()
      .join()
  if (one.error !== undefined || other.error !== undefined) return true
  return one.keys === other.keys && kinds(one) === kinds(other)
}
