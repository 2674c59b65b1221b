// Reads the code of a migration without a database: its statements, and why it is not run.

import { as, type Body, kindOf, type Node } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { splitStatements } from '../../sql/split-statements.ts'
import type { Refusal } from '../kind.ts'
import { asksWhere } from '../sql/code/asks-where.ts'
import { sessionTell } from '../sql/code/session-tells.ts'
import { notifyIn, placeIn } from '../sql/code/words-in-code.ts'

/** One statement of a migration. */
export interface MigrationStatement {
  sql: string
  /** The line of the case's code on which it begins, from 1. */
  line: number
  /** The statement creates a function. */
  isFunction: boolean
}

/** The statements that a migration may have. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['CreateStmt', 'AlterTableStmt', 'IndexStmt', 'ViewStmt', 'CreateTrigStmt', 'CreateFunctionStmt'],
  ...['CreatePolicyStmt', 'AlterPolicyStmt', 'AlterFunctionStmt', 'GrantStmt', 'CreateEnumStmt', 'AlterEnumStmt'],
  ...['CompositeTypeStmt', 'CreateDomainStmt', 'CreateSeqStmt', 'RenameStmt', 'CommentStmt', 'DropStmt'],
  ...['InsertStmt', 'UpdateStmt', 'DeleteStmt'],
])

/** What ALTER TABLE may not do: such a trigger fires while the prover changes rows to build a world. */
const FIRES_ALWAYS = ['AT_EnableAlwaysTrig', 'AT_EnableReplicaTrig', 'AT_ChangeOwner', 'AT_EnableAlwaysRule']

/** The settings that a function may set for itself. */
const SETTINGS = ['search_path', 'timezone', 'statement_timeout', 'lock_timeout', 'row_security']

/** The statements in their order, or why the migration is not run. */
export function readMigration(code: string): MigrationStatement[] | Refusal {
  const statements = splitStatements(code)
  if ('stopsAt' in statements) return { refused: `line ${statements.stopsAt}: the code is not PostgreSQL` }
  if (statements.length === 0) return { refused: 'the case has no statement; a migration was wanted' }
  const place = placeIn(code)
  if (place !== undefined)
    return { refused: `the case asks for ${place}, which tells how rows are stored and not what they hold` }
  if (notifyIn(code))
    return { refused: 'the case uses NOTIFY, which tells other sessions something that no check can compare' }
  const read: MigrationStatement[] = []
  for (const { sql, line } of statements) {
    const [tree] = tryParse(sql) ?? []
    const why = tree === undefined ? 'a statement that is not read alone' : whyRefused(sql, tree)
    if (why !== undefined) return { refused: `line ${line}: ${why}` }
    read.push({ sql, line, isFunction: tree !== undefined && as(tree, 'CreateFunctionStmt') !== undefined })
  }
  return read
}

function whyRefused(sql: string, tree: Node): string | undefined {
  const kind = kindOf(tree as never) ?? ''
  if (!ALLOWED.has(kind)) {
    const name = kind.replace(/Stmt$/, '').replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    return `a migration may not have ${name.toUpperCase()}; it makes tables, views, policies, functions, triggers, types, indexes and grants`
  }
  const definition = as(tree, 'CreateFunctionStmt')
  const refused = definition ? whyFunctionRefused(definition) : whyTableRefused(as(tree, 'AlterTableStmt'))
  if (refused !== undefined) return refused
  const where = asksWhere(withoutCaller(sql), definition !== undefined)
  if (where !== undefined) return `the case asks for ${where}, which tells where the code runs and not what rows hold`
  const tell = definition ? sessionTell(sql) : undefined
  return tell === undefined ? undefined : `the case ${tell}`
}

/** The role of a call is a part of the application here: policies and triggers ask for it. */
function withoutCaller(sql: string): string {
  return sql.replace(/\bcurrent_(?:user|role)\b/gi, "'caller'").replace(/\btrigger\s+user\b/gi, 'trigger all')
}

function whyFunctionRefused({
  options = [],
  is_procedure: isProcedure,
}: Body<'CreateFunctionStmt'>): string | undefined {
  if (isProcedure) return 'a procedure may end a transaction; a function was wanted'
  const elements = options.flatMap(option => as(option, 'DefElem') ?? [])
  const language = as(elements.findLast(({ defname }) => defname === 'language')?.arg, 'String')?.sval ?? 'sql'
  if (!['sql', 'plpgsql'].includes(language.toLowerCase()))
    return `a function in ${language}; sql or plpgsql was wanted`
  const setting = elements
    .filter(({ defname }) => defname === 'set')
    .map(({ arg }) => as(arg, 'VariableSetStmt')?.name?.toLowerCase() ?? 'ALL')
    .find(name => !SETTINGS.includes(name))
  return setting === undefined ? undefined : `a function with SET ${setting}, which may change its rights`
}

function whyTableRefused(altered: Body<'AlterTableStmt'> | undefined): string | undefined {
  const commands = (altered?.cmds ?? []).flatMap(command => as(command, 'AlterTableCmd')?.subtype ?? [])
  const found = commands.find(command => FIRES_ALWAYS.includes(command))
  if (found === undefined) return undefined
  return 'ENABLE ALWAYS, ENABLE REPLICA and OWNER TO are not run: they change what happens outside of calls'
}
