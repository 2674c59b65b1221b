// What the parser's tree of a statement says.

import { as, columnParts, lastName, type Node, nodesIn } from './node.ts'
import { type Tree, walk, walkTree } from './walk-tree.ts'

/**
 * The functions that give another value each time: those that the catalog calls volatile and that callers may call, which
 * closed-catalog.test.ts compares with the catalog, and those that read the clock.
 */
const VOLATILE = new Set([
  ...['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp', 'timeofday'],
  ...['random', 'random_normal', 'setseed', 'array_shuffle', 'array_sample', 'nextval', 'currval', 'lastval', 'setval'],
  ...['gen_random_uuid', 'uuidv4', 'uuidv7', 'uuid_generate_v1', 'uuid_generate_v1mc', 'uuid_generate_v4'],
  ...['gen_random_bytes', 'gen_salt', 'pgp_pub_encrypt', 'pgp_pub_encrypt_bytea', 'pgp_sym_encrypt'],
  ...['pgp_sym_encrypt_bytea', 'fips_mode', 'set_limit'],
])
/** Parts of a statement that decide which rows come, as the parser names them. */
const DECIDING = new Set([
  ...['whereClause', 'havingClause', 'quals', 'joinCondition', 'condition', 'agg_filter'],
  ...['limitCount', 'limitOffset'],
])

/** The functions in a tree that give something else each time: `now()`, `random()`. */
export function volatileIn(tree: unknown): string[] {
  const found = new Set<string>()
  walk(tree, (name, node) => {
    const called = name === 'FuncCall' ? functionName(node) : undefined
    if (called && VOLATILE.has(called)) found.add(`${called}()`)
    // With one argument, age() is the time since then, by the clock.
    if (called === 'age' && (node.args as unknown[] | undefined)?.length === 1) found.add('age()')
    if (name === 'SQLValueFunction' && /DATE|TIME/.test(String(node.op))) found.add('CURRENT_TIMESTAMP')
    // The time at which a UUID was made is the time of the clock, where the code makes the UUID.
    if (called === 'uuid_extract_timestamp') found.add('uuid_extract_timestamp()')
    const day = name === 'TypeCast' ? castDay(node) : name === 'A_Expr' ? comparedDay(node) : undefined
    if (day !== undefined) found.add(`'${day}'`)
  })
  return [...found]
}

/** A word that PostgreSQL takes for a day by its own clock: `'yesterday'::date`. */
const DAY = /^\s*(now|today|tomorrow|yesterday)\s*$/i

function dayOf(node: unknown): string | undefined {
  const text = as(node as Node | undefined, 'A_Const')?.sval?.sval ?? ''
  return DAY.test(text) ? text : undefined
}

/** Such a word in a range, an array or a record: `'[yesterday,tomorrow]'::daterange`. */
const DAY_INSIDE = /^\s*[[({].*\b(?:now|today|tomorrow|yesterday)\b/is

/** Types whose values are read without the clock, whatever words they have. */
const WITHOUT_CLOCK = /^(?:text|varchar|bpchar|char|name|jsonb?|xml|bytea|tsvector|tsquery|citext|jsonpath)$/

function dayInside(node: unknown): string | undefined {
  const text = as(node as Node | undefined, 'A_Const')?.sval?.sval ?? ''
  return DAY_INSIDE.test(text) ? text : undefined
}

function castDay({ arg, typeName }: Tree): string | undefined {
  const type = lastName((typeName as { names?: Node[] } | undefined)?.names)
  if (/^(date|time)/.test(type)) return dayOf(arg) ?? dayInside(arg)
  return WITHOUT_CLOCK.test(type) ? undefined : dayInside(arg)
}

/** The day in `at > 'yesterday'`, or beside `=` where the other side is a time for sure. Else it may be a word like any other. */
function comparedDay({ name, lexpr, rexpr }: Tree): string | undefined {
  const operator = lastName(name as Node[] | undefined)
  const day = dayOf(lexpr) ?? dayOf(rexpr)
  if (/^[<>]=?$/.test(operator) || isTime(lexpr) || isTime(rexpr)) return day ?? dayInside(lexpr) ?? dayInside(rexpr)
  return /[@&]/.test(operator) ? (dayInside(lexpr) ?? dayInside(rexpr)) : undefined
}

function isTime(node: unknown): boolean {
  const type = lastName(as(node as Node | undefined, 'TypeCast')?.typeName?.names)
  return /^(date|time)/.test(type)
}

/** Those of `volatileIn` that decide which rows come, as in `WHERE at < now()`. `also` finds more of them in such a part. */
export function decidingIn(tree: unknown, also: (part: Tree) => string[] = () => []): string[] {
  const found = new Set<string>()
  walk(tree, (name, node) => {
    if (name === 'RangeTableSample' && !('repeatable' in node)) found.add('TABLESAMPLE')
    if (DECIDING.has(name)) for (const called of [...volatileIn(node), ...also(node)]) found.add(called)
  })
  return [...found]
}

const NUMBERING = /^(row_number|rank|dense_rank)$/

/**
 * How often a tree keeps only some of the rows: by a LIMIT, or in a subquery by `row_number()` or DISTINCT ON. `whole` is
 * the body of the statement itself.
 */
export function limitsIn(tree: unknown, whole?: unknown): number {
  let limits = 0
  walk(tree, (name, node) => {
    if (name === 'limitCount' || (name === 'SelectStmt' && node !== whole && picksFirst(node))) limits++
  })
  return limits
}

function picksFirst({ targetList, distinctClause }: Tree): boolean {
  const targets = (targetList ?? []) as { ResTarget?: { val?: { FuncCall?: Tree } } }[]
  const isNumbering = (call: Tree | undefined) => call && 'over' in call && NUMBERING.test(functionName(call) ?? '')
  // For a plain DISTINCT, the parser gives a list of one empty object.
  const isOnSome = ((distinctClause ?? []) as Tree[]).some(one => Object.keys(one).length > 0)
  return isOnSome || targets.some(({ ResTarget }) => isNumbering(ResTarget?.val?.FuncCall))
}

/** Whether any part of a tree sorts rows: a statement, a subquery, a window. Sorting inside of an aggregate is no part. */
export function sortsIn(tree: unknown): boolean {
  let sorts = false
  walkTree(tree, true, ({ sortClause, orderClause }) => {
    sorts ||= sortClause !== undefined || orderClause !== undefined
    return true
  })
  return sorts
}

/** The kinds of nodes in a tree, and the names of the fields that hold them: `SubLink`, `whereClause`. */
export function kindsIn(tree: unknown): Set<string> {
  const kinds = new Set<string>()
  walk(tree, name => kinds.add(name))
  return kinds
}

/** The names by which a tree may call functions, in lower case. `d.size` may call `size(d)`, so names of columns count too. */
export function calledFunctions(tree: unknown): string[] {
  const names = nodesIn(tree).flatMap(node => [
    lastName(as(node, 'FuncCall')?.funcname),
    columnParts(node)?.at(-1) ?? '',
  ])
  return [...new Set(names.map(name => name.toLowerCase()))].filter(name => name !== '')
}

/** The name of the function that a `FuncCall` calls, without its schema: `now` of `pg_catalog.now()`. */
function functionName(call: Tree): string | undefined {
  return lastName(call.funcname as Node[] | undefined).toLowerCase() || undefined
}
