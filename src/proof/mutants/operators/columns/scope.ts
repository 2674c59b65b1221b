// Which aliases can be written at a place. Where PostgreSQL refuses an alias the mutant would be killed by an error, which
// says nothing about the seed; so an alias that may be refused is not in scope.

import { hasAggregate, isAggregate } from '../../../sql/aggregates.ts'
import { as, type Body, type Node } from '../../../sql/node.ts'
import { fromItems } from '../../tree/from-clause.ts'
import type { NodePath } from '../../tree/node-path.ts'

/** The aliases of one query in scope, and the statement of that query. */
export interface QueryScope {
  readonly items: Map<string, Node>
  readonly statement: Node
}

/** The queries whose aliases a node may name, the innermost first; undefined where another column may be refused. */
export function queryScopesAt(path: NodePath): QueryScope[] | undefined {
  const scopes: QueryScope[] = []
  let inAggregate = false
  // A subquery in FROM sees the items before it if it is LATERAL, and a function always sees them.
  let seesItemsBefore = false
  for (let here = path; here.parent !== undefined; here = here.parent) {
    const { parent, field } = here
    if (isAggregate(here.node)) inAggregate = true
    if ('RangeFunction' in here.node || as(here.node, 'RangeSubselect')?.lateral === true) seesItemsBefore = true
    if (as(here.node, 'SortBy') !== undefined || field === 'groupClause' || field === 'distinctClause') return undefined
    const select = as(parent.node, 'SelectStmt')
    if (select !== undefined && ['targetList', 'havingClause'].includes(field)) {
      const isGrouped = select.groupClause !== undefined || select.targetList?.some(hasAggregate)
      if (isGrouped && !inAggregate) return undefined
    }
    const items = itemsFor(parent.node, field, here, seesItemsBefore)
    if (items.size > 0) scopes.push({ items, statement: parent.node })
    // An aggregate over an outer column belongs to the outer query.
    if (inAggregate && scopes.length > 0 && select !== undefined) return scopes
    if (STATEMENTS.some(kind => kind in parent.node)) {
      inAggregate = false
      seesItemsBefore = false
    }
  }
  return scopes
}

const STATEMENTS = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt']

function itemsFor(node: Node, field: string, from: NodePath, seesItemsBefore: boolean): Map<string, Node> {
  const join = as(node, 'JoinExpr')
  if (join !== undefined) {
    if (field === 'quals') return fromItems(node)
    return field === 'rarg' && seesItemsBefore ? fromItems(join.larg) : new Map()
  }
  if (field === 'withClause' || field === 'larg' || field === 'rarg' || field === 'relation') return new Map()
  const select = as(node, 'SelectStmt')
  if (select !== undefined)
    return field === 'valuesLists' ? new Map() : within(select.fromClause, field, from, seesItemsBefore)
  const update = as(node, 'UpdateStmt')
  if (update !== undefined) return within(update.fromClause, field, from, seesItemsBefore, update.relation)
  const deletion = as(node, 'DeleteStmt')
  if (deletion !== undefined) return within(deletion.usingClause, field, from, seesItemsBefore, deletion.relation)
  const merge = as(node, 'MergeStmt')
  if (merge !== undefined && field === 'joinCondition') {
    const target: [string, Node][] = merge.relation === undefined ? [] : [...fromItems({ RangeVar: merge.relation })]
    return new Map([...target, ...fromItems(merge.sourceRelation)])
  }
  return new Map()
}

/** The items of a FROM; from a node in the FROM itself, the items before it. */
function within(
  list: Node[] = [],
  field: string,
  from: NodePath,
  seesItemsBefore: boolean,
  target?: Body<'RangeVar'>,
): Map<string, Node> {
  if (field !== 'fromClause' && field !== 'usingClause') {
    const own: Node[] = target === undefined ? [] : [{ RangeVar: target }]
    return new Map([...own, ...list].flatMap(item => [...fromItems(item)]))
  }
  if (!seesItemsBefore || 'JoinExpr' in from.node) return new Map()
  return new Map(list.slice(0, list.indexOf(from.node)).flatMap(item => [...fromItems(item)]))
}
