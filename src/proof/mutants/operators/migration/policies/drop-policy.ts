import { as } from '../../../../sql/node.ts'
import type { Operator } from '../../operator.ts'
import { dropStatement } from '../drop-statement.ts'
import { policyName, policyOf } from './policy.ts'

/** Leaves out CREATE POLICY or ALTER POLICY: a restrictive policy that was forgotten. */
export const dropPolicy: Operator = {
  name: 'drop-policy',
  mutate: path => {
    if (policyOf(path.node) === undefined) return []
    const altered = as(path.node, 'AlterPolicyStmt') === undefined ? '' : 'alter '
    return [dropStatement(path, `${altered}${policyName(path.node)}`)]
  },
}
