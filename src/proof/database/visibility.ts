// Which rows and columns a rule hides from a caller, as SQL and as the rows themselves.

import type { ShownRow } from '../../domain.ts'
import type { Condition, ProofPlan, RowRule, RulePlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import type { Reference, Table } from '../postgres/catalog.ts'
import { bindParameters } from '../sql/bind-parameters.ts'
import { identifier, literal } from '../sql/sql-text.ts'
import { tableOf } from './parameter-types.ts'
import type { TestDatabase } from './test-database.ts'

export interface HiddenRow {
  table: string
  /** Where the row lies: nothing moves it, since everything is rolled back. */
  place: string
  /** As the log of changes would show it. */
  image: string
  /** Of a rule about columns: the ones that are hidden in this row. */
  columns: string[]
}

type Values = Record<string, Value>

/** What must hold of a row (under its table's name) for the rule to show it; undefined where the rule does not speak of the table. */
export function visibleSql(
  database: TestDatabase,
  rule: RulePlan,
  table: string,
  values: Values,
  path: string[] = [],
): string | undefined {
  const parts: string[] = []
  const everywhere = rule.rows['*']?.condition
  if (everywhere) parts.push(database.bind(everywhere, values))
  const own = rule.rows[table]
  if (own?.condition) parts.push(database.bind(own.condition, values))
  if (own?.via) {
    const { line } = own.via
    const key = referenceVia(tableOf(database.tables, table, line), own.via)
    if ([...path, table].includes(key.table)) {
      const via = own.via.columns.join(', ')
      throw new PlanError(`via ${via} leads from ${table} back to ${key.table}; write this condition out.`, line)
    }
    const reached = visibleSql(database, rule, key.table, values, [...path, table]) ?? 'true'
    const to = identifier(key.table)
    const from = key.columns.map(column => `${identifier(table)}.${identifier(column)}`)
    const isTarget = key.targets.map((target, at) => `${to}.${identifier(target)} = ${from[at]}`)
    const points = `exists (select 1 from ${to} where ${isTarget.join(' and ')} and ${reached})`
    parts.push([...from.map(column => `${column} is null`), points].join(' or '))
  }
  return parts.length === 0 ? undefined : parts.map(part => `coalesce((${part}), false)`).join(' and ')
}

/** The foreign key that has these columns: just these, or the only one that has them among others. */
function referenceVia(table: Table, { columns, line }: NonNullable<RowRule['via']>): Reference {
  const having = table.references.filter(key => columns.every(column => key.columns.includes(column)))
  const [only, ...others] = having.filter(key => key.columns.length === columns.length)
  const found = only ?? (having.length === 1 ? having[0] : undefined)
  if (found && others.length === 0) return found
  const named = `${table.name}.${columns.join(', ')}`
  if (having.length === 0) throw new PlanError(`${named} is no foreign key, so nothing can be reached via it.`, line)
  throw new PlanError(
    `${named} is part of ${having.length} foreign keys; name all columns of the one that is meant.`,
    line,
  )
}

/** What holds of a row that the rule hides, among those that the rule it stands within shows. */
export function hiddenSql(database: TestDatabase, rule: RulePlan, table: string, values: Values): string | undefined {
  const visible = visibleSql(database, rule, table, values)
  if (visible === undefined) return undefined
  const within = outerRules(database, rule).flatMap(outer => visibleSql(database, outer, table, values) ?? [])
  return [`not (${visible})`, ...within.map(sql => `(${sql})`)].join(' and ')
}

/** The rule that this one stands within, the one that that stands within, and so on. */
export function outerRules({ plan }: TestDatabase, rule: RulePlan): RulePlan[] {
  const outer: RulePlan[] = []
  for (let one: RulePlan | undefined = rule; one; ) {
    const { within }: RulePlan = one
    one = plan.rules.find(({ id }) => id === within)
    if (!one || one === rule || outer.includes(one)) break
    outer.push(one)
  }
  return outer
}

/** The tables that a rule's `rows` speak of. */
export function tablesOf(database: TestDatabase, rule: RulePlan): string[] {
  for (const name of Object.keys(rule.rows)) if (name !== '*') tableOf(database.tables, name, rule.line)
  return '*' in rule.rows ? [...database.tables.keys()] : Object.keys(rule.rows)
}

/** What a rule hides from one caller. */
export interface Hidden {
  rows: HiddenRow[]
  /** Rows in which columns are hidden. */
  columns: HiddenRow[]
}

export type Actors = Record<string, Values>

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
      const sql = `select proof_actor.proof_nth, ${placeSql(database, table)} from ${from} cross join ${name} where ${condition} order by 1, ${name}.ctid`
      const image = await imageOf(table)
      for (const [nth, place = ''] of await database.ask(sql, aboutRows(rule, table)))
        of(nth, rule).rows.push({ table, place: place ?? '', image: image.get(place ?? '') ?? '', columns: [] })
    }
    const byTable = Map.groupBy(Object.entries(rule.columns), ([column]) => column.split('.')[0] ?? '')
    for (const [table, columns] of byTable) {
      const name = identifier(table)
      const flags = columns.map(([, condition]) => `not coalesce((${everyActor.bind(condition, {})}), false)`)
      const about = columns[0]?.[1] ?? { sql: '', line: rule.line }
      const sql = `select proof_actor.proof_nth, ${placeSql(database, table)}, ${flags.join(', ')} from ${from} cross join ${name} where ${flags.join(' or ')} order by 1, ${name}.ctid`
      const image = await imageOf(table)
      for (const [nth, place, ...isHidden] of await database.ask(sql, about)) {
        const hidden = columns.flatMap(([column], index) =>
          isHidden[index] === 't' ? [column.split('.')[1] ?? ''] : [],
        )
        of(nth, rule).columns.push({ table, place: place ?? '', image: image.get(place ?? '') ?? '', columns: hidden })
      }
    }
  }
  return found
}

async function readImages(database: TestDatabase, table: string): Promise<Map<string, string>> {
  const name = identifier(table)
  const [result] = await database.session.run(
    `select ${placeSql(database, table)}, to_jsonb(${name})::text from ${name}`,
  )
  return new Map((result?.rows ?? []).map(([place, image]) => [place ?? '', image ?? '']))
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

export function aboutRows(rule: RulePlan, table: string): Condition {
  const own = rule.rows[table] ?? rule.rows['*']
  return (
    own?.condition ?? { sql: own?.via ? `via ${own.via.columns.join(', ')}` : table, line: own?.via?.line ?? rule.line }
  )
}

/** All words in what rules say of rows and columns: a column that is none of them shows and hides nothing. */
export function namedInRules({ rules }: ProofPlan): Set<string> {
  const conditions = rules.flatMap(({ rows, columns }) => [
    ...Object.values(rows).map(({ condition }) => condition?.sql ?? ''),
    ...Object.values(columns).map(({ sql }) => sql),
  ])
  return new Set(conditions.flatMap(sql => sql.match(/\w+/g) ?? []))
}

/** Where a row lies; in a table with partitions, in which of them too. */
function placeSql({ tables }: TestDatabase, table: string): string {
  const name = identifier(table)
  return tables.get(table)?.isPartitioned ? `${name}.tableoid || ' ' || ${name}.ctid::text` : `${name}.ctid::text`
}

/** The row as a reader wants to see it. */
export function shownRow(image: string): ShownRow {
  const row: Record<string, unknown> = JSON.parse(image)
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  )
}
