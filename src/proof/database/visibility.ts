// Which rows a rule shows to a caller, as SQL.

import type { ProofPlan, RowRule, RulePlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import type { Reference, Table } from '../postgres/catalog.ts'
import { identifier } from '../sql/sql-text.ts'
import type { NamedCondition } from './conditions.ts'
import { tableOf } from './parameter-types.ts'
import type { TestDatabase } from './test-database.ts'

type Values = Record<string, Value>

/** The SQL condition under which the rule shows a row of the table; undefined where the rule has none for the table. */
export function visibleSql(
  database: TestDatabase,
  rule: RulePlan,
  table: string,
  values: Values,
  /** The tables that `via` has led through. */
  path: string[] = [],
): string | undefined {
  const parts: string[] = []
  const onCaller = rule.rows['*']?.condition
  if (onCaller) parts.push(database.bind(onCaller, values))
  const rowRule = rule.rows[table]
  if (rowRule?.condition) parts.push(database.bind(rowRule.condition, values))
  if (rowRule?.via) {
    const { line } = rowRule.via
    const key = referenceVia(tableOf(database.tables, table, line), rowRule.via)
    if ([...path, table].includes(key.table)) {
      const via = rowRule.via.columns.join(', ')
      throw new PlanError(
        `via ${via} leads from ${table} back to ${key.table}; write the condition of ${table} out in place of "via".`,
        line,
      )
    }
    const isTargetVisible = visibleSql(database, rule, key.table, values, [...path, table]) ?? 'true'
    const to = identifier(key.table)
    const from = key.columns.map(column => `${identifier(table)}.${identifier(column)}`)
    const isTarget = key.targets.map((target, at) => `${to}.${identifier(target)} = ${from[at]}`)
    const points = `exists (select 1 from ${to} where ${isTarget.join(' and ')} and ${isTargetVisible})`
    parts.push([...from.map(column => `${column} is null`), points].join(' or '))
  }
  return parts.length === 0 ? undefined : parts.map(part => `coalesce((${part}), false)`).join(' and ')
}

/** The foreign key that consists of these columns, or else the only one that has them among others. */
function referenceVia(table: Table, { columns, line }: NonNullable<RowRule['via']>): Reference {
  const having = table.references.filter(key => columns.every(column => key.columns.includes(column)))
  const [exact, ...others] = having.filter(key => key.columns.length === columns.length)
  const found = exact ?? (having.length === 1 ? having[0] : undefined)
  if (found && others.length === 0) return found
  const named = `${table.name}.${columns.join(', ')}`
  if (having.length === 0) throw new PlanError(`${named} is no foreign key, so "via" leads to no other table.`, line)
  throw new PlanError(
    `${named} is part of ${having.length} foreign keys; name all columns of the one that is meant.`,
    line,
  )
}

/** The SQL condition under which the rule hides a row, among the rows that the rules around it (`within`) show. */
export function hiddenSql(database: TestDatabase, rule: RulePlan, table: string, values: Values): string | undefined {
  const visible = visibleSql(database, rule, table, values)
  if (visible === undefined) return undefined
  const within = outerRules(database, rule).flatMap(outer => visibleSql(database, outer, table, values) ?? [])
  return [`not (${visible})`, ...within.map(sql => `(${sql})`)].join(' and ')
}

/** The rule that `within` names, the rule that `within` of that rule names, and so on. */
export function outerRules({ plan }: TestDatabase, rule: RulePlan): RulePlan[] {
  const outer: RulePlan[] = []
  for (let current: RulePlan | undefined = rule; current; ) {
    const { within }: RulePlan = current
    current = plan.rules.find(({ id }) => id === within)
    if (!current || current === rule || outer.includes(current)) break
    outer.push(current)
  }
  return outer
}

/** The tables that a rule's `rows` are about; `*` is about all tables. */
export function tablesOf(database: TestDatabase, rule: RulePlan): string[] {
  return '*' in rule.rows ? [...database.tables.keys()] : Object.keys(rule.rows)
}

/** The condition to name when PostgreSQL refuses a query about the rule's rows of the table. */
export function rowCondition(rule: RulePlan, table: string): NamedCondition {
  const own = rule.rows[table] ?? rule.rows['*']
  if (own?.condition) return { ...own.condition, table }
  return { sql: own?.via ? `via ${own.via.columns.join(', ')}` : table, line: own?.via?.line ?? rule.line }
}

/**
 * All words in conditions on rows and columns. A column whose name is not among them decides nothing: its value may
 * change.
 */
export function wordsInRules({ rules }: ProofPlan): Set<string> {
  const conditions = rules.flatMap(({ rows, columns }) => [
    ...Object.values(rows).map(({ condition }) => condition?.sql ?? ''),
    ...Object.values(columns).map(({ sql }) => sql),
  ])
  return new Set(conditions.flatMap(sql => sql.match(/\w+/g) ?? []))
}
