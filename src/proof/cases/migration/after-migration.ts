// What a migration has made, as the catalog tells it once all statements have been executed: where it would reach the engine, it
// is not run.

import { LOG_TRIGGER, TRUNCATE_TRIGGER } from '../../database/private-names.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { functionSource } from '../../mutants/plpgsql/function-source.ts'
import type { Table } from '../../postgres/catalog.ts'
import { as, lastName, nodesIn } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { expressionTree, plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'
import { quoted } from '../../sql/sql-text.ts'

/** The condition that the function `p` was made by the migration. */
const madeSince = (before: readonly string[]) =>
  `p.pronamespace = 'public'::regnamespace and p.oid <> all (${quoted(`{${before.join(',')}}`)}::oid[])`

/** The numbers of the functions that there are before a migration. */
export async function functionsBefore({ session }: TestDatabase): Promise<string[]> {
  const [found] = await session.run("select oid from pg_proc where pronamespace = 'public'::regnamespace")
  return (found?.rows ?? []).flatMap(([oid]) => oid ?? [])
}

/** Why a migration is not run, and the name of what it is about. */
interface Reason {
  name?: string
  why: string
}

/** Why the migration is not run; undefined where it is. `tables` are those that there are now. */
export async function whyNotRun(
  database: TestDatabase,
  before: readonly string[],
  tables: Map<string, Table>,
): Promise<Reason | undefined> {
  return (
    whyOtherTables(database.tables, tables) ??
    (await whyUnlogged(database)) ??
    (await whyOwnName(database, before)) ??
    (await whyRunByEngine(database, before))
  )
}

/** Rules and calls name the columns of the schema. */
function whyOtherTables(schema: Map<string, Table>, now: Map<string, Table>): Reason | undefined {
  for (const [name, { columns }] of schema) {
    const table = now.get(name)
    if (!table) return { name, why: `the migration drops or renames ${name}, a table of the schema` }
    const lost = columns.find(one => !table.columns.some(other => other.name === one.name && other.type === one.type))
    if (lost)
      return {
        name: lost.name,
        why: `the migration drops, renames or retypes ${name}.${lost.name}, a column of the schema`,
      }
  }
  return undefined
}

async function whyUnlogged({ session, tables }: TestDatabase): Promise<Reason | undefined> {
  const [logged] = await session.run(`select count(*) from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and t.tgname in (${[LOG_TRIGGER, TRUNCATE_TRIGGER].map(quoted).join(', ')})
      and t.tgenabled = 'O' and not c.relispartition`)
  return Number(logged?.rows[0]?.[0]) < 2 * tables.size
    ? { why: 'the migration drops a table of the schema, or leaves triggers of one disabled' }
    : undefined
}

/** `to_json(timestamptz)` would be called in place of `to_json(anyelement)`, by the engine too. */
async function whyOwnName({ session }: TestDatabase, before: readonly string[]): Promise<Reason | undefined> {
  const [found] = await session.run(`select p.proname from pg_proc p where ${madeSince(before)}
    and exists (select from pg_proc other where other.pronamespace = 'pg_catalog'::regnamespace and other.proname = p.proname)`)
  const name = found?.rows[0]?.[0]
  return name
    ? { name, why: `the function ${name} has the name of a function of PostgreSQL; choose another name` }
    : undefined
}

/**
 * CHECK constraints, generated columns, defaults and indexes are computed while worlds are made, with the rights of the engine.
 * What a function does there must follow from its arguments alone.
 */
async function whyRunByEngine({ session }: TestDatabase, before: readonly string[]): Promise<Reason | undefined> {
  const [used, mutable] = await session.run(`
    select distinct p.proname, pg_get_functiondef(p.oid), p.provolatile from pg_proc p
    join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid
    where ${madeSince(before)} and d.classid in ('pg_constraint'::regclass, 'pg_attrdef'::regclass, 'pg_class'::regclass);
    select distinct proname from pg_proc group by proname, pronamespace having bool_and(provolatile <> 'i')
      or pronamespace = 'public'::regnamespace and bool_or(provolatile <> 'i')`)
  const changing = new Set((mutable?.rows ?? []).flatMap(([name]) => name ?? []))
  for (const [name, definition, volatility] of used?.rows ?? []) {
    const isPlain = volatility === 'i' && !asksMore(definition ?? '', changing)
    if (!isPlain)
      return {
        ...(name ? { name } : {}),
        why: `the function ${name} is called by a constraint, a default, a generated column or an index, and is more than a computation from its arguments`,
      }
  }
  return undefined
}

/** Whether the body reads tables, runs text, asks for the session, or calls a function that is not IMMUTABLE. */
function asksMore(definition: string, changing: ReadonlySet<string>): boolean {
  const tree = tryParse(definition)
  const created = as(tree?.[0], 'CreateFunctionStmt')
  const source = created && functionSource(definition, created)
  const queries = (plpgsqlExpressions(definition) ?? []).map(({ query }) => expressionTree(query))
  const body = source?.language === 'plpgsql' ? queries : source ? tryParse(source.text) : tree
  if (body === undefined || /\bexecute\b/i.test(source?.text ?? '')) return true
  return nodesIn(body).some(
    node => 'RangeVar' in node || 'SQLValueFunction' in node || changing.has(lastName(as(node, 'FuncCall')?.funcname)),
  )
}
