// Executes a migration in a transaction, in which all calls and worlds of its case are made. It is rolled back at the end.

import { keepStartSql } from '../../database/always.ts'
import { createConditions } from '../../database/conditions.ts'
import { CONDITION_START, LOG_TABLE, LOG_TRIGGER, STATEMENT_START } from '../../database/private-names.ts'
import { readFacts, sequencesSql, type TestDatabase } from '../../database/test-database.ts'
import { readCatalog } from '../../postgres/catalog.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { openDefaultsSql } from '../../postgres/without-memory.ts'
import { gathersRows } from '../../sql/gathers-rows.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { openBase } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Refusal } from '../kind.ts'
import { guardedSession } from './guarded-session.ts'
import { type MigrationStatement, readMigration } from './read-migration.ts'

/** A database in which the migration of a case has been executed. */
export interface OpenMigration extends AsyncDisposable {
  database: TestDatabase
  statements: MigrationStatement[]
}

/** Executes the migration, or says why it is not run. `await using` takes it back. */
export async function openMigration(database: TestDatabase, code: string): Promise<OpenMigration | Refusal> {
  const statements = readMigration(code)
  if ('refused' in statements) return statements
  const { session, plan } = database
  const inside: TestDatabase = { ...database, runners: new Map(), deadRows: new Map() }
  inside.session = guardedSession(session, () => inside.isInWorld === true)
  const base = await openBase({ ...inside, session }, UNCHANGED)
  inside.hasBase = true
  const close = async () => {
    await base[Symbol.asyncDispose]()
    await forgetStatements(database)
    if (database.resetSequences !== '') await session.run(database.resetSequences)
  }
  try {
    const refused = await execute(database, plan.owner ?? '', statements)
    if (refused) {
      await close()
      return refused
    }
    const all = await readCatalog(session)
    const tables = withoutOwnTables(all, database)
    inside.ownTables = [...all.keys()].filter(name => !tables.has(name))
    Object.assign(inside, await readFacts(session), {
      tables,
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
  return { database: inside, statements, [Symbol.asyncDispose]: close }
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
  { session, tables }: TestDatabase,
  owner: string,
  statements: MigrationStatement[],
): Promise<Refusal | undefined> {
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
  await session.run(`reset role; set constraints all immediate; ${openDefaultsSql(session.caller)};
    delete from ${LOG_TABLE}`)
  const [logged] = await session.run(`select count(*) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and t.tgname = ${quoted(LOG_TRIGGER)} and t.tgenabled = 'O'
      and c.relispartition = false`)
  if (Number(logged?.rows[0]?.[0]) < tables.size)
    return { refused: 'the migration drops a table of the schema, or leaves triggers of one disabled' }
  return undefined
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
