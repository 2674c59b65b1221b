// Judges the changes of one call in the state that the call left: forbidden changes, changes of hidden rows and into hidden
// rows, and rows that a rule requires. What a call reads is judged by comparing worlds.

import { sortedBy } from '../../../lib/sorted-by.ts'
import type { Change, Outcome } from '../../cases/outcome.ts'
import type { ConditionQuery, Rows } from '../../database/conditions.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import { tableOf } from '../../database/parameter-types.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { hiddenSql, outerRules, rowCondition, tablesOf, visibleSql } from '../../database/visibility.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Condition, QueryPlan, Requirement, RulePlan, Value } from '../../plan/plan.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { hasOneOfKeys, type Keys, possibleRows } from './returned-keys.ts'

/** A rule that a call breaks by what it wrote. */
export interface WriteViolation {
  rule: string
  why: 'forbidden' | 'of-hidden-row' | 'into-hidden-row' | 'required-row'
  change?: Change
  /** The row that the rule requires to be inserted. */
  required?: { inserts: string; wanted: number | null; made: number }
  /** Rows that seem to be returned without the required row: `confirmReturned` makes sure. */
  returned?: { table: string; keys: Keys }
}

/** What is wrong with the changes of a call. */
export interface Judgement {
  violations: WriteViolation[]
  /** The rules whose hidden rows the call was allowed to change (`may_change`): worlds show nothing about such a call. */
  exempt: string[]
}

/** What a call is judged by, beside its outcome. */
export interface JudgedCall {
  database: TestDatabase
  query: QueryPlan
  context: Record<string, Value>
  /** By rule, the rows that the rule hides from the caller. */
  hidden: Map<string, HiddenRow[]>
}

/** A query about the log of changes. Its answer has the positions of changes in the log, from 1. */
interface WriteCheck extends ConditionQuery {
  /** Adds what the answer means to the judgement. */
  read(answer: Rows, judgement: Judgement): void
}

/** The part of an outcome that is judged. */
type JudgedOutcome = Pick<Outcome, 'columns' | 'rows' | 'changes'>

/** Judges a call in the state that it left. */
export async function judgeCall(
  judged: JudgedCall,
  outcome: JudgedOutcome,
  parameters: Parameters,
): Promise<Judgement> {
  const { database, query, context } = judged
  const checks = writeChecks(judged, outcome)
  return readAnswers(checks, await database.askAll(checks, query, { ...parameters, ...context }))
}

/** All queries that are to be asked about the outcome of a call. */
export function writeChecks(judged: JudgedCall, outcome: JudgedOutcome): WriteCheck[] {
  const touched = new Set(outcome.changes.map(({ table }) => table))
  return judged.database.plan.rules.flatMap(rule => [
    ...(touched.size > 0 ? rowChecks(judged, rule, outcome.changes) : []),
    ...(touched.size > 0 ? changeChecks(judged, rule, outcome.changes) : []),
    ...rule.requires.flatMap(requirement => {
      const mayApply = requirement.on === 'return' ? outcome.rows.length > 0 : touched.has(requirement.table)
      return mayApply ? requirementChecks(judged, rule, requirement, outcome) : []
    }),
  ])
}

/** The judgement that the answers to the queries make. */
export function readAnswers(checks: WriteCheck[], answers: Rows[]): Judgement {
  const judgement: Judgement = { violations: [], exempt: [] }
  for (const [index, check] of checks.entries()) check.read(answers[index] ?? [], judgement)
  // PostgreSQL changes rows in any order. Violations of one kind are sorted, so that a witness always shows the same one.
  const alike = Map.groupBy(judgement.violations, ({ rule, why, change, required }) =>
    JSON.stringify([rule, why, change?.table, change?.operation, required]),
  )
  const image = ({ change }: WriteViolation) => change?.old ?? change?.new ?? ''
  return { ...judgement, violations: [...alike.values()].flatMap(violations => sortedBy(violations, image)) }
}

