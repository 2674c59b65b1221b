import { as, type Node } from '../../../../sql/node.ts'
import type { NodePath } from '../../../tree/node-path.ts'
import { changeField, type Mutation, type Operator, without } from '../../operator.ts'
import { dropItem } from '../drop-statement.ts'
import { constraintKind } from './constraint.ts'

/** A CHECK, UNIQUE, FOREIGN KEY or EXCLUDE left out, of a table, of a column, or of ALTER TABLE. */
export const dropConstraint: Operator = {
  name: 'drop-constraint',
  mutate: path => [...ofTable(path), ...ofColumn(path), ...ofAlterTable(path)],
}

function ofTable(path: NodePath): Mutation[] {
  const { tableElts = [], relation } = as(path.node, 'CreateStmt') ?? {}
  return drop(path, 'tableElts', tableElts, relation?.relname ?? '')
}

function ofColumn(path: NodePath): Mutation[] {
  const { constraints = [], colname = '' } = as(path.node, 'ColumnDef') ?? {}
  return drop(path, 'constraints', constraints, colname)
}

function drop(path: NodePath, field: string, items: Node[], of: string): Mutation[] {
  return items.flatMap((item, index) => {
    const kind = constraintKind(item)
    if (kind === undefined) return []
    const rest = without(items, index)
    return [changeField(path, field, rest.length > 0 ? rest : undefined, what(item, kind, of), item)]
  })
}

function ofAlterTable(path: NodePath): Mutation[] {
  const { cmds = [], relation } = as(path.node, 'AlterTableStmt') ?? {}
  return cmds.flatMap((command, index) => {
    const { def } = as(command, 'AlterTableCmd') ?? {}
    const kind = constraintKind(def)
    if (kind === undefined || def === undefined) return []
    return [dropItem(path, 'cmds', cmds, index, what(def, kind, relation?.relname ?? ''))]
  })
}

function what(node: Node, kind: string, of: string): Mutation['what'] {
  const constraint = as(node, 'Constraint')
  const keys = constraint?.keys ?? constraint?.fk_attrs ?? []
  const columns = keys.map(key => as(key, 'String')?.sval).join(', ')
  const target = constraint?.pktable?.relname === undefined ? '' : ` to ${constraint.pktable.relname}`
  const detail = constraint?.raw_expr ? [' (', constraint.raw_expr, ')'] : columns === '' ? [] : [` (${columns})`]
  return [kind, ...detail, `${target} of ${of}`]
}
