// The rows and columns that rules hide from callers, found in the seed.

import type { RulePlan, Value } from '../plan/plan.ts'
import { bindParameters } from '../sql/bind-parameters.ts'
import { identifier, literal } from '../sql/sql-text.ts'
import type { TestDatabase } from './test-database.ts'
import { aboutRows, hiddenSql, tablesOf } from './visibility.ts'

export interface HiddenRow {
  table: string
  /** The row's `ctid`, which stays the same, since everything is rolled back. In a table with partitions, its partition too. */
  location: string
  /** As the log of changes would show it. */
  image: string
  /** Of a rule about columns: the ones that are hidden in this row. */
  columns: string[]
}

/** What a rule hides from one caller. */
export interface Hidden {
  rows: HiddenRow[]
  /** Rows in which columns are hidden. */
  columns: HiddenRow[]
}

export type Actors = Record<string, Record<string, Value>>

/** By actor and rule, all that is hidden: found before anything is deleted, for all actors in one go. */
export async function findHidden(
  database: TestDatabase,
  actors: Actors,
  rules: RulePlan[],
): Promise<Map<string, Map<string, Hidden>>> {
  const names = Object.keys(actors)
  const found = new Map(names.map(name => [name, new Map<string, Hidden>()]))
  const of = (nth: string | null | undefined, rule: RulePlan): Hidden => {
    const ofActor = found.get(names[Number(nth)] ?? '')
    const hidden = ofActor?.get(rule.id) ?? { rows: [], columns: [] }
    ofActor?.set(rule.id, hidden)
    return hidden
  }
  const images = new Map<string, Map<string, string>>()
  const imageOf = async (table: string) => {
    const kept = images.get(table) ?? (await readImages(database, table))
    images.set(table, kept)
    return kept
  }
  const everyActor = { ...database, bind: columnOfActor(database) }
  const from = actorsSql(database, actors)
  for (const rule of rules) {
    for (const table of tablesOf(database, rule)) {
      const condition = hiddenSql(everyActor, rule, table, {})
      const name = identifier(table)
      const sql = `select proof_actor.proof_nth, ${locationSql(database, table)} from ${from} cross join ${name} where ${condition} order by 1, ${name}.ctid`
      const image = await imageOf(table)
      for (const [nth, location = ''] of await database.ask(sql, aboutRows(rule, table)))
        of(nth, rule).rows.push({
          table,
          location: location ?? '',
          image: image.get(location ?? '') ?? '',
          columns: [],
        })
    }
    const byTable = Map.groupBy(Object.entries(rule.columns), ([column]) => column.split('.')[0] ?? '')
    for (const [table, columns] of byTable) {
      const name = identifier(table)
      const flags = columns.map(([, condition]) => `not coalesce((${everyActor.bind(condition, {})}), false)`)
      const about = columns[0]?.[1] ?? { sql: '', line: rule.line }
      const sql = `select proof_actor.proof_nth, ${locationSql(database, table)}, ${flags.join(', ')} from ${from} cross join ${name} where ${flags.join(' or ')} order by 1, ${name}.ctid`
      const image = await imageOf(table)
      for (const [nth, location, ...isHidden] of await database.ask(sql, about)) {
        const hidden = columns.flatMap(([column], index) =>
          isHidden[index] === 't' ? [column.split('.')[1] ?? ''] : [],
        )
        of(nth, rule).columns.push({
          table,
          location: location ?? '',
          image: image.get(location ?? '') ?? '',
          columns: hidden,
        })
      }
    }
  }
  return found
}

async function readImages(database: TestDatabase, table: string): Promise<Map<string, string>> {
  const name = identifier(table)
  const [result] = await database.session.run(
    `select ${locationSql(database, table)}, to_jsonb(${name})::text from ${name}`,
  )
  return new Map((result?.rows ?? []).map(([location, image]) => [location ?? '', image ?? '']))
}

/** The actors as a table: their trusted parameters are its columns. */
function actorsSql({ plan }: TestDatabase, actors: Actors): string {
  const context = Object.entries(plan.context)
  const rows = Object.values(actors).map(
    (values, nth) => `(${[nth, ...context.map(([name, type]) => literal(values[name] ?? null, type))].join(', ')})`,
  )
  const columns = ['proof_nth', ...context.map(([name]) => actorColumn(name))].join(', ')
  return `(values ${rows.join(', ')}) as proof_actor (${columns})`
}

/** A name that no table has: conditions may name their own columns without the table. */
function actorColumn(name: string): string {
  return identifier(`proof_actor_${name}`)
}

/** The client's parameters are not known here: NULL. */
function columnOfActor({ plan, types }: TestDatabase): TestDatabase['bind'] {
  return condition =>
    bindParameters(typeof condition === 'string' ? condition : condition.sql, name => {
      if (name in plan.context) return `proof_actor.${actorColumn(name)}`
      return types[name] === undefined ? undefined : `NULL::${types[name]}`
    })
}

/** The location of a row; in a table with partitions, its partition too. */
function locationSql({ tables }: TestDatabase, table: string): string {
  const name = identifier(table)
  return tables.get(table)?.isPartitioned ? `${name}.tableoid || ' ' || ${name}.ctid::text` : `${name}.ctid::text`
}
