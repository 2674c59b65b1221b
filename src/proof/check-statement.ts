import { parseSync, scanSync } from 'libpg-query'

export interface Statement {
  kind: 'statement' | 'function'
  /** It has a result, as a SELECT or by RETURNING. */
  returnsRows: boolean
  /** Nothing in it can change a row: there is no change to look for. */
  isReading: boolean
  /** The functions that it calls, by name. */
  calls: string[]
  /** The rows come in an order that the statement asks for. */
  isOrdered: boolean
  /** A part of it is limited, not only the whole. */
  hasInnerLimit: boolean
  /** A condition or a column asks a query of its own. */
  hasSubquery: boolean
  /** Functions that give something else each time, by name. */
  volatile: string[]
  /** Those of them that decide which rows come: run twice within a second, they may well say the same. */
  deciding: string[]
}

const ALLOWED = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']
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
/** What would end the rights or the statements that the proof rests on. */
const FORBIDDEN =
  /(?<!\bupdate\s+(?:[\w."]+\s+)?(?:as\s+)?(?:\w+\s+)?)\b(?:re)?set\s+(?:local\s+|session\s+)?(?:role|session\s+authorization|authorization|session_replication_role)\b|\bset_config\b|\b(?:deallocate|discard)\s+\w+|\bcopy\s+\S+\s+(?:from|to)\b/i
const LANGUAGES = ['sql', 'plpgsql']

type Tree = Record<string, unknown>

/** What a case's statement is, or why it is not run. `sql` has its parameters bound as `$n`. */
export function checkStatement(sql: string): Statement | { refused: string } {
  if (sql.trim() === '') return { refused: 'no statement; one was wanted' }
  let statements: Tree[]
  try {
    statements = (parseSync(sql).stmts ?? []).map(({ stmt }: { stmt?: unknown }) => stmt as Tree)
  } catch (error) {
    return { refused: `not PostgreSQL: ${(error as Error).message}` }
  }
  const [tree, second] = statements
  if (!tree) return { refused: 'no statement; one was wanted' }
  if (second) return { refused: `${statements.length} statements; one was wanted` }
  const [kind, body] = Object.entries(tree)[0] as [string, Tree]
  if (kind === 'CreateFunctionStmt') return checkFunction(body)
  if (!ALLOWED.includes(kind)) {
    const name = kind.replace(/Stmt$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    return { refused: `a ${name.toUpperCase()} statement; SELECT, INSERT, UPDATE, DELETE or MERGE was wanted` }
  }
  if (kind === 'SelectStmt' && 'intoClause' in body) return { refused: 'SELECT INTO makes a table; it is not run' }
  const kinds = new Set<string>()
  const deciding = new Set<string>()
  const calls = new Set<string>()
  let limits = 0
  walk(tree, (name, node) => {
    kinds.add(name)
    if (name === 'limitCount') limits++
    const called = name === 'FuncCall' ? functionName(node) : undefined
    if (called !== undefined) calls.add(called)
    if (DECIDING.has(name)) for (const called of volatileIn(node)) deciding.add(called)
  })
  return {
    kind: 'statement',
    returnsRows: kind === 'SelectStmt' || 'returningClause' in body || 'returningList' in body,
    isReading: kind === 'SelectStmt' && !ALLOWED.slice(1).some(name => kinds.has(name)),
    calls: [...calls],
    isOrdered: kind === 'SelectStmt' && 'sortClause' in body,
    hasInnerLimit: limits > ('limitCount' in body ? 1 : 0),
    hasSubquery: kinds.has('SubLink'),
    volatile: volatileIn(tree),
    deciding: [...deciding],
  }
}

function checkFunction(body: Tree): Statement | { refused: string } {
  const elements = ((body.options ?? []) as { DefElem?: { defname?: string; arg?: Tree } }[]).map(
    ({ DefElem }) => [DefElem?.defname ?? '', DefElem?.arg] as const,
  )
  const options = new Map(elements)
  const flag = options.get('security') as { Boolean?: { boolval?: boolean } } | undefined
  if (flag?.Boolean?.boolval) return { refused: 'a SECURITY DEFINER function; SECURITY INVOKER was wanted' }
  if (body.is_procedure) return { refused: 'a procedure; a function was wanted' }
  // A fixed search path is good practice and changes no rights.
  if (elements.some(([name, clause]) => name === 'set' && settingOf(clause) !== 'search_path'))
    return { refused: 'a function with a SET clause; but for SET search_path it is not run' }
  const forbidden = FORBIDDEN.exec(functionText(options.get('as')))?.[0]
  if (forbidden)
    return { refused: `a function that says ${forbidden.replace(/\s+/g, ' ').toUpperCase()}; it is not run` }
  const language = (options.get('language') as { String?: { sval?: string } } | undefined)?.String?.sval ?? 'sql'
  if (!LANGUAGES.includes(language.toLowerCase()))
    return { refused: `a function in ${language}; sql or plpgsql was wanted` }
  // What it returns may be in an order; whether that is fixed shows when the heap is reversed.
  return {
    kind: 'function',
    returnsRows: true,
    isReading: false,
    calls: [],
    isOrdered: true,
    hasInnerLimit: false,
    hasSubquery: false,
    volatile: [],
    deciding: [],
  }
}

function settingOf(clause: Tree | undefined): string | undefined {
  const { kind, name } = (clause?.VariableSetStmt ?? {}) as { kind?: string; name?: string }
  return kind === 'VAR_SET_VALUE' ? name?.toLowerCase() : undefined
}

/** The body as text, in one or two parts. What a comment says is not run. */
function functionText(node: unknown): string {
  const parts: string[] = []
  walk(node, (name, { sval }) => {
    if (name === 'String' && typeof sval === 'string') parts.push(withoutComments(sval))
  })
  return parts.join(' ')
}

function withoutComments(sql: string): string {
  try {
    const bytes = Buffer.from(sql)
    for (const { start, end, tokenName } of scanSync(sql).tokens)
      if (/COMMENT/.test(tokenName)) bytes.fill(' ', start, end)
    return bytes.toString()
  } catch {
    // What cannot be scanned is looked at as it stands.
    return sql
  }
}

function volatileIn(tree: Tree): string[] {
  const found = new Set<string>()
  walk(tree, (name, node) => {
    const called = name === 'FuncCall' ? functionName(node) : undefined
    if (called && VOLATILE.has(called)) found.add(`${called}()`)
    if (name === 'SQLValueFunction') found.add('CURRENT_TIMESTAMP')
  })
  return [...found]
}

function functionName(node: Tree): string | undefined {
  const names = node.funcname as { String?: { sval?: string } }[] | undefined
  return names?.at(-1)?.String?.sval?.toLowerCase()
}

function walk(node: unknown, visit: (name: string, node: Tree) => void): void {
  if (Array.isArray(node)) for (const item of node) walk(item, visit)
  else if (node !== null && typeof node === 'object') {
    for (const [name, value] of Object.entries(node)) {
      if (value !== null && typeof value === 'object' && !Array.isArray(value)) visit(name, value as Tree)
      walk(value, visit)
    }
  }
}
