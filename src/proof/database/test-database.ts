// The test database: the schema of SPEC.md, the seed, a log of all changes, and a role without rights that cases run
// as.

import type { ProofPlan } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { CALLER_ROLE } from '../postgres/caller-role.ts'
import { readCatalog, type Table } from '../postgres/catalog.ts'
import { DatabaseError, type Session } from '../postgres/session.ts'
import { gathersRows } from '../sql/gathers-rows.ts'
import { splitStatements } from '../sql/split-statements.ts'
import { identifier } from '../sql/sql-text.ts'
import { changeLogSql } from './change-log.ts'
import { readState } from './check-intact.ts'
import { checkNames, checkValues } from './check-plan.ts'
import { type Conditions, createConditions } from './conditions.ts'
import { withFloodTables } from './flood-tables.ts'
import { parameterTypes, withEnums } from './parameter-types.ts'

/** Temporary tables come last: a temporary table of a case must not stand in for a table that a condition names. */
export const SEARCH_PATH = 'public, pg_temp'

/** The schema of the wrappers that run cases. */
export const CASES_SCHEMA = 'proof_cases'

/** The database that cases run on. */
export interface TestDatabase extends Conditions {
  session: Session
  plan: ProofPlan
  tables: Map<string, Table>
  /** The types of all parameters of all queries: a condition may name any of them. For one query see `typeOf`. */
  types: Record<string, string>
  /** The state that `checkIntact` must find: set when a seed is loaded. */
  expectedState?: string
  /** The SQL that brings materialized views up to date; empty where there are none. */
  refresh: string
  /** The names of the schema's functions that may write. */
  writers: ReadonlySet<string>
  /** Whether a view or a function of the schema may put many rows into one list. */
  gathersRows: boolean
  /** When the database was made, by its own clock, in milliseconds. */
  openedAt: number
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
    drop schema if exists proof cascade; drop schema if exists before cascade; drop schema if exists ${CASES_SCHEMA} cascade;
    drop schema public cascade; create schema public;
    do $$ begin
      if to_regrole('${CALLER_ROLE}') is null then create role ${CALLER_ROLE} nologin; else drop owned by ${CALLER_ROLE}; end if;
    end $$`)
  try {
    await session.run(schema)
  } catch (error) {
    throw new PlanError(`the schema cannot be executed: ${(error as Error).message}.`, 1, 'SPEC.md')
  }
  const tables = await readCatalog(session)
  checkNames(writtenPlan, tables)
  const plan = withFloodTables(await withEnums(session, writtenPlan), tables)
  const types = parameterTypes(plan, tables)
  await checkValues(session, { plan, tables, types })
  await session.run(`
    create schema proof; create schema before; create schema ${CASES_SCHEMA};
    grant usage on schema public, proof, ${CASES_SCHEMA} to ${CALLER_ROLE};
    grant select, insert, update, delete on all tables in schema public to ${CALLER_ROLE};
    grant usage on all sequences in schema public to ${CALLER_ROLE};
    revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
    -- One plan for each prepared statement: its calls differ only in their values.
    set plan_cache_mode = force_generic_plan; set timezone = 'UTC'; set jit = off; set search_path = ${SEARCH_PATH};`)
  await setUnlogged(session, tables)
  await session.run(changeLogSql([...tables.values()], CALLER_ROLE))
  return {
    session,
    plan,
    tables,
    types,
    ...createConditions(session, plan, tables, types),
    ...(await readFacts(session)),
    gathersRows: gathersRows(schema),
    deadRows: new Map(),
  }
}

async function readFacts(session: Session): Promise<Pick<TestDatabase, 'openedAt' | 'writers' | 'refresh'>> {
  const [clock, volatile, views] = await session.run(`select floor(extract(epoch from now()) * 1000);
    select proname from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype;
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'm' order by oid`)
  return {
    openedAt: Number(clock?.rows[0]?.[0]),
    writers: new Set((volatile?.rows ?? []).map(([name]) => name ?? '')),
    refresh: (views?.rows ?? []).map(([name]) => `refresh materialized view ${identifier(name ?? '')}`).join(';\n'),
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
    await session.run(`truncate ${names.map(name => `public.${name}`).join(', ')} restart identity cascade;
      ${each(name => `alter table public.${name} disable trigger proof_note`)}`)
  }
  try {
    await session.run(seed.sql)
  } catch (error) {
    const line = error instanceof DatabaseError ? await failingLine(session, seed.sql) : 1
    throw new PlanError(`the seed cannot be executed: ${(error as Error).message}.`, line, seed.file)
  }
  // Sequences go on from a high number, so that an id that the database generates is not equal to one that a client
  // sends.
  await session.run(`drop schema before cascade; create schema before;
    ${each(name => `create unlogged table before.${name} as table public.${name}; alter table public.${name} enable trigger proof_note`)};
    select setval(s.oid::regclass, 700000001) from pg_class s
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
      and exists (select from pg_sequence q where q.seqrelid = s.oid and q.seqmax > 700000001)`)
  if (database.refresh !== '') await session.run(database.refresh)
  if (names.length > 0) await session.run(`analyze ${names.map(name => `public.${name}`).join(', ')}`)
  database.expectedState = await readState(database)
}
