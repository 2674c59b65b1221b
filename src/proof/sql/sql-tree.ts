// What the parser's tree of a statement says.

import { lastName, type Node } from './node.ts'
import { type Tree, walk } from './walk-tree.ts'

const VOLATILE = new Set([
  'now',
  'random',
  'clock_timestamp',
  'statement_timestamp',
  'transaction_timestamp',
  'timeofday',
  'gen_random_uuid',
  'gen_random_bytes',
  'gen_salt',
  'uuid_generate_v4',
  'uuidv4',
  'uuidv7',
  'setseed',
  'random_normal',
])
/** Parts of a statement that decide which rows come, as the parser names them. */
const DECIDING = new Set(['whereClause', 'havingClause', 'quals', 'joinCondition', 'condition', 'agg_filter'])

/** The functions in a tree that give something else each time: `now()`, `random()`. */
export function volatileIn(tree: unknown): string[] {
  const found = new Set<string>()
  walk(tree, (name, node) => {
    const called = name === 'FuncCall' ? functionName(node) : undefined
    if (called && VOLATILE.has(called)) found.add(`${called}()`)
    if (name === 'SQLValueFunction' && /DATE|TIME/.test(String(node.op))) found.add('CURRENT_TIMESTAMP')
  })
  return [...found]
}

/** Those of `volatileIn` that decide which rows come, as in `WHERE at < now()`. `also` finds more of them in such a part. */
export function decidingIn(tree: unknown, also: (part: Tree) => string[] = () => []): string[] {
  const found = new Set<string>()
  walk(tree, (name, node) => {
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

/** The kinds of nodes in a tree, and the names of the fields that hold them: `SubLink`, `whereClause`. */
export function kindsIn(tree: unknown): Set<string> {
  const kinds = new Set<string>()
  walk(tree, name => kinds.add(name))
  return kinds
}

/** The name of the function that a `FuncCall` calls, without its schema: `now` of `pg_catalog.now()`. */
function functionName(call: Tree): string | undefined {
  return lastName(call.funcname as Node[] | undefined).toLowerCase() || undefined
}
