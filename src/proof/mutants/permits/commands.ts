// The commands of a function. A function reads and writes rows, sets settings for itself, and may keep rows in a temporary table
// until its transaction ends. What other commands do, such as DO, PREPARE or SHOW, is written in no tree that could be read.

import { scanSync } from 'libpg-query'
import { as, type Body, columnParts, type Kind, lastName, type Node } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'
import { expressionOf, runsText, type Variables, variablesOf } from './executed-text.ts'

const KNOWN: Kind[] = [
  ...(['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt', 'VariableSetStmt', 'LockStmt'] as const),
  ...(['CreateStmt', 'CreateTableAsStmt', 'IndexStmt', 'DropStmt', 'TruncateStmt', 'CallStmt'] as const),
]
/**
 * The settings that a function may set, beside those of the application, such as `app.tenant`. With another one, such as
 * `standard_conforming_strings`, PostgreSQL would read a text otherwise than it was read here.
 */
export const SETTABLE = [
  ...['search_path', 'timezone', 'datestyle', 'intervalstyle', 'lc_messages', 'client_min_messages'],
  ...['statement_timeout', 'lock_timeout', 'work_mem', 'plan_cache_mode', 'jit'],
]
/** The whole first word of a text that EXECUTE runs; of SET LOCAL, with the name of the setting. */
const KNOWN_WORD = new RegExp(
  `^[\\s(]*(?:select|with|insert|update|delete|merge|values|lock|drop|truncate|set\\s+local\\s+(?:\\w+\\.\\w+|${SETTABLE.join('|')}))(?![\\w$])`,
  'i',
)
const TEMPORARY = /^\s*create\s+(?:local\s+)?temp(?:orary)?\s/i
const DROPPED = /\son\s+commit\s+drop\b/i

/** The first command that is not known, or undefined. `text` is the body of a function in SQL; absent for PL/pgSQL. */
export function unknownCommand(definition: string, text?: string): string | undefined {
  if (text !== undefined) return (tryParse(text) ?? []).some(isUnknown) ? firstLine(text) : undefined
  const all = plpgsqlExpressions(definition)
  if (all === undefined) return undefined
  const variables = variablesOf(definition)
  const isStatement = (part: string) => part === 'sqlstmt' || part === 'query' || part === 'cursor_explicit_expr'
  const found = all.find(one => {
    if (one.part === 'params') return false
    if (runsText(one)) return !isKnownText(one.query, variables)
    const isCommand = isStatement(one.part) || one.statement === 'PLpgSQL_stmt_call'
    return isCommand && (tryParse(one.query) ?? []).some(isUnknown)
  })
  return found && firstLine(found.query)
}

/** The first temporary table that lasts until the session ends, and serves whoever calls next; or undefined. */
export function lastingTable(definition: string, text?: string): string | undefined {
  const lasting = statementsOf(definition, text)
    .flatMap(statement => tableMadeBy(statement) ?? [])
    .find(({ isDropped }) => !isDropped)
  return lasting?.name
}

/** The first setting of the application, as `app.tenant`, that lasts until the session ends; or undefined. */
export function lastingSetting(definition: string, text?: string): string | undefined {
  const set = statementsOf(definition, text).flatMap(statement => as(statement, 'VariableSetStmt') ?? [])
  return set.find(({ kind, is_local, name }) => kind !== 'VAR_RESET' && !is_local && name?.includes('.'))?.name
}

function statementsOf(definition: string, text: string | undefined): Node[] {
  const queries = text === undefined ? (plpgsqlExpressions(definition) ?? []).map(({ query }) => query) : [text]
  return queries.flatMap(query => tryParse(query) ?? [])
}

function tableMadeBy(statement: Node): { name: string; isDropped: boolean } | undefined {
  const table = as(statement, 'CreateStmt')
  const query: Body<'IntoClause'> | undefined = as(statement, 'CreateTableAsStmt')?.into
  const name = (table?.relation ?? query?.rel)?.relname
  return name === undefined ? undefined : { name, isDropped: (table?.oncommit ?? query?.onCommit) === 'ONCOMMIT_DROP' }
}

const isUnknown = (statement: Node) => !KNOWN.some(kind => kind in statement) || isUnknownSetting(statement)

function isUnknownSetting(statement: Node): boolean {
  const set = as(statement, 'VariableSetStmt')
  const name = set?.name?.toLowerCase() ?? ''
  return set !== undefined && !name.includes('.') && !SETTABLE.includes(name)
}
const firstLine = (sql: string) => sql.trim().split('\n')[0] ?? ''

function isKnownText(query: string, { sources, inputs }: Variables): boolean {
  const value = expressionOf(query)
  // Text of the caller may begin with anything.
  const known = new Map([...sources].filter(([name]) => !inputs.has(name)))
  const starts = value === undefined ? [] : startsOf(value, known, [])
  return starts.length > 0 && starts.every(isKnownStart)
}

function isKnownStart(text: string): boolean {
  const plain = withoutComments(text)
  return (KNOWN_WORD.test(plain) || (TEMPORARY.test(plain) && DROPPED.test(plain))) && !hasSecond(plain)
}

function withoutComments(text: string): string {
  return text.replace(/^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*/, '')
}

/** Whether another statement follows in the text. A text that is cut in the middle may not be one that can be scanned. */
function hasSecond(text: string): boolean {
  try {
    const { tokens } = scanSync(text)
    return tokens.some(({ text: word }, nth) => word === ';' && nth < tokens.length - 1)
  } catch {
    return text.includes(';')
  }
}

/** The texts that a value may begin with, each as far as it is a constant; '' where that is not known. */
function startsOf(node: Node, sources: Variables['sources'], seen: string[]): string[] {
  const each = (nodes: (Node | undefined)[] = []) =>
    nodes.flatMap(one => (one === undefined ? [] : startsOf(one, sources, seen)))
  const constant = as(node, 'A_Const')
  if (constant) return constant.isnull ? [] : [constant.sval?.sval ?? '']
  const { args, defresult } = as(node, 'CaseExpr') ?? {}
  if (args) return each([...args.map(one => as(one, 'CaseWhen')?.result), defresult])
  const list = as(as(node, 'A_Indirection')?.arg, 'A_ArrayExpr')?.elements ?? as(node, 'CoalesceExpr')?.args
  if (list) return each(list)
  const { kind, name, lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  if (kind === 'AEXPR_OP' && lastName(name) === '||' && lexpr && rexpr) {
    const followed = isWhole(lexpr) ? each([rexpr]) : ['']
    return each([lexpr]).flatMap(start => (followed.length > 0 ? followed : ['']).map(next => start + next))
  }
  const { funcname, args: given = [] } = as(node, 'FuncCall') ?? {}
  if (['format', 'concat'].includes(lastName(funcname)))
    return each(given.slice(0, 1)).flatMap(text => (/^\s*%s/.test(text) ? each(given.slice(1, 2)) : [text]))
  const [variable = '', ...fields] = columnParts(node) ?? []
  const values = sources.get(variable)
  if (values === undefined || fields.length > 0) return ['']
  // `command := command || '…'` begins as the command did before.
  return seen.includes(variable)
    ? []
    : values.flatMap(one => (one ? startsOf(one.value, sources, [...seen, variable]) : ['']))
}

/** Whether all of a value is constants, so that what follows goes on with the same word. */
function isWhole(node: Node): boolean {
  const { name, lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  if (lastName(name) === '||' && lexpr && rexpr) return isWhole(lexpr) && isWhole(rexpr)
  return 'A_Const' in node
}
