// The ELSE of a CASE for callers that there are none of: `CASE app_role() WHEN … ELSE '{}' END`, where all roles have a branch. What
// is empty does as NULL does, or it decides something: `site <> ALL ('{}')` lets everything through. So all calls are made with
// the ELSE, and with NULL in its place. A CASE without an ELSE, which gives NULL, is no permit either.

import { as, type Node } from '../../sql/node.ts'
import type { SqlMutant } from '../mutant.ts'
import { type Operator, replaceNode } from '../operators/operator.ts'
import { constantBoolean, nullLike } from '../tree/constants.ts'

/** Two codes that must give the same in every call. */
export interface Alike {
  one: string
  other: string
}

/** The ELSE in place of the CASE, if it is empty. */
export const alwaysElse: Operator = {
  name: 'always-else',
  mutate(path) {
    const { defresult } = as(path.node, 'CaseExpr') ?? {}
    if (!defresult || !isEmpty(defresult)) return []
    return [{ ...replaceNode(path, defresult, ['ELSE ', defresult]), at: defresult }]
  },
}

/** NULL in place of such a CASE. */
export const alwaysNull: Operator = {
  name: 'always-null',
  mutate(path) {
    const { args = [], defresult } = as(path.node, 'CaseExpr') ?? {}
    const result = as(args.at(-1), 'CaseWhen')?.result
    if (!defresult || !result || !isEmpty(defresult)) return []
    return [{ ...replaceNode(path, nullLike(result), ['ELSE ', defresult]), at: defresult }]
  },
}

/** The two codes for a part, among the mutants of the code. */
export function alikeOf({ what, line }: Pick<SqlMutant, 'what' | 'line'>, mutants: SqlMutant[]): Alike | undefined {
  const made = ({ name }: Operator) =>
    mutants.find(one => one.operator === name && one.what === what && one.line === line)?.sql
  const [one, other] = [made(alwaysElse), made(alwaysNull)]
  return one === undefined || other === undefined ? undefined : { one, other }
}

function isEmpty(node: Node): boolean {
  const cast = as(node, 'TypeCast')?.arg
  if (cast) return isEmpty(cast)
  const array = as(node, 'A_ArrayExpr')
  if (array) return (array.elements ?? []).length === 0
  return ['', '{}', '[]'].includes(as(node, 'A_Const')?.sval?.sval ?? 'full') || constantBoolean(node) === false
}
