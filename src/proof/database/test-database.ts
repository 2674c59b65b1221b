// The test database: the schema of SPEC.md, the seed, a log of all changes, and a role without rights that cases run
// as.

import type { ProofPlan } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { readCatalog, type Table } from '../postgres/catalog.ts'
import { DatabaseError, type Session } from '../postgres/session.ts'
import { openDefaultsSql } from '../postgres/without-memory.ts'
import { gathersRows } from '../sql/gathers-rows.ts'
import { splitStatements } from '../sql/split-statements.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { takeRoles } from './application-roles.ts'
import { changeLogSql } from './change-log.ts'
import { checkNames, checkValues } from './check-plan.ts'
import { type Conditions, createConditions } from './conditions.ts'
import { replaceExtensions } from './extensions.ts'
import { withFloodTables } from './flood-tables.ts'
import { parameterTypes, withEnums } from './parameter-types.ts'
import { LOG_SCHEMA, LOG_TRIGGER, RUNNERS_SCHEMA, TRUNCATE_TRIGGER } from './private-names.ts'
import { readState, settingsQuery } from './session-state.ts'

/** Temporary tables come last: a temporary table of a case must not stand in for a table that a condition names. */
export const SEARCH_PATH = 'public, pg_temp'

/** The database that cases run on. */
export interface TestDatabase extends Conditions {
  session: Session
  plan: ProofPlan
  tables: Map<string, Table>
  /** The tables that an executed migration has made for itself, whose changes are in no log. */
  ownTables?: Table[]
  /** The types of all parameters of all queries: a condition may name any of them. For one query see `typeOf`. */
  types: Record<string, string>
  /** The query of `settingsQuery`, with which the settings are read after a call. */
  settings: string
  /** The state that `checkIntact` must find: set when a seed is loaded. */
  expectedState?: Record<string, string>
  /** The SQL that sets the sequences back to where the seed left them; empty where there are none. */
  resetSequences: string
  /** Of a migration: the SQL that sets the sequences back to where it left them. */
  startOfSequences?: string
  /** The SQL that brings materialized views up to date; empty where there are none. */
  refresh: string
  /** The names of the schema's functions that may write, be it by calling another one. */
  writers: ReadonlySet<string>
  /** A view, an operator or the like calls functions of the schema, some of which may write: so may any statement. */
  hasHiddenWriters: boolean
  /** The schema has functions of its own, beside those of triggers and extensions. */
  hasFunctions: boolean
  /** The schema has views. */
  hasViews: boolean
  /** Whether a view or a function of the schema may put many rows into one list. */
  gathersRows: boolean
  /** When the world that is open was opened, by the clock of the database: `2026-01-01T10:00:00.123456+00:00`. */
  worldTime?: string
  /** The settings of the world that is open, where it has its own: see session-state.ts. */
  worldSettings?: string
  /** A world is open: see `openWorld`. */
  isInWorld?: boolean
  /** Rows are changed for all worlds: see `openBase`. */
  hasBase?: true
  /** The rows as they were before the first call of a sequence are kept: see always.ts. */
  hasStart?: true
  /** By name of a function that runs a case, the MD5 hash of the body that it was made with. */
  runners: Map<string, string>
  /** The roles that the schema creates. */
  roles: string[]
  /** The SQL of what a COMMIT would check and fire after a call. Absent, or empty: nothing waits for one. */
  endOfCall?: string
  /** By table, how many dead rows it has: see dead-rows.ts. */
  deadRows: Map<string, number>
}

/**
 * Makes the test database in place of whatever the session's database holds. The seed is loaded by `loadSeed`.
 * @throws {PlanError} when the schema cannot be executed, or has not what the plan names.
 */
