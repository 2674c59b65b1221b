import { as, type Node, nodesIn } from '../../../../sql/node.ts'
import { quoted } from '../../../../sql/sql-text.ts'
import type { Operator, OperatorContext } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { roleParameters, type WrittenParameter } from '../parameters.ts'

/** A guard that one role need not pass: `guard OR :role = 'observer'`. */
export const loosenForRole: Operator = {
  name: 'loosen-for-role',
  mutate: (path, context) =>
    loosen(path, context, ({ condition }) =>
      roleParameters(context).flatMap(role =>
        rolesHeldBack(condition, role, context).map(value => `${role.sql} = ${quoted(value)}`),
      ),
    ),
}

/**
 * The roles that the guard may hold back. `:role <> 'customer' OR …` holds back the role that it names, `:role IN
 * ('admin')` all others. A guard that names no role holds back those whose job the query is.
 */
function rolesHeldBack(condition: Node, { name, values }: WrittenParameter, { attack }: OperatorContext): string[] {
  const texts = new Set(nodesIn(condition).flatMap(node => as(node, 'A_Const')?.sval?.sval ?? []))
  const named = values.filter(value => texts.has(value))
  if (named.length === 0) return [...(attack?.valuesAtWork[name] ?? [])]
  const excludes = nodesIn(condition).some(node => {
    const { name: operator = [] } = as(node, 'A_Expr') ?? {}
    return operator.some(part => as(part, 'String')?.sval === '<>')
  })
  return excludes ? named : values.filter(value => !texts.has(value))
}
