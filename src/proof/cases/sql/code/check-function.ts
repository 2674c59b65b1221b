import { scanSync } from 'libpg-query'
import { SETTABLE } from '../../../mutants/permits/commands.ts'
import { as, type Body, type Node, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { calledFunctions, decidingIn, kindsIn, volatileIn } from '../../../sql/sql-tree.ts'
import { decidingInBody, hasInnerLimit, hasInnerLimitInBody, volatileInBody } from './body-facts.ts'
import type { Statement } from './statement.ts'

const LANGUAGES = ['sql', 'plpgsql']
/** A function that has none of these words writes nothing, and changes nothing of the session. */
const WRITING = new RegExp(
  `\\b(?:${[
    ...[
      'insert',
      'update',
      'delete',
      'merge',
      'truncate',
      'execute',
      'call',
      'do',
      'create',
      'alter',
      'drop',
      'refresh',
    ],
    ...['set', 'reset', 'discard', 'prepare', 'deallocate', 'lock', 'copy', 'grant', 'revoke', 'listen', 'unlisten'],
  ].join('|')})\\b`,
  'i',
)
const WRITING_NODES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']

type FunctionTree = Body<'CreateFunctionStmt'>

/** What a case's function is, or why the case is not run. `sql` is the definition, `tree` its tree. */
export function checkFunction(sql: string, tree: FunctionTree): Statement | { refused: string } {
  const options = (tree.options ?? []).flatMap(option => as(option, 'DefElem') ?? [])
  const optionOf = (name: string): Node | undefined => options.findLast(({ defname }) => defname === name)?.arg
  const text = functionText(optionOf('as'))
  const language = as(optionOf('language'), 'String')?.sval ?? 'sql'
  const refused = whyRefused(tree, options, language)
  if (refused !== undefined) return { refused }
  const isSql = language.toLowerCase() === 'sql'
  const statements = isSql ? statementsOf(text, tree) : undefined
  return {
    kind: 'function',
    returnsRows: true,
    readsOnly: !WRITING.test(text) && !WRITING_NODES.some(kind => kindsIn(tree.sql_body).has(kind)),
    calls: [...(text.toLowerCase().match(/\w+/g) ?? []), ...calledFunctions(tree.sql_body)],
    // A name that is spelled with escapes, U&"\0061", is none of the words.
    mayCallAny: /\bexecute\b|\bu&"/i.test(text),
    // A function may sort its rows anywhere. The check `order` finds out whether they come in a fixed order.
    asksForOrder: true,
    hasInnerLimit: isSql ? hasInnerLimit(statements) : hasInnerLimitInBody(sql),
    hasSubquery: false,
    alwaysGivesRow: !tree.returnType?.setof,
    volatile: isSql ? volatileIn(statements) : volatileInBody(sql),
    // What a default is made from may decide anything.
    deciding: [
      ...new Set([...(isSql ? decidingIn(statements) : decidingInBody(sql)), ...volatileIn(defaultsOf(tree))]),
    ],
  }
}

/** The defaults of the parameters: the call may leave a parameter out. */
function defaultsOf({ parameters = [] }: FunctionTree): Node[] {
  return parameters.flatMap(parameter => as(parameter, 'FunctionParameter')?.defexpr ?? [])
}

function whyRefused(tree: FunctionTree, options: Body<'DefElem'>[], language: string): string | undefined {
  const security = options.findLast(({ defname }) => defname === 'security')?.arg
  if (as(security, 'Boolean')?.boolval) return 'the case is a SECURITY DEFINER function; SECURITY INVOKER was wanted'
  if (tree.is_procedure) return 'the case is a procedure; a function was wanted'
  const setting = options
    .filter(({ defname }) => defname === 'set')
    .map(({ arg }) => as(arg, 'VariableSetStmt')?.name?.toLowerCase() ?? 'ALL')
    .find(name => !SETTABLE.includes(name))
  if (setting !== undefined)
    return `the case is a function with SET ${setting}, which may change its rights; it is not run`
  if (!LANGUAGES.includes(language.toLowerCase()))
    return `the case is a function in ${language}; sql or plpgsql was wanted`
  return undefined
}

/** The body as text, without comments. PostgreSQL's parser gives the body in a list. */
function functionText(body: Node | undefined): string {
  return nodesIn(body)
    .flatMap(node => as(node, 'String')?.sval ?? [])
    .map(withoutComments)
    .join(' ')
}

function withoutComments(sql: string): string {
  try {
    const bytes = Buffer.from(sql)
    for (const { start, end, tokenName } of scanSync(sql).tokens)
      if (/COMMENT/.test(tokenName)) bytes.fill(' ', start, end)
    return bytes.toString()
  } catch {
    // A text that cannot be scanned is searched with its comments.
    return sql
  }
}

/** The statements of a function in SQL; undefined for a text that is no SQL, which PostgreSQL will refuse. */
function statementsOf(text: string, { sql_body }: FunctionTree): unknown {
  return sql_body ?? (text === '' ? undefined : tryParse(text))
}
