// Which rows a rule shows to a caller, as SQL.

import type { Condition, ProofPlan, RowRule, RulePlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import type { Reference, Table } from '../postgres/catalog.ts'
import { identifier } from '../sql/sql-text.ts'
import { tableOf } from './parameter-types.ts'
import type { TestDatabase } from './test-database.ts'

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
