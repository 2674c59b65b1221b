import { parseSync, scanSync } from 'libpg-query'

import { decidingIn, volatileIn } from '../../sql/sql-tree.ts'
import { type Tree, walk } from '../../sql/walk-tree.ts'
import { decidingInBody, hasLimitIn, hasLimitInside, volatileInBody } from './body-facts.ts'
import type { Statement } from './statement.ts'

/** What would end the rights or the statements that the proof rests on. */
const FORBIDDEN =
  /(?<!\bupdate\s+(?:[\w."]+\s+)?(?:as\s+)?(?:\w+\s+)?)\b(?:re)?set\s+(?:local\s+|session\s+)?(?:role|session\s+authorization|authorization|session_replication_role)\b|\bset_config\b|\b(?:deallocate|discard)\s+\w+|\bcopy\s+\S+\s+(?:from|to)\b/i
/** What a function may set for itself: a fixed search path is good practice, and none of these changes any rights. */
const SETTINGS = [
  ...['search_path', 'timezone', 'datestyle', 'intervalstyle', 'lc_messages', 'client_min_messages'],
  ...['statement_timeout', 'lock_timeout', 'work_mem', 'plan_cache_mode', 'jit'],
]
const LANGUAGES = ['sql', 'plpgsql']
/** Without any of these words, a function that may write does not. */
const WRITING = /\b(?:insert|update|delete|merge|truncate|execute|call|do|create|alter|drop|refresh)\b/i

/** What a case's function is, or why it is not run. `sql` is its definition, `body` the tree of it. */
export function checkFunction(sql: string, body: Tree): Statement | { refused: string } {
  const elements = ((body.options ?? []) as { DefElem?: { defname?: string; arg?: Tree } }[]).map(
    ({ DefElem }) => [DefElem?.defname ?? '', DefElem?.arg] as const,
  )
  const options = new Map(elements)
  const flag = options.get('security') as { Boolean?: { boolval?: boolean } } | undefined
  if (flag?.Boolean?.boolval) return { refused: 'a SECURITY DEFINER function; SECURITY INVOKER was wanted' }
  if (body.is_procedure) return { refused: 'a procedure; a function was wanted' }
  const set = elements.find(([name, clause]) => name === 'set' && !SETTINGS.includes(settingOf(clause)))
  if (set) return { refused: `a function with SET ${settingOf(set[1])}; it is not run` }
  const text = functionText(options.get('as'))
  const forbidden = FORBIDDEN.exec(text)?.[0]
  if (forbidden)
    return { refused: `a function that says ${forbidden.replace(/\s+/g, ' ').toUpperCase()}; it is not run` }
  const language = (options.get('language') as { String?: { sval?: string } } | undefined)?.String?.sval ?? 'sql'
  if (!LANGUAGES.includes(language.toLowerCase()))
    return { refused: `a function in ${language}; sql or plpgsql was wanted` }
  const isSql = language.toLowerCase() === 'sql'
  const volatility =
    (options.get('volatility') as { String?: { sval?: string } } | undefined)?.String?.sval ?? 'volatile'
  const statements = isSql ? statementsOf(text, body) : undefined
  // What it returns may be in an order; whether that is fixed shows when the heap is reversed.
  return {
    kind: 'function',
    returnsRows: true,
    // PostgreSQL lets no function write that is not VOLATILE, but by calling one that is.
    isReading: volatility !== 'volatile' || !WRITING.test(text),
    calls: text.toLowerCase().match(/\w+/g) ?? [],
    mayCallAny: /\bexecute\b/i.test(text),
    isOrdered: true,
    hasInnerLimit: isSql ? hasLimitIn(statements) : hasLimitInside(sql),
    hasSubquery: false,
    isOneRow: !(body.returnType as { setof?: boolean } | undefined)?.setof,
    volatile: isSql ? volatileIn(statements) : volatileInBody(sql),
    deciding: isSql ? decidingIn(statements) : decidingInBody(sql),
  }
}

function settingOf(clause: Tree | undefined): string {
  const { name } = (clause?.VariableSetStmt ?? {}) as { name?: string }
  return name?.toLowerCase() ?? 'ALL'
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

function statementsOf(text: string, { sql_body }: Tree): unknown {
  try {
    return sql_body ?? parseSync(text).stmts
  } catch {
    // PostgreSQL will say what is wrong with it.
    return undefined
  }
}