/** Changes of hidden rows, and changes that make a hidden row, such as a ticket that is moved to another tenant. */
function rowChecks({ database, hidden }: JudgedCall, rule: RulePlan, changes: Change[]): WriteCheck[] {
  if (Object.keys(rule.rows).length === 0) return []
  const ruled = new Set(tablesOf(database, rule))
  const tables = [...new Set(changes.map(change => change.table))].filter(table => ruled.has(table))
  if (tables.length === 0) return []
  // The `:name`s stay in the SQL, so that the same prepared statement serves every caller.
  const unbound = { ...database, bind: textOf }
  const images = new Set((hidden.get(rule.id) ?? []).map(({ table, image }) => `${table} ${image}`))
  const allowed = new Set<Change>()
  const checks: WriteCheck[] = tables.flatMap(table => {
    const mayChange = rule.rows[table]?.mayChange
    if (!mayChange) return []
    const sql = `select l.nth from ${loggedRows(table)} where ${mayChange.sql}`
    return {
      sql,
      about: mayChange,
      read: (answer, judgement) => {
        for (const change of changesAt(answer, changes)) allowed.add(change)
        if (answer.length > 0 && !judgement.exempt.includes(rule.id)) judgement.exempt.push(rule.id)
      },
    }
  })
  const isOldHidden = ({ table, old }: Change) => old !== null && images.has(`${table} ${old}`)
  for (const table of tables) {
    const condition = hiddenSql(unbound, rule, table, {})
    if (condition === undefined) continue
    const name = identifier(table)
    // A soft delete makes a hidden row by an update. That is what a rule about soft deletes permits.
    const operations = rule.category === 'soft-delete' ? `= 'INSERT'` : `<> 'DELETE'`
    const sql = `select nth from (select l.nth, (jsonb_populate_record(null::public.${name}, l.new)).* from ${LOG} l
      where l.tbl = ${quoted(table)} and l.op ${operations}) as ${name} where ${condition}`
    checks.push({
      sql,
      about: rowCondition(rule, table),
      read: (answer, { violations }) => {
        const ofTable = changes.filter(change => change.table === table && !allowed.has(change))
        for (const change of ofTable.filter(isOldHidden))
          violations.push({ rule: rule.id, why: 'of-hidden-row', change })
        for (const change of changesAt(answer, changes).filter(one => !allowed.has(one)))
          violations.push({ rule: rule.id, why: 'into-hidden-row', change })
      },
    })
  }
  return checks
}

/** Changes that the rule's `changes` forbid. */
function changeChecks(judged: JudgedCall, rule: RulePlan, changes: Change[]): WriteCheck[] {
  const { database } = judged
  const touched = new Set(changes.map(({ table }) => table))
  return Object.entries(rule.changes).flatMap(([table, operations]) => {
    // `*` is about the tables that the rule does not name.
    const tables =
      table === '*' ? [...touched].filter(name => !(name in rule.changes)) : touched.has(table) ? [table] : []
    return Object.entries(operations).flatMap(([operation, condition]) => {
      if (table !== '*') tableOf(database.tables, table, condition.line)
      return tables.map(name => changeCheck(judged, rule, name, operation, condition, changes))
    })
  })
}

function changeCheck(
  judged: JudgedCall,
  rule: RulePlan,
  table: string,
  operation: string,
  condition: Condition,
  changes: Change[],
): WriteCheck {
  return {
    sql: `select l.nth from ${loggedRows(table)} where l.op = ${quoted(operation.toUpperCase())}
      and not coalesce((${condition.sql}), false) and ${isInsertedWithin(judged, rule, table)}`,
    about: condition,
    read: (answer, { violations }) => {
      for (const change of changesAt(answer, changes).filter(one => wasWithin(judged, rule, one)))
        violations.push({ rule: rule.id, why: 'forbidden', change })
    },
  }
}

