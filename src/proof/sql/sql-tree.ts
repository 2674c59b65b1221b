// What the parser's tree of a statement says.

export type Tree = Record<string, unknown>

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

/** Functions that give something else each time, by name. */
export function volatileIn(tree: unknown): string[] {
  const found = new Set<string>()
  walk(tree, (name, node) => {
    const called = name === 'FuncCall' ? functionName(node) : undefined
    if (called && VOLATILE.has(called)) found.add(`${called}()`)
    if (name === 'SQLValueFunction' && /DATE|TIME/.test(String(node.op))) found.add('CURRENT_TIMESTAMP')
  })
  return [...found]
}

/** Those of them that decide which rows come. `also` finds more of the kind. */
export function decidingIn(tree: unknown, also: (part: Tree) => string[] = () => []): string[] {
  const found = new Set<string>()
  walk(tree, (name, node) => {
    if (DECIDING.has(name)) for (const called of [...volatileIn(node), ...also(node)]) found.add(called)
  })
  return [...found]
}

const NUMBERING = /^(row_number|rank|dense_rank)$/

/** How often rows are left out but for so many of them: by a limit, or in a subquery by numbering them or DISTINCT ON. */
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
  // Of a plain DISTINCT, the parser gives one without anything in it.
  const isOnSome = ((distinctClause ?? []) as Tree[]).some(one => Object.keys(one).length > 0)
  return isOnSome || targets.some(({ ResTarget }) => isNumbering(ResTarget?.val?.FuncCall))
}

export function kindsIn(tree: unknown): Set<string> {
  const kinds = new Set<string>()
  walk(tree, name => kinds.add(name))
  return kinds
}

export function functionName(node: Tree): string | undefined {
  const names = node.funcname as { String?: { sval?: string } }[] | undefined
  return names?.at(-1)?.String?.sval?.toLowerCase()
}

export function walk(node: unknown, visit: (name: string, node: Tree) => void): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  else if (node !== null && typeof node === 'object') {
    for (const [name, value] of Object.entries(node)) {
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) visit(name, value as Tree)
      walk(value, visit)
    }
  }
}
