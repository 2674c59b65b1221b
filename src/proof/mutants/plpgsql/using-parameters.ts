import { plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'
import type { Place } from '../operators/operator.ts'
import type { FunctionSource } from './function-source.ts'

/**
 * How parameters are written in the SQL of strings: `$2` for `p_role` in `EXECUTE … USING p_id, p_role`. Where a body has
 * two lists after USING that differ, it is not known which list a string gets, and no parameter can be named.
 */
export function writtenInStrings(source: FunctionSource, written: Place['written']): Record<string, string> {
  const expressions = plpgsqlExpressions(source.replaceWith(source.text)) ?? []
  const lists = Map.groupBy(
    expressions.filter(({ part }) => part === 'params'),
    ({ node }) => node,
  )
  const [first, ...others] = [...lists.values()].map(list => list.map(({ query }) => query.trim().toLowerCase()))
  if (first === undefined || others.some(list => list.join() !== first.join())) return {}
  const numbered = Object.entries(written).flatMap(([name, sql]): [string, string][] => {
    const at = first.indexOf(sql.toLowerCase())
    return at < 0 ? [] : [[name, `$${at + 1}`]]
  })
  return Object.fromEntries(numbered)
}
