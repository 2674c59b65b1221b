import { as, columnParts, type Node } from '../../../../sql/node.ts'
import { writeSql } from '../../../../sql/write-sql.ts'
import { conjunctsWithout } from '../../../tree/conditions.ts'
import { expression } from '../../../tree/expression.ts'
import type { Mutation, Operator } from '../../operator.ts'
import { guardsOf } from '../guards.ts'

/** A guard that hides what was changed, and does not prevent the change: it stands in RETURNING, no longer in WHERE. */
export const guardInReturning: Operator = {
  name: 'guard-in-returning',
  mutate: (path, context) => {
    const update = as(path.node, 'UpdateStmt') ?? as(path.node, 'DeleteStmt')
    const columns = update?.returningClause?.exprs ?? []
    if (update === undefined || columns.length === 0) return []
    return guardsOf(path, context).map(({ condition }): Mutation => {
      const shown = columns.map(column => maskedBy(condition, column))
      return {
        what: [condition, ' → RETURNING CASE WHEN … END'],
        edits: [
          { keys: [...path.bodyKeys, 'whereClause'], value: conjunctsWithout(update.whereClause, condition) },
          { keys: [...path.bodyKeys, 'returningClause', 'exprs'], value: shown },
        ],
        at: condition,
      }
    })
  },
}

function maskedBy(condition: Node, column: Node): Node {
  const target = as(column, 'ResTarget')
  const name = target?.name ?? columnParts(target?.val)?.at(-1)
  if (target?.val === undefined || name === undefined || name === '*') return column
  const val = expression(`CASE WHEN ${writeSql(condition)} THEN ${writeSql(target.val)} END`)
  return { ResTarget: { name, val } }
}
