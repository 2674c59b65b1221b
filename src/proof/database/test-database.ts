// The database that cases run on: the schema of SPEC.md, the seed, a log of every change, and a role without rights.

import { mayGather } from '../checks/count-rows.ts'
import type { Condition, ProofPlan, QueryPlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { readCatalog, type Table } from '../postgres/catalog.ts'
import { DatabaseError, EngineError, type Session } from '../postgres/session.ts'
import { bindParameters, strayParameter } from '../sql/bind-parameters.ts'
import { identifier, literal } from '../sql/sql-text.ts'
import { withFloods } from '../worlds/row-copies.ts'
import { changeLogSql } from './change-log.ts'
import { parameterTypes, typeOf, withEnums } from './parameter-types.ts'

/** The role that cases run as. All databases of a server share their roles: it is made once and stays. */
export const CALLER = 'security_bench_caller'

/** Temporary tables come last: one that a case makes must not stand in for one that a rule asks about. */
export const SEARCH_PATH = 'public, pg_temp'

/** The schema of what is made around cases. */
export const CASES = 'proof_cases'

export interface Question {
  sql: string
  about: Condition
  /** It will not be asked again: not worth a plan. */
  isOnce?: boolean
}

export interface TestDatabase {
  session: Session
  plan: ProofPlan
  tables: Map<string, Table>
  /** Types of all parameters of all queries: a condition may speak of any of them. For one query see `typeOf`. */
  types: Record<string, string>
  /** The condition with the caller's and the client's values written in. What this query does not have is NULL. */
  bind(condition: Condition | string, values: Record<string, Value>): string
  /** Runs SQL made from a condition; what the database says against it is said with the condition's line. */
  ask(sql: string, about: Condition): Promise<(string | null)[][]>
  /** Many at once, in SQL with `:name`s that is asked again and again: planned once. */
  askAll(questions: Question[], query: QueryPlan, values: Record<string, Value>): Promise<(string | null)[][][]>
  /** The same as statements, for whoever asks them together with something else. */
  questionSql(questions: Question[], query: QueryPlan, values: Record<string, Value>): Promise<string[]>
  /** What `readState` must find: set when a seed is loaded. */
  expectedState?: string
  /** What brings the materialized views up to date; empty where there are none. */
  refresh: string
  /** Functions of the schema that may write. */
  writers: ReadonlySet<string>
  /** Its views or functions may put many rows into one list. */
  mayGather: boolean
  /** When it was made, by the database's clock, in milliseconds. */
  openedAt: number
  /** By table, row versions that were written and taken back since it was last swept out. */
  deadRows: Map<string, number>
}

const MOST_DEAD_ROWS = 300

export function addDeadRows({ deadRows }: TestDatabase, table: string, rows: number): void {
  deadRows.set(table, (deadRows.get(table) ?? 0) + rows)
}

/**
 * What is rolled back stays in the files as dead rows, which every scan of a table has to pass. Live rows stay where they
 * are. Not to be called inside a transaction.
 */
export async function vacuumDeadRows({ deadRows, session, tables }: TestDatabase): Promise<void> {
  const full = [...deadRows].filter(([, rows]) => rows >= MOST_DEAD_ROWS).map(([name]) => name)
  if (full.length === 0) return
  for (const name of full) deadRows.delete(name)
  const names = full.map(name => (tables.has(name) ? `public.${identifier(name)}` : name))
  await session.run(`vacuum ${names.join(', ')}`)
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
  const plan = withFloods(await withEnums(session, written), tables)
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
  const [clock, volatile, views] = await session.run(`select floor(extract(epoch from now()) * 1000);
    select proname from pg_proc where pronamespace = 'public'::regnamespace and provolatile = 'v' and prorettype <> 'trigger'::regtype;
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'm' order by oid`)
  const refresh = (views?.rows ?? []).map(([name]) => `refresh materialized view ${identifier(name ?? '')}`).join(';\n')
  const writers = new Set((volatile?.rows ?? []).map(([name]) => name ?? ''))
  const openedAt = Number(clock?.rows[0]?.[0])
  const types = parameterTypes(plan, tables)
  const bind = (condition: Condition | string, values: Record<string, Value>) =>
    bindParameters(typeof condition === 'string' ? condition : condition.sql, name => {
      const type = types[name]
      return type === undefined ? undefined : literal(values[name] ?? null, type)
    })
  async function ask(sql: string, about: Condition): Promise<(string | null)[][]> {
    try {
      const results = await session.run(sql)
      return results.at(-1)?.rows ?? []
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const stray = strayParameter(about.sql, name => name in types)
      const why = stray ? `:${stray} is neither in "context" nor a parameter of any query` : error.message
      throw new PlanError(`"${about.sql.slice(0, 120)}": ${why}.`, about.line)
    }
  }
  const prepared = new Map<string, { statement: string; names: string[] }>()
  async function questionSql(questions: Question[], query: QueryPlan, values: Record<string, Value>) {
    const known = { plan, tables, types }
    const executes: string[] = []
    for (const { sql, about, isOnce } of questions) {
      if (isOnce) {
        executes.push(bind(sql, values))
        continue
      }
      // Two queries may have parameters of one name and two types.
      const key = `${query.name} ${sql}`
      let kept = prepared.get(key)
      if (!kept) {
        const names: string[] = []
        const text = bindParameters(sql, name => {
          if (types[name] === undefined) return undefined
          if (!names.includes(name)) names.push(name)
          return `$${names.indexOf(name) + 1}`
        })
        kept = { statement: `proof_question_${prepared.size}`, names }
        const list = names.map(name => typeOf(known, query, name)).join(', ')
        await ask(`prepare ${kept.statement}${list === '' ? '' : `(${list})`} as ${text}`, about)
        prepared.set(key, kept)
      }
      const list = kept.names.map(name => literal(values[name] ?? null, typeOf(known, query, name)))
      executes.push(`execute ${kept.statement}${list.length === 0 ? '' : `(${list.join(', ')})`}`)
    }
    return executes
  }
  async function askAll(questions: Question[], query: QueryPlan, values: Record<string, Value>) {
    const executes = await questionSql(questions, query, values)
    if (executes.length === 0) return []
    try {
      const results = await session.run(['savepoint questions', ...executes].join(';\n'))
      return results.slice(1).map(({ rows }) => rows)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // Which of them it was: asked one by one.
      await session.run('rollback to savepoint questions')
      for (const [index, { about }] of questions.entries()) await ask(executes[index] ?? '', about)
      throw error
    }
  }
  const asking = { bind, ask, askAll, questionSql }
  const found = { refresh, writers, mayGather: mayGather(schema), openedAt }
  return { session, plan, tables, types, ...asking, ...found, deadRows: new Map() }
}

/**
 * Worlds are built and taken back thousands of times: without a log of it they are built faster, and PGlite keeps that
 * log in memory. A table can only be unlogged when all that refer to it are; a ring of tables stays as it is.
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

/**
 * Asks the database whether it lives, is whole and is still ours. A dead one returns no rows at all, which would look
 * like "no leak".
 * @throws {EngineError} when it is not.
 */
export async function checkIntact(database: TestDatabase): Promise<void> {
  let found: string
  try {
    found = await readState(database)
  } catch (error) {
    throw new EngineError(`it damaged the database: ${(error as Error).message}`, { cause: error })
  }
  if (found !== database.expectedState) throw new EngineError('it changed the database for good, or its own role')
}

async function readState({ session, tables }: TestDatabase): Promise<string> {
  const counts = [...tables.keys()].map(name => `(select count(*) from public.${identifier(name)})`)
  const [result] = await session.run(
    `select current_user, session_user, current_setting('session_replication_role'), ${[...counts, '1'].join(', ')}`,
  )
  return JSON.stringify(result?.rows)
}