/** The SQL condition for rows that the rule is about (`within`), as they are after the call. */
function isWithin({ database }: JudgedCall, rule: RulePlan, table: string): string {
  const unbound = { ...database, bind: textOf }
  const outer = outerRules(database, rule).flatMap(one => visibleSql(unbound, one, table, {}) ?? [])
  return ['true', ...outer.map(sql => `(${sql})`)].join(' and ')
}

/** The SQL condition for a change that does not insert a row outside of those that the rule is about. */
function isInsertedWithin(judged: JudgedCall, rule: RulePlan, table: string): string {
  return `(l.op <> 'INSERT' or exists (select from (select new.*) as ${identifier(table)} where ${isWithin(judged, rule, table)}))`
}

/** Whether the row was among those that the rule is about before the change. A new row counts as such. */
function wasWithin({ database, hidden }: JudgedCall, rule: RulePlan, { table, old }: Change): boolean {
  return !outerRules(database, rule).some(({ id }) =>
    hidden.get(id)?.some(row => row.table === table && row.image === old),
  )
}

/** Rows that the rule's `requires` ask for and that were not inserted, or too often. */
function requirementChecks(
  judged: JudgedCall,
  rule: RulePlan,
  { table, on, when, inserts, where, times, line }: Requirement,
  outcome: JudgedOutcome,
): WriteCheck[] {
  const { database, query } = judged
  tableOf(database.tables, inserts, line)
  const count = `(select count(*) from ${LOG} i, lateral jsonb_populate_record(null::public.${identifier(inserts)}, i.new) inserted
    where i.tbl = ${quoted(inserts)} and i.op = 'INSERT' and (${where.sql}))`
  const isMissing = times === undefined ? `${count} = 0` : `${count} <> ${times}`
  const asked = when ? `(${when.sql})` : 'true'
  const wanted = times ?? null
  if (on === 'return') {
    return possibleRows(tableOf(database.tables, table, line), query.key, outcome).map(keys => {
      const own = keys.columns.map(column => `${identifier(table)}.${identifier(column)}::text`).join(', ')
      const sql = `select ${own} from ${identifier(table)} where ${hasOneOfKeys(table, keys)} and ${asked} and ${isWithin(judged, rule, table)}
        group by ${own} having bool_and(${isMissing})`
      const read: WriteCheck['read'] = (answer, { violations }) => {
        const values = answer.filter((row): row is string[] => row.every(value => value !== null))
        if (values.length === 0) return
        const required = { inserts, wanted, made: 0 }
        violations.push({
          rule: rule.id,
          why: 'required-row',
          required,
          returned: { table, keys: { ...keys, values } },
        })
      }
      return { sql, about: where, isRunOnce: true, read }
    })
  }
  const sql = `select l.nth, ${count} from ${loggedRows(table)} where l.op = ${quoted(on.toUpperCase())} and ${asked} and ${isMissing}
    and ${isInsertedWithin(judged, rule, table)}`
  const read: WriteCheck['read'] = (answer, { violations }) => {
    for (const [index, change] of changesAt(answer, outcome.changes).entries()) {
      if (!wasWithin(judged, rule, change)) continue
      const required = { inserts, wanted, made: Number(answer[index]?.[1]) }
      violations.push({ rule: rule.id, why: 'required-row', change, required })
    }
  }
  return [{ sql, about: where, read }]
}

/** The log of changes, numbered from 1. */
const LOG = '(select row_number() over (order by seq) as nth, tbl, op, old, new from proof.log)'

/** The logged changes of a table, with the rows `old` and `new`. */
function loggedRows(table: string): string {
  const row = (image: string) => `lateral jsonb_populate_record(null::public.${identifier(table)}, l.${image}) ${image}`
  return `(select * from ${LOG} every where tbl = ${quoted(table)}) l, ${row('old')}, ${row('new')}`
}

/** The changes at the positions in the first column of the answer. */
function changesAt(answer: (string | null)[][], changes: Change[]): Change[] {
  return answer.flatMap(([nth]) => changes[Number(nth) - 1] ?? [])
}

function textOf(condition: Condition | string): string {
  return typeof condition === 'string' ? condition : condition.sql
}
