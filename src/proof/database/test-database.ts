// The database that cases run on: the schema of SPEC.md, the seed, a log of every change, and a role without rights.

import type { ProofPlan } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { readCatalog, type Table } from '../postgres/catalog.ts'
import { CALLER } from '../postgres/roles.ts'
import { DatabaseError, type Session } from '../postgres/session.ts'
import { gathersRows } from '../sql/gathers-rows.ts'
import { identifier } from '../sql/sql-text.ts'
import { changeLogSql } from './change-log.ts'
import { readState } from './check-intact.ts'
import { type Conditions, createConditions } from './conditions.ts'
import { withFloodTables } from './flood-tables.ts'
import { parameterTypes, withEnums } from './parameter-types.ts'

/** Temporary tables come last: a case's temporary table must not hide a table that a rule asks about. */
export const SEARCH_PATH = 'public, pg_temp'

/** The schema of what is made around cases. */
export const CASES = 'proof_cases'

export interface TestDatabase extends Conditions {
  session: Session
  plan: ProofPlan
  tables: Map<string, Table>
  /** Types of all parameters of all queries: a condition may speak of any of them. For one query see `typeOf`. */
  types: Record<string, string>
  /** What `checkIntact` must find: set when a seed is loaded. */
  expectedState?: string
  /** What brings the materialized views up to date; empty where there are none. */
  refresh: string
  /** Functions of the schema that may write. */
  writers: ReadonlySet<string>
  /** Views or functions of the schema may put many rows into one list. */
  gathersRows: boolean
  /** When the database was made, by its own clock, in milliseconds. */
  openedAt: number
  /** See dead-rows.ts. */
  deadRows: Map<string, number>
}

export async function createTestDatabase(session: Session, schema: string, written: ProofPlan): Promise<TestDatabase> {
  await session.run(`set client_min_messages = error; deallocate all;
    drop schema if exists proof cascade; drop schema if exists before cascade; drop schema if exists ${CASES} cascade;
    drop schema public cascade; create schema public;
    do $$ begin
      if to_regrole('${CALLER}') is null then create role ${CALLER} nologin; else drop owned by ${CALLER}; end if;
    end $$`)
  try {
    await session.run(schema)
  } catch (error) {
    throw new PlanError(`the schema cannot be executed: ${(error as Error).message}.`, 1, 'SPEC.md')
  }
  const tables = await readCatalog(session)
  const plan = withFloodTables(await withEnums(session, written), tables)
  await session.run(`
    create schema proof; create schema before; create schema ${CASES};
    grant usage on schema public, proof, ${CASES} to ${CALLER};
    grant select, insert, update, delete on all tables in schema public to ${CALLER};
    grant usage on all sequences in schema public to ${CALLER};
    revoke execute on function pg_catalog.set_config(text, text, boolean) from public;
    -- A fixed plan for each statement: the calls differ in their values only.
    set plan_cache_mode = force_generic_plan; set timezone = 'UTC'; set jit = off; set search_path = ${SEARCH_PATH};`)
  await leaveUnlogged(session, tables)
  await session.run(changeLogSql([...tables.values()], CALLER))
  const types = parameterTypes(plan, tables)
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
 * Worlds are built and rolled back thousands of times: without a write-ahead log they are built faster, and PGlite keeps
 * that log in memory. A table can only be unlogged when all that refer to it are; a ring of tables stays as it is.
 */
async function leaveUnlogged(session: Session, tables: Map<string, Table>): Promise<void> {
  const left = new Set(tables.keys())
  for (let before = -1; before !== left.size; ) {
    before = left.size
    for (const name of left) {
      const isReferred = [...left].some(
        other => other !== name && tables.get(other)?.references.some(({ table }) => table === name),
      )
      if (isReferred) continue
      try {
        await session.run(`alter table public.${identifier(name)} set unlogged`)
      } catch (error) {
        // The table stays logged, which is slower and no less right.
        if (!(error instanceof DatabaseError)) throw error
      }
      left.delete(name)
    }
  }
}

/** Empties all tables, loads the seed and keeps a copy of it as the state `before` every call. */
export async function loadSeed(database: TestDatabase, seed: { file: string; sql: string }): Promise<void> {
  const { session, tables } = database
  const names = [...tables.keys()].map(name => identifier(name))
  const each = (statement: (name: string) => string) => names.map(statement).join(';\n')
  // The seed is no change that anybody made.
  if (names.length > 0) {
    await session.run(`truncate ${names.map(name => `public.${name}`).join(', ')} restart identity cascade;
      ${each(name => `alter table public.${name} disable trigger proof_note`)}`)
  }
  try {
    await session.run(seed.sql)
  } catch (error) {
    throw new PlanError(`the seed cannot be executed: ${(error as Error).message}.`, 1, seed.file)
  }
  // Numbers that the database makes up must not be taken for those that a client sends.
  await session.run(`drop schema before cascade; create schema before;
    ${each(name => `create unlogged table before.${name} as table public.${name}; alter table public.${name} enable trigger proof_note`)};
    select setval(s.oid::regclass, 700000001) from pg_class s
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
      and exists (select from pg_sequence q where q.seqrelid = s.oid and q.seqmax > 700000001)`)
  if (database.refresh !== '') await session.run(database.refresh)
  if (names.length > 0) await session.run(`analyze ${names.map(name => `public.${name}`).join(', ')}`)
  database.expectedState = await readState(database)
}
