// Executes a migration in a transaction, in which all calls and worlds of its case are made. It is rolled back at the end.

import { keepStartSql } from '../../database/always.ts'
import { createConditions } from '../../database/conditions.ts'
import { CONDITION_START, LOG_TABLE, STATEMENT_START } from '../../database/private-names.ts'
import { readFacts, sequencesSql, type TestDatabase } from '../../database/test-database.ts'
import { readCatalog, type Table } from '../../postgres/catalog.ts'
import { REFUSAL_COUNT } from '../../postgres/no-ddl-in-calls.ts'
import { DatabaseError, type Session } from '../../postgres/session.ts'
import { openDefaultsSql } from '../../postgres/without-memory.ts'
import { gathersRows } from '../../sql/gathers-rows.ts'
import { identifier } from '../../sql/sql-text.ts'
import { openBase } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Refusal } from '../kind.ts'
import { functionsBefore, whyNotRun } from './after-migration.ts'
import { guardedSession } from './guarded-session.ts'
import { type MigrationStatement, readMigration } from './read-migration.ts'

/** A database in which the migration of a case has been executed. */
export interface OpenMigration extends AsyncDisposable {
  database: TestDatabase
  statements: MigrationStatement[]
  /** Whether a call tried to create, alter, drop or grant something, be it in vain and unseen. */
  hasTriedCommand(): Promise<boolean>
}

/** Executes the migration, or says why it is not run. `await using` takes it back. */
export async function openMigration(database: TestDatabase, code: string): Promise<OpenMigration | Refusal> {
  const statements = readMigration(code)
  if ('refused' in statements) return statements
  const { session, plan } = database
  const inside: TestDatabase = { ...database, runners: new Map(), deadRows: new Map() }
  inside.session = guardedSession(session, () => inside.isInWorld === true)
  const refusalsBefore = await refusals(session)
  const base = await openBase({ ...inside, session }, UNCHANGED)
  inside.hasBase = true
  const close = async () => {
    await base[Symbol.asyncDispose]()
    await forgetStatements(database)
    if (database.resetSequences !== '') await session.run(database.resetSequences)
  }
  try {
    const functions = await functionsBefore(database)
    const executed = await execute(database, plan.owner ?? '', statements)
    const found = 'refused' in executed ? executed : await readMade(database, functions, statements)
    if ('refused' in found) {
      await close()
      return found
    }
    const tables = withoutOwnTables(found, database)
    Object.assign(inside, executed, await readFacts(session), {
      tables,
      ownTables: [...found.values()].filter(({ name }) => !tables.has(name)),
      gathersRows: database.gathersRows || gathersRows(code),
      ...createConditions(inside.session, plan, tables, database.types, CONDITIONS_INSIDE),
    })
    await session.run(copiesBefore(tables))
    inside.startOfSequences = await sequencesSql(session)
    const start = keepStartSql(inside)
    if (start !== '') {
      await session.run(start)
      inside.hasStart = true
    }
    if (inside.refresh !== '') await session.run(inside.refresh)
  } catch (error) {
    await close()
    throw error
  }
  return {
    ...{ database: inside, statements, [Symbol.asyncDispose]: close },
    hasTriedCommand: async () => (await refusals(session)) !== refusalsBefore,
  }
}

async function refusals(session: Session): Promise<string | null | undefined> {
  const [found] = await session.run(REFUSAL_COUNT)
  return found?.rows[0]?.[0]
}

/** The SQL that keeps a copy of all rows as the migration has left them: see `loadSeed`. */
function copiesBefore(tables: TestDatabase['tables']): string {
  return [...tables.keys()]
    .map(identifier)
    .map(name => `drop table before.${name}; create unlogged table before.${name} as table public.${name}`)
    .join(';\n')
}

/** The tables of the schema as the migration has left them. Tables of its own are governed by no rule. */
function withoutOwnTables(tables: TestDatabase['tables'], { tables: before }: TestDatabase): TestDatabase['tables'] {
  return new Map([...tables].filter(([name]) => before.has(name)))
}

async function execute(
  { session }: TestDatabase,
  owner: string,
  statements: MigrationStatement[],
): Promise<Pick<TestDatabase, 'endOfCall'> | Refusal> {
  await session.run(`set local role ${identifier(owner)}`)
  for (const { sql, line } of statements) {
    try {
      await session.runOne(sql)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const { message, sqlState } = error
      return { refused: `line ${line}: PostgreSQL does not accept the case: ${message} (${sqlState})`, sqlState }
    }
  }
  // How far a sequence has come outlives a call.
  await session.run(`reset role; ${openDefaultsSql(session.caller)}; ${SEQUENCES_CLOSED}`)
  const endOfCall = await endOfTransaction(session)
  await session.run(`${endOfCall} delete from ${LOG_TABLE}`)
  return { endOfCall }
}

const SEQUENCES_CLOSED = `do $do$
declare
  found record;
begin
  for found in select oid::regclass as name, pg_get_userbyid(relowner) as owner from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
    execute format('revoke select on sequence %s from %I', found.name, found.owner);
  end loop;
end $do$`

/** The tables that there are now, or why the migration is not run. */
async function readMade(
  database: TestDatabase,
  functions: string[],
  statements: MigrationStatement[],
): Promise<Map<string, Table> | Refusal> {
  const tables = await readCatalog(database.session)
  const { name, why } = (await whyNotRun(database, functions, tables)) ?? {}
  if (why === undefined) return tables
  const line = statements.find(({ sql }) => name !== undefined && names(sql, name))?.line
  return { refused: line === undefined ? why : `line ${line}: ${why}` }
}

/** Whether the statement makes, changes or drops what has this name. */
function names(sql: string, name: string): boolean {
  return /^\s*(?:create\s+(?:or\s+replace\s+)?function|alter|drop)\b/i.test(sql) && sql.split(/\W+/).includes(name)
}

/**
 * The SQL of what a COMMIT checks and fires; empty where nothing can wait for one. What is deferred by default is so again
 * afterwards.
 */
async function endOfTransaction(session: Session): Promise<string> {
  const [found] = await session.run(`select format('%I.%I', n.nspname, c.conname), c.condeferred
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where c.condeferrable order by 1`)
  const rows = found?.rows ?? []
  const deferred = rows.flatMap(([name, isDeferred]) => (isDeferred === 't' ? (name ?? []) : []))
  if (rows.length === 0) return ''
  return `set constraints all immediate;${deferred.length > 0 ? ` set constraints ${deferred.join(', ')} deferred;` : ''}`
}

/** How the names begin of prepared statements that ask about conditions inside of a migration. */
const CONDITIONS_INSIDE = `${CONDITION_START}inside_`

/** Prepared statements outlive the transaction, unlike the functions that they call. */
async function forgetStatements({ session }: TestDatabase): Promise<void> {
  const [found] = await session.run(`select name from pg_prepared_statements
    where starts_with(name, '${STATEMENT_START}') or starts_with(name, '${CONDITIONS_INSIDE}')`)
  const names = (found?.rows ?? []).map(([name]) => `deallocate ${name}`)
  if (names.length > 0) await session.run(names.join(';\n'))
}
