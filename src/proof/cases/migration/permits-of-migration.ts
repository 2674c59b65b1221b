import type { TestDatabase } from '../../database/test-database.ts'
import { partsOfMigration } from '../../mutants/permits/migration/parts-of-migration.ts'
import { whyUnclear } from '../../mutants/permits/unclear.ts'
import type { Session } from '../../postgres/session.ts'
import { as, lastName, nodesIn } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import type { WithoutPermit } from '../kind.ts'
import type { MigrationStatement } from './read-migration.ts'

/** The migration without each of its parts that only permit more. */
export async function withoutPermitsOf(
  { session, plan: { rules, queries, exposes }, tables }: Pick<TestDatabase, 'session' | 'plan' | 'tables'>,
  statements: MigrationStatement[],
  /** The query of the case. */
  of: string,
): Promise<WithoutPermit[]> {
  const sent = queries.flatMap(({ operation }) => operation?.sql.sql ?? [])
  const required = rules.flatMap(({ requires }) => requires.map(({ inserts }) => inserts))
  const { relations = [] } = exposes[of] ?? {}
  const isExposed = (name: string) => relations === 'all' || relations.includes(name)
  const keys = Object.fromEntries([...tables].map(([name, { primaryKey }]) => [name, primaryKey]))
  const saysWhoCalls = await functionsThatSayWhoCalls(session)
  const parts = await partsOfMigration(statements, { required, operations: sent, isExposed, keys, saysWhoCalls })
  return parts.map(({ sql, ...rest }) => ({ ...rest, code: sql }))
}

/** The functions of the schema that give a setting of the call, and nothing else: `app_user_id()`. */
async function functionsThatSayWhoCalls(session: Session): Promise<string[]> {
  const [found] = await session.run(`select p.proname, p.prosrc from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.pronargs = 0 and l.lanname = 'sql' and not p.proretset`)
  return (found?.rows ?? []).flatMap(([name, source]) => (name && source && isSetting(source) ? [name] : []))
}

/** `select nullif(current_setting('app.user_id', true), '')::int`. */
function isSetting(source: string): boolean {
  const [statement, ...more] = tryParse(source) ?? []
  const nodes = nodesIn(statement)
  const calls = nodes.flatMap(node => as(node, 'FuncCall') ?? [])
  const isOpen = nodes.some(node => ['ColumnRef', 'RangeVar', 'SubLink', 'ParamRef'].some(kind => kind in node))
  const isOne = calls.length === 1 && lastName(calls[0]?.funcname) === 'current_setting'
  return as(statement, 'SelectStmt') !== undefined && more.length === 0 && isOne && !isOpen
}

/** Why the migration cannot be taken apart, with the line in the whole code. */
export function whyMigrationUnclear(statements: MigrationStatement[]): string | undefined {
  for (const { sql, line, isFunction } of statements) {
    const reason = isFunction ? whyUnclear(sql) : undefined
    if (reason !== undefined)
      return reason.replace(/\(line (\d+):/, (_, inside) => `(line ${line + Number(inside) - 1}:`)
  }
  return undefined
}
