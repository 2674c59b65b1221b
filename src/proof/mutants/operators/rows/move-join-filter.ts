// Joins that keep too many rows or lose some, and filters that stand on the wrong side of an outer join.

import { as, conjunctsOf, joinConditions, type Node, TRUE } from '../../../sql/node.ts'
import { aliasesIn, aliasesReferenced } from '../../tree/from-clause.ts'
import { changing, type Operator, type Proposal, type Site } from '../../tree/node-path.ts'
import { conjunctsWithout } from '../conditions/drop-conjunct.ts'

/** JOIN to LEFT JOIN, and every outer join to JOIN. */
export const swapJoin: Operator = site => {
  const join = as(site.node, 'JoinExpr')
  if (join?.rarg === undefined) return []
  if (join.jointype !== 'JOIN_INNER') {
    const word = { JOIN_LEFT: 'LEFT JOIN ', JOIN_RIGHT: 'RIGHT JOIN ', JOIN_FULL: 'FULL JOIN ' }[
      join.jointype as string
    ]
    const what = [word ?? 'JOIN ', join.rarg, ' → JOIN']
    return [changing('outer-to-inner-join', site, 'jointype', 'JOIN_INNER', what, join.rarg)]
  }
  // CROSS JOIN has no condition that could fail, and a LEFT JOIN cannot be written without one.
  if (join.quals === undefined && join.usingClause === undefined && !join.isNatural) return []
  const what = ['JOIN ', join.rarg, ' → LEFT JOIN']
  return [changing('inner-to-left-join', site, 'jointype', 'JOIN_LEFT', what, join.rarg)]
}

/** Moves a filter on the right side of a LEFT JOIN from its ON to the WHERE, and back. */
export const moveJoinFilter: Operator = site => {
  const join = as(site.node, 'JoinExpr')
  const statement = enclosingStatement(site)
  if (join?.jointype !== 'JOIN_LEFT' || join.rarg === undefined || statement === undefined) return []
  const where = whereOf(statement.node)
  const right = aliasesIn(join.rarg)
  const isFilter = (condition: Node) => {
    const used = aliasesReferenced(condition)
    return used !== undefined && used.size > 0 && [...used].every(alias => right.has(alias))
  }
  const move = (filter: Node, from: string, to: string, quals: Node, kept: Node | undefined): Proposal => ({
    operator: 'move-join-filter',
    what: [filter, ` from ${from} to ${to}`],
    edits: [
      { path: [...site.body, 'quals'], value: quals },
      { path: [...statement.body, 'whereClause'], value: kept },
    ],
    at: filter,
  })
  const out = conjunctsOf(join.quals)
    .filter(isFilter)
    .map(filter => {
      const quals = conjunctsWithout(join.quals, filter) ?? TRUE
      return move(filter, 'ON', 'WHERE', quals, joinConditions('AND_EXPR', [...conjunctsOf(where), filter]))
    })
  const back = conjunctsOf(where)
    .filter(isFilter)
    .map(filter => {
      const quals = joinConditions('AND_EXPR', [...conjunctsOf(join.quals), filter])
      return move(filter, 'WHERE', 'ON', quals, conjunctsWithout(where, filter))
    })
  return [...out, ...back]
}

/** The statement whose FROM holds the join; joins below joins belong to it too. */
function enclosingStatement(site: Site): Site | undefined {
  const { parent } = site
  if (parent === undefined) return undefined
  if ('JoinExpr' in parent.node) return enclosingStatement(parent)
  return site.field === 'fromClause' || site.field === 'usingClause' ? parent : undefined
}

function whereOf(node: Node): Node | undefined {
  return (as(node, 'SelectStmt') ?? as(node, 'UpdateStmt') ?? as(node, 'DeleteStmt'))?.whereClause
}