export async function createTestDatabase(
  session: Session,
  schema: string,
  writtenPlan: ProofPlan,
): Promise<TestDatabase> {
  await session.run(`set client_min_messages = error; deallocate all;
    drop schema if exists ${LOG_SCHEMA} cascade; drop schema if exists before cascade;
    drop schema if exists ${RUNNERS_SCHEMA} cascade; drop schema public cascade; create schema public;
    drop owned by ${session.caller}`)
  const { owner } = writtenPlan
  const { roles, schema: ownSchema } = takeRoles(schema)
  try {
    for (const role of roles) {
      await session.createRole(role)
      await session.run(`drop owned by ${identifier(role)}`)
    }
    if (roles.length > 0) await session.run(`grant usage on schema public to ${roles.map(identifier).join(', ')}`)
    if (owner !== undefined)
      await session.run(`grant create on schema public to ${identifier(owner)}; set role ${identifier(owner)}`)
    await session.run(replaceExtensions(ownSchema, session.createExtension))
  } catch (error) {
    throw new PlanError(`the schema cannot be executed: ${(error as Error).message}.`, 1, 'SPEC.md')
  } finally {
    await session.run('reset role')
  }
  const tables = await readCatalog(session)
  checkNames(writtenPlan, tables)
  const plan = withFloodTables(await withEnums(session, writtenPlan), tables)
  const types = parameterTypes(plan, tables)
  await checkValues(session, { plan, tables, types })
  await session.run(`
    create schema ${LOG_SCHEMA}; create schema before; create schema ${RUNNERS_SCHEMA};
    grant usage on schema public, ${LOG_SCHEMA}, ${RUNNERS_SCHEMA} to ${session.caller};
    grant select, insert, update, delete on all tables in schema public to ${session.caller};
    grant usage on all sequences in schema public to ${session.caller};
    -- One plan for each prepared statement: its calls differ only in their values.
    set client_min_messages = notice; set plan_cache_mode = force_generic_plan; set timezone = 'UTC'; set jit = off; set search_path = ${SEARCH_PATH};`)
  if (roles.length > 0) await session.run(grantsToRoles(roles))
  await session.run(openDefaultsSql(session.caller))
  // A migration may create tables that refer to these, and a logged table must not refer to an unlogged one.
  if (plan.identity === undefined) await setUnlogged(session, tables)
  await session.run(changeLogSql([...tables.values()], [session.caller, ...roles]))
  return {
    session,
    plan,
    tables,
    types,
    ...createConditions(session, plan, tables, types),
    ...(await readFacts(session)),
    gathersRows: gathersRows(schema),
    settings: await settingsQuery(session),
    resetSequences: '',
    runners: new Map(),
    deadRows: new Map(),
    roles,
  }
}

/** What every caller may do: reach its functions, and let them read what a call has written. */
function grantsToRoles(roles: string[]): string {
  const names = roles.map(identifier).join(', ')
  return `grant usage on schema ${LOG_SCHEMA}, ${RUNNERS_SCHEMA} to ${names}`
}

type DatabaseFacts = Pick<TestDatabase, 'writers' | 'hasHiddenWriters' | 'hasFunctions' | 'hasViews' | 'refresh'>

export async function readFacts(session: Session): Promise<DatabaseFacts> {
  const [functions, views] = await session.run(`select p.proname, p.provolatile = 'v',
      exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'),
      exists (select from pg_depend d where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
        and d.classid not in ('pg_proc'::regclass, 'pg_trigger'::regclass, 'pg_attrdef'::regclass))
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema', 'provided') and p.prorettype <> 'trigger'::regtype;
    select relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relkind in ('m', 'v') order by oid`)
  const materialized = (views?.rows ?? []).filter(([, kind]) => kind === 'm')
  return {
    ...findWriters(functions?.rows ?? []),
    hasViews: (views?.rows ?? []).length > 0,
    refresh: materialized.map(([name]) => `refresh materialized view ${identifier(name ?? '')}`).join(';\n'),
  }
}

/**
 * The functions that may write. PostgreSQL lets a function write that it calls VOLATILE, and any function call such a
 * one: so where the schema has one of its own, all functions of the schema may write. Functions of extensions call none of
 * them.
 */
function findWriters(
  functions: (string | null)[][],
): Pick<TestDatabase, 'writers' | 'hasHiddenWriters' | 'hasFunctions'> {
  const isTrue = (cell: string | null | undefined) => cell === 't'
  const own = functions.filter(([, , isOfExtension]) => !isTrue(isOfExtension))
  const hasVolatile = own.some(([, isVolatile]) => isTrue(isVolatile))
  const volatile = functions.filter(([, isVolatile]) => isTrue(isVolatile))
  return {
    writers: new Set([...volatile, ...(hasVolatile ? own : [])].map(([name]) => name ?? '')),
    hasHiddenWriters: hasVolatile && own.some(([, , , isUsed]) => isTrue(isUsed)),
    hasFunctions: own.length > 0,
  }
}

