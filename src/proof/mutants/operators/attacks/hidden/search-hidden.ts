import { as, lastName, type Node } from '../../../../sql/node.ts'
import { joinConditions } from '../../../tree/conditions.ts'
import { expression } from '../../../tree/expression.ts'
import { isCondition, type NodePath } from '../../../tree/node-path.ts'
import { type Operator, type OperatorContext, replaceNode } from '../../operator.ts'
import { clientParameters, isText, parametersIn } from '../parameters.ts'
import { hiddenColumnsOf } from '../tables.ts'

/** A search that looks into a hidden column as well: `t.subject ILIKE :term OR t.secret ILIKE :term`. */
export const searchHidden: Operator = {
  name: 'search-hidden',
  mutate: (path, context) => {
    const { kind, name, lexpr, rexpr } = as(path.node, 'A_Expr') ?? {}
    if (lexpr === undefined || rexpr === undefined || !isCondition(path)) return []
    const isLike = kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE'
    if (!isLike && !(kind === 'AEXPR_OP' && lastName(name) === '=')) return []
    const types = searchedTypes(rexpr, context)
    if (types.length === 0) return []
    const statement = statementOf(path)
    if (statement === undefined) return []
    return hiddenColumnsOf(statement.node, context)
      .filter(({ type }) => (isLike ? isText(type) : types.includes(type)))
      .map(({ sql }) => {
        const more: Node = { A_Expr: { kind, name: name ?? [], lexpr: expression(sql), rexpr } }
        return replaceNode(path, joinConditions('OR_EXPR', [path.node, more]))
      })
  },
}

/** The types of the client's parameters in what is searched for. */
function searchedTypes(rexpr: Node, context: OperatorContext): string[] {
  const named = parametersIn(rexpr, context)
  return clientParameters(context).flatMap(({ name, type }) => (named.has(name) ? [type] : []))
}

function statementOf({ parent }: NodePath): NodePath | undefined {
  if (parent === undefined) return undefined
  return 'SelectStmt' in parent.node || 'UpdateStmt' in parent.node ? parent : statementOf(parent)
}
