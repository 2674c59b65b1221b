// The rows and columns that rules hide from callers, found in the seed.

import type { RulePlan, Value } from '../plan/plan.ts'
import type { Table } from '../postgres/catalog.ts'
import { bindParameters } from '../sql/bind-parameters.ts'
import { identifier, literal } from '../sql/sql-text.ts'
import type { NamedCondition } from './conditions.ts'
import type { TestDatabase } from './test-database.ts'
import { hiddenSql, rowCondition, tablesOf } from './visibility.ts'

export interface HiddenRow {
  table: string
  /**
   * The row's `ctid`, which stays the same, since all changes are rolled back. In a partitioned table, its partition
   * too.
   */
  location: string
  /** The row as JSON, as the log of changes writes it. */
  image: string
  /** Of a rule about columns: the columns that are hidden in this row. */
  columns: string[]
}

/** What one rule hides from one caller. */
export interface Hidden {
  rows: HiddenRow[]
  /** Rows that the caller may see, but not all of their columns. */
  columns: HiddenRow[]
}

/** Actors with their trusted parameters. */
export type Actors = Record<string, Record<string, Value>>

/** By actor and rule, all that is hidden. Each query asks for all actors at once. */
export async function findHidden(
  database: TestDatabase,
  actors: Actors,
  rules: RulePlan[],
): Promise<Map<string, Map<string, Hidden>>> {
  const names = Object.keys(actors)
  const found = new Map(names.map(name => [name, new Map<string, Hidden>()]))
  const hiddenFrom = (actor: number, rule: RulePlan): Hidden => {
    const byRule = found.get(names[actor] ?? '')
    const hidden = byRule?.get(rule.id) ?? { rows: [], columns: [] }
    byRule?.set(rule.id, hidden)
    return hidden
  }
  const search = createSearch(database, actors)
  for (const rule of rules) {
    for (const table of tablesOf(database, rule)) {
      const condition = hiddenSql(search.database, rule, table, {})
      if (condition === undefined) throw new Error(`${rule.id} has no condition on ${table}`)
      for (const { actor, row } of await search.rows(table, condition, [], rowCondition(rule, table)))
        hiddenFrom(actor, rule).rows.push(row)
    }
    const byTable = Map.groupBy(Object.entries(rule.columns), ([source]) => source.split('.')[0] ?? '')
    for (const [table, columns] of byTable) {
      const flags = columns.map(([source, condition]) => ({
        column: source.split('.')[1] ?? '',
        sql: `not coalesce((${search.database.bind(condition, {})}), false)`,
      }))
      const condition = flags.map(({ sql }) => sql).join(' or ')
      const about = { ...(columns[0]?.[1] ?? { sql: '', line: rule.line }), table }
      for (const { actor, row } of await search.rows(table, condition, flags, about))
        hiddenFrom(actor, rule).columns.push(row)
    }
  }
  return found
}

/** A column, and the SQL condition under which it is hidden. */
interface HiddenFlag {
  column: string
  sql: string
}

/** Finds rows for all actors at once. `database` binds trusted parameters as columns of the actors' table. */
function createSearch(database: TestDatabase, actors: Actors) {
  const from = actorsSql(database, actors)
  const images = new Map<string, Map<string, string>>()

  async function imagesOf(table: string): Promise<Map<string, string>> {
    const known = images.get(table) ?? (await readImages(database, table))
    images.set(table, known)
    return known
  }

  /** By actor, the rows of which the condition holds. `actor` is the actor's position. */
  async function rows(
    table: string,
    condition: string,
    flags: HiddenFlag[],
    about: NamedCondition,
  ): Promise<{ actor: number; row: HiddenRow }[]> {
    const name = identifier(table)
    const columns = ['proof_actor.proof_nth', locationSql(database, table), ...flags.map(({ sql }) => sql)]
    const sql = `select ${columns.join(', ')} from ${from} cross join ${name} where ${condition} order by 1, ${name}.ctid`
    const known = await imagesOf(table)
    return (await database.ask(sql, about)).map(([actor, location, ...isHidden]) => ({
      actor: Number(actor),
      row: {
        table,
        location: location ?? '',
        image: known.get(location ?? '') ?? '',
        columns: flags.filter((_, index) => isHidden[index] === 't').map(({ column }) => column),
      },
    }))
  }

  return { database: { ...database, bind: bindActorColumns(database) }, rows }
}

/** By location, all rows of a table as JSON. */
async function readImages(database: TestDatabase, table: string): Promise<Map<string, string>> {
  const name = identifier(table)
  const [result] = await database.session.run(
    `select ${locationSql(database, table)}, to_jsonb(${name})::text from ${name}`,
  )
  return new Map((result?.rows ?? []).map(([location, image]) => [location ?? '', image ?? '']))
}

/** The actors as a table: its columns are their trusted parameters. */
export function actorsSql({ plan }: Pick<TestDatabase, 'plan'>, actors: Actors): string {
  const context = Object.entries(plan.context)
  const rows = Object.values(actors).map(
    (values, nth) => `(${[nth, ...context.map(([name, type]) => literal(values[name] ?? null, type))].join(', ')})`,
  )
  const columns = ['proof_nth', ...context.map(([name]) => actorColumn(name))].join(', ')
  return `(values ${rows.join(', ')}) as proof_actor (${columns})`
}

/** A name that no column of the schema has: a condition may name a column without its table. */
function actorColumn(name: string): string {
  return identifier(`proof_actor_${name}`)
}

/** Binds a condition to the table of actors. What a client sends is not known here: its parameters are NULL. */
export function bindActorColumns({ plan, types }: TestDatabase): TestDatabase['bind'] {
  return condition =>
    bindParameters(typeof condition === 'string' ? condition : condition.sql, name => {
      if (name in plan.context) return `proof_actor.${actorColumn(name)}`
      return types[name] === undefined ? undefined : `NULL::${types[name]}`
    })
}

/** The SQL of a row's location. */
export function locationSql({ tables }: { tables: ReadonlyMap<string, Table> }, table: string): string {
  const name = identifier(table)
  return tables.get(table)?.isPartitioned ? `${name}.tableoid || ' ' || ${name}.ctid::text` : `${name}.ctid::text`
}