/**
 * Takes tables out of the write-ahead log. Worlds are built thousands of times, which is faster without that log, and
 * PGlite keeps the log in memory. A table can be unlogged once all tables that refer to it are; tables that refer to
 * each other in a circle stay logged.
 */
async function setUnlogged(session: Session, tables: Map<string, Table>): Promise<void> {
  const logged = new Set(tables.keys())
  for (let before = -1; before !== logged.size; ) {
    before = logged.size
    for (const name of logged) {
      const isReferredTo = [...logged].some(
        other => other !== name && tables.get(other)?.references.some(({ table }) => table === name),
      )
      if (isReferredTo) continue
      try {
        await session.run(`alter table public.${identifier(name)} set unlogged`)
      } catch (error) {
        // The table stays logged, which is slower but as correct.
        if (!(error instanceof DatabaseError)) throw error
      }
      logged.delete(name)
    }
  }
}

/** The line of the first statement that fails; 1 where none fails alone, e.g. since a constraint is deferred. */
async function failingLine(session: Session, sql: string): Promise<number> {
  const statements = splitStatements(sql)
  if ('stopsAt' in statements) return statements.stopsAt
  await session.run('begin')
  try {
    for (const statement of statements) {
      try {
        await session.run(statement.sql)
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        return statement.line
      }
    }
    return 1
  } finally {
    await session.run('rollback')
  }
}

/**
 * Empties all tables, loads the seed, and keeps a copy of all rows in the schema `before`.
 * @throws {PlanError} when the seed cannot be executed.
 */
export async function loadSeed(database: TestDatabase, seed: { file: string; sql: string }): Promise<void> {
  const { session, tables } = database
  const names = [...tables.keys()].map(name => identifier(name))
  const each = (statement: (name: string) => string) => names.map(statement).join(';\n')
  // Loading the seed is not a call: the log of changes is off.
  if (names.length > 0) {
    await session.run(`${each(name => logSql(name, 'disable'))};
      truncate ${names.map(name => `public.${name}`).join(', ')} restart identity cascade`)
  }
  try {
    await session.run(seed.sql)
  } catch (error) {
    const line = error instanceof DatabaseError ? await failingLine(session, seed.sql) : 1
    throw new PlanError(`the seed cannot be executed: ${(error as Error).message}.`, line, seed.file)
  }
  // Sequences go on from high numbers, far from each other, so that an id that the database generates is equal neither to one
  // that a client sends nor to one of another table.
  await session.run(`drop schema before cascade; create schema before;
    ${each(name => `create unlogged table before.${name} as table public.${name}; ${logSql(name, 'enable')}`)};
    select setval(name, start) from (
      select s.oid::regclass as name, seqmax, 700000001 + 10000000 * ((row_number() over (order by s.relname) - 1) % 100) as start
      from pg_class s join pg_sequence q on q.seqrelid = s.oid
      where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace) n
    where start < seqmax`)
  if (database.refresh !== '') await session.run(database.refresh)
  if (names.length > 0) await session.run(`analyze ${names.map(name => `public.${name}`).join(', ')}`)
  database.resetSequences = await sequencesSql(session)
  database.expectedState = await readState(database)
}

/** Turns the log of changes of a table off or on. */
function logSql(name: string, change: 'enable' | 'disable'): string {
  return `alter table public.${name} ${change} trigger ${LOG_TRIGGER}, ${change} trigger ${TRUNCATE_TRIGGER}`
}

/** The SQL that sets the sequences back to where they are. */
export async function sequencesSql(session: Session): Promise<string> {
  const [result] = await session.run(
    `select schemaname, sequencename, coalesce(last_value, start_value), last_value is not null from pg_sequences where schemaname = 'public'`,
  )
  return (result?.rows ?? [])
    .map(([schema = '', name = '', value, isCalled]) => {
      const sequence = quoted(`${identifier(schema ?? '')}.${identifier(name ?? '')}`)
      return `select setval(${sequence}, ${value}, ${isCalled === 't'})`
    })
    .join(';\n')
}
