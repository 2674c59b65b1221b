// Which aliases can be written at a place. Where PostgreSQL would refuse an alias the mutant would die of an error,
// which says nothing about the seed, so in doubt an alias is not in scope.

import { as, descendants, lastName, type Node } from '../../../sql/node.ts'
import { fromItems } from '../../tree/from-clause.ts'
import type { Site } from '../../tree/node-path.ts'

const AGGREGATES = new Set(
  'count sum avg min max every bool_and bool_or array_agg string_agg json_agg jsonb_agg json_object_agg jsonb_object_agg'.split(
    ' ',
  ),
)

/** One query's aliases, with the conditions that hold for every row that it gives. */
export interface Level {
  readonly items: Map<string, Node>
  readonly statement: Node
}

/** The levels in scope at a site, the innermost first; undefined where another column might not be allowed. */
export function levelsAt(site: Site): Level[] | undefined {
  const levels: Level[] = []
  let inAggregate = false
  // A subquery in FROM sees its neighbours if it is LATERAL, and a function always does.
  let seesNeighbours = false
  for (let here = site; here.parent !== undefined; here = here.parent) {
    const { parent, field } = here
    if (isAggregate(here.node)) inAggregate = true
    if ('RangeFunction' in here.node || as(here.node, 'RangeSubselect')?.lateral === true) seesNeighbours = true
    if (as(here.node, 'SortBy') !== undefined || field === 'groupClause' || field === 'distinctClause') return undefined
    const select = as(parent.node, 'SelectStmt')
    if (select !== undefined && ['targetList', 'havingClause'].includes(field)) {
      const isGrouped = select.groupClause !== undefined || select.targetList?.some(hasAggregate)
      if (isGrouped && !inAggregate) return undefined
    }
    const items = itemsFor(parent.node, field, here, seesNeighbours)
    if (items.size > 0) levels.push({ items, statement: parent.node })
    // An aggregate over an outer column belongs to the outer query.
    if (inAggregate && levels.length > 0 && select !== undefined) return levels
    if (STATEMENTS.some(kind => kind in parent.node)) {
      inAggregate = false
      seesNeighbours = false
    }
  }
  return levels
}

const STATEMENTS = ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'InsertStmt', 'MergeStmt']

function itemsFor(node: Node, field: string, from: Site, seesNeighbours: boolean): Map<string, Node> {
  const join = as(node, 'JoinExpr')
  if (join !== undefined) {
    if (field === 'quals') return fromItems(node)
    return field === 'rarg' && seesNeighbours ? fromItems(join.larg) : new Map()
  }
  if (field === 'withClause' || field === 'larg' || field === 'rarg' || field === 'relation') return new Map()
  const select = as(node, 'SelectStmt')
  if (select !== undefined)
    return field === 'valuesLists' ? new Map() : within(select.fromClause, field, from, seesNeighbours)
  const update = as(node, 'UpdateStmt')
  if (update !== undefined) return within(update.fromClause, field, from, seesNeighbours, update.relation)
  const deletion = as(node, 'DeleteStmt')
  if (deletion !== undefined) return within(deletion.usingClause, field, from, seesNeighbours, deletion.relation)
  const merge = as(node, 'MergeStmt')
  if (merge !== undefined && field === 'joinCondition') {
    const target: [string, Node][] = merge.relation === undefined ? [] : [...fromItems({ RangeVar: merge.relation })]
    return new Map([...target, ...fromItems(merge.sourceRelation)])
  }
  return new Map()
}

type Relation = NonNullable<ReturnType<typeof as<'RangeVar'>>>

/** The items of a FROM, or those before the place if that is in the FROM itself. */
function within(
  list: Node[] = [],
  field: string,
  from: Site,
  seesNeighbours: boolean,
  target?: Relation,
): Map<string, Node> {
  if (field !== 'fromClause' && field !== 'usingClause') {
    const own: Node[] = target === undefined ? [] : [{ RangeVar: target }]
    return new Map([...own, ...list].flatMap(item => [...fromItems(item)]))
  }
  if (!seesNeighbours || 'JoinExpr' in from.node) return new Map()
  return new Map(list.slice(0, list.indexOf(from.node)).flatMap(item => [...fromItems(item)]))
}

function isAggregate(node: Node): boolean {
  const call = as(node, 'FuncCall')
  return call !== undefined && call.over === undefined && AGGREGATES.has(lastName(call.funcname))
}

/** Whether an aggregate stands in an expression (those of subqueries count as well, which is on the safe side). */
export function hasAggregate(expression: Node): boolean {
  for (const node of descendants(expression)) if (isAggregate(node)) return true
  return false
}
