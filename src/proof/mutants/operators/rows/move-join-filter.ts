import { as, type Node } from '../../../sql/node.ts'
import { conjunctsOf, conjunctsWithout, joinConditions } from '../../tree/conditions.ts'
import { TRUE } from '../../tree/constants.ts'
import { aliasesIn, aliasesReferenced } from '../../tree/from-clause.ts'
import type { NodePath } from '../../tree/node-path.ts'
import type { Mutation, Operator } from '../operator.ts'

/** Moves a filter on the right side of a LEFT JOIN from its ON to the WHERE, and back: `u.deleted_at IS NULL`. */
export const moveJoinFilter: Operator = {
  name: 'move-join-filter',
  mutate: path => {
    const join = as(path.node, 'JoinExpr')
    const statement = enclosingStatement(path)
    if (join?.jointype !== 'JOIN_LEFT' || join.rarg === undefined || statement === undefined) return []
    const where = whereOf(statement.node)
    const right = aliasesIn(join.rarg)
    const isFilter = (condition: Node) => {
      const used = aliasesReferenced(condition)
      return used !== undefined && used.size > 0 && [...used].every(alias => right.has(alias))
    }
    const move = (filter: Node, from: string, to: string, on: Node, kept: Node | undefined): Mutation => ({
      what: [filter, ` from ${from} to ${to}`],
      edits: [
        { keys: [...path.bodyKeys, 'quals'], value: on },
        { keys: [...statement.bodyKeys, 'whereClause'], value: kept },
      ],
      at: filter,
    })
    const toWhere = conjunctsOf(join.quals)
      .filter(isFilter)
      .map(filter => {
        const on = conjunctsWithout(join.quals, filter) ?? TRUE
        return move(filter, 'ON', 'WHERE', on, joinConditions('AND_EXPR', [...conjunctsOf(where), filter]))
      })
    const toOn = conjunctsOf(where)
      .filter(isFilter)
      .map(filter => {
        const on = joinConditions('AND_EXPR', [...conjunctsOf(join.quals), filter])
        return move(filter, 'WHERE', 'ON', on, conjunctsWithout(where, filter))
      })
    return [...toWhere, ...toOn]
  },
}

/** The statement whose FROM holds the join; a join inside a join belongs to that statement too. */
function enclosingStatement({ parent, field }: NodePath): NodePath | undefined {
  if (parent === undefined) return undefined
  if ('JoinExpr' in parent.node) return enclosingStatement(parent)
  return field === 'fromClause' || field === 'usingClause' ? parent : undefined
}

function whereOf(node: Node): Node | undefined {
  return (as(node, 'SelectStmt') ?? as(node, 'UpdateStmt') ?? as(node, 'DeleteStmt'))?.whereClause
}
