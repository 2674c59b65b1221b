import { as, type Body, type Node } from '../../../../sql/node.ts'

/** What CREATE POLICY and ALTER POLICY have in common; undefined for every other node. */
export function policyOf(node: Node): Pick<Body<'CreatePolicyStmt'>, 'qual' | 'with_check' | 'roles'> | undefined {
  return as(node, 'CreatePolicyStmt') ?? as(node, 'AlterPolicyStmt')
}

/** `policy docs_read on docs`. */
export function policyName(node: Node): string {
  const { policy_name: name, table } = as(node, 'CreatePolicyStmt') ?? as(node, 'AlterPolicyStmt') ?? {}
  return `policy ${name} on ${table?.relname}`
}
