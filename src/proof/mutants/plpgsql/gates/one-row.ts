// Queries of which only matters whether they have a row: the key of their table is given, so that no condition can choose
// another row.

import { as, columnParts, type Node, nodesIn } from '../../../sql/node.ts'
import { isAggregated } from '../../permits/effect/aggregates.ts'
import { argumentsOf } from '../../tree/conditions.ts'

/** What is known of the names in a query. */
export interface KnownNames {
  /** Table -> the columns of its primary key. */
  keys: Readonly<Record<string, readonly string[]>>
  isVariable: (name: string) => boolean
}

/** A part of FROM. */
interface Range {
  name: string
  /** The columns of its primary key; none for what has no key that is known. */
  key: readonly string[]
}

interface Parts {
  ranges: Range[]
  conditions: Node[]
  /** What the query sets and gives. */
  values: Node[]
  /** The ranges of which one row more is one row more. */
  multiplies: 'first' | 'all'
}

/** Whether a statement is a plain one, of which one row more or less changes no other row. */
export function isPlainQuery(statement: Node): boolean {
  const select = as(statement, 'SelectStmt') ?? as(as(statement, 'InsertStmt')?.selectStmt, 'SelectStmt')
  const whole = as(statement, 'InsertStmt') ?? as(statement, 'UpdateStmt') ?? as(statement, 'DeleteStmt') ?? select
  if (whole === undefined || whole.withClause || select?.withClause) return false
  if (select === undefined) return true
  const { op, groupClause, havingClause, distinctClause, limitCount, limitOffset, windowClause } = select
  const isChosen = [groupClause, havingClause, distinctClause, limitCount, limitOffset, windowClause].some(Boolean)
  return op === 'SETOP_NONE' && !isChosen && !isAggregated({ SelectStmt: select })
}

/** Whether each row that a plain statement may give is the same, whatever its conditions let through. */
export function givesOneRow(statement: Node, known: KnownNames): boolean {
  const parts = partsOf(statement, known)
  if (parts === undefined) return false
  const { ranges, values, multiplies } = parts
  const fixed = fixedRanges(parts, known)
  if (ranges.every(({ name }) => fixed.has(name))) return true
  if (multiplies === 'all' || !values.every(value => isMadeOf(value, fixed, parts, known))) return false
  return as(statement, 'SelectStmt') !== undefined || fixed.has(ranges[0]?.name ?? '')
}

/** Whether what a plain statement writes does not depend on which of several joined rows is found. */
export function writesTheSame(statement: Node, known: KnownNames): boolean {
  const { fromClause = [] } = as(statement, 'UpdateStmt') ?? {}
  return fromClause.length === 0 || givesOneRow(statement, known)
}

function partsOf(statement: Node, { keys }: KnownNames): Parts | undefined {
  const conditions: Node[] = []
  const rangesIn = (from: Node | undefined): Range[] => {
    const table = as(from, 'RangeVar')
    if (table) {
      const isPublic = table.schemaname === undefined || table.schemaname === 'public'
      const key = (isPublic && keys[table.relname ?? '']) || []
      return [{ name: table.alias?.aliasname ?? table.relname ?? '', key }]
    }
    const { larg, rarg, quals, jointype } = as(from, 'JoinExpr') ?? {}
    if (larg || rarg) {
      if (quals && jointype === 'JOIN_INNER') conditions.push(quals)
      return [...rangesIn(larg), ...rangesIn(rarg)]
    }
    const { alias } = as(from, 'RangeSubselect') ?? as(from, 'RangeFunction') ?? {}
    return [{ name: alias?.aliasname ?? '', key: [] }]
  }
  const select = as(statement, 'SelectStmt') ?? as(as(statement, 'InsertStmt')?.selectStmt, 'SelectStmt')
  if (select) {
    if (select.valuesLists) return { ranges: [], conditions, values: [], multiplies: 'all' }
    const ranges = (select.fromClause ?? []).flatMap(rangesIn)
    if (select.whereClause) conditions.push(select.whereClause)
    return {
      ranges,
      conditions,
      values: select.targetList ?? [],
      multiplies: 'InsertStmt' in statement ? 'all' : 'first',
    }
  }
  const update = as(statement, 'UpdateStmt')
  const removal = as(statement, 'DeleteStmt')
  const relation = (update ?? removal)?.relation
  if (!relation) return undefined
  const ranges = [{ RangeVar: relation } as Node, ...(update?.fromClause ?? removal?.usingClause ?? [])].flatMap(
    rangesIn,
  )
  const where = (update ?? removal)?.whereClause
  if (where) conditions.push(where)
  const returned = (update ?? removal)?.returningClause?.exprs ?? []
  return { ranges, conditions, values: [...(update?.targetList ?? []), ...returned], multiplies: 'first' }
}

/** The ranges of which at most one row is meant. */
function fixedRanges(parts: Parts, known: KnownNames): Set<string> {
  const equals = parts.conditions.flatMap(conjunctsOf).flatMap(condition => {
    const { kind, name, lexpr, rexpr } = as(condition, 'A_Expr') ?? {}
    const isEqual = kind === 'AEXPR_OP' && as(name?.at(-1), 'String')?.sval === '=' && name?.length === 1
    return isEqual && lexpr && rexpr ? [[lexpr, rexpr] as const, [rexpr, lexpr] as const] : []
  })
  const fixed = new Set<string>()
  for (let before = -1; before !== fixed.size; ) {
    before = fixed.size
    for (const { name, key } of parts.ranges) {
      const isGiven = (column: string) =>
        equals.some(([side, other]) => {
          const own = resolve(side, parts, known)
          return own?.range === name && own.column === column && isMadeOf(other, fixed, parts, known)
        })
      if (key.length > 0 && key.every(isGiven)) fixed.add(name)
    }
  }
  return fixed
}

function conjunctsOf(condition: Node): Node[] {
  return argumentsOf(condition, 'AND_EXPR')?.flatMap(conjunctsOf) ?? [condition]
}

/** The column of a range that a node names; undefined for all else. */
function resolve(
  node: Node,
  { ranges }: Parts,
  { isVariable }: KnownNames,
): { range: string; column: string } | undefined {
  const [first = '', second, ...more] = columnParts(node) ?? []
  if (first === '' || more.length > 0) return undefined
  if (second !== undefined)
    return ranges.some(({ name }) => name === first) ? { range: first, column: second } : undefined
  const [only, ...others] = ranges
  return only && others.length === 0 && !isVariable(first) ? { range: only.name, column: first } : undefined
}

/** Whether a value is made of constants, variables and columns of these ranges. */
function isMadeOf(value: Node, fixed: ReadonlySet<string>, parts: Parts, known: KnownNames): boolean {
  return nodesIn(value).every(node => {
    if ('SubLink' in node) return false
    const names = columnParts(node)
    if (names === undefined) return true
    const own = resolve(node, parts, known)
    if (own) return fixed.has(own.range)
    return names[0] !== '*' && !parts.ranges.some(({ name }) => name === names[0]) && known.isVariable(names[0] ?? '')
  })
}
