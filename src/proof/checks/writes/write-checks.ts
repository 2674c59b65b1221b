// What one call wrote, judged in the state right after it: forbidden changes, hidden rows that were changed or made, rows
// that were required. What is read is judged by comparing worlds.

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
import { isOneOf, type Keys, possibleRows } from './returned-keys.ts'

export interface WriteViolation {
  rule: string
  why: 'forbidden' | 'of-hidden-row' | 'into-hidden-row' | 'required-row'
  change?: Change
  /** The row that was required. */
  required?: { inserts: string; wanted: number | null; made: number }
  /** Rows that seem to be returned without the row that is required: `confirmReturned` makes sure of it. */
  returned?: { table: string; keys: Keys }
}

export interface Judgement {
  violations: WriteViolation[]
  /** Rules whose hidden rows this call was allowed to change: comparing worlds would say nothing. */
  exempt: string[]
}

export interface JudgedCall {
  database: TestDatabase
  query: QueryPlan
  context: Record<string, Value>
  /** By rule, what it hides from this caller. */
  hidden: Map<string, HiddenRow[]>
}

/** A query about the log of changes, with what its answer means; the answer is a list of places in the log, from 1. */
interface WriteCheck extends ConditionQuery {
  read(answer: Rows, judgement: Judgement): void
}

type Given = Pick<Outcome, 'columns' | 'rows' | 'changes'>

export async function judgeCall(judged: JudgedCall, outcome: Given, parameters: Parameters): Promise<Judgement> {
  const { database, query, context } = judged
  const checks = writeChecks(judged, outcome)
  return readAnswers(checks, await database.askAll(checks, query, { ...parameters, ...context }))
}

/** All that is to be asked about what a call gave. */
export function writeChecks(judged: JudgedCall, outcome: Given): WriteCheck[] {
  const touched = new Set(outcome.changes.map(({ table }) => table))
  return judged.database.plan.rules.flatMap(rule => [
    ...(touched.size > 0 ? rowChecks(judged, rule, outcome.changes) : []),
    ...(touched.size > 0 ? changeChecks(judged, rule, outcome.changes) : []),
    ...rule.requires.flatMap(requirement => {
      const isConcerned = requirement.on === 'return' ? outcome.rows.length > 0 : touched.has(requirement.table)
      return isConcerned ? requirementChecks(judged, rule, requirement, outcome) : []
    }),
  ])
}

export function readAnswers(checks: WriteCheck[], answers: Rows[]): Judgement {
  const judgement: Judgement = { violations: [], exempt: [] }
  for (const [index, check] of checks.entries()) check.read(answers[index] ?? [], judgement)
  // Rows are changed in the order that PostgreSQL comes upon them: of several, always the same one is told.
  const alike = Map.groupBy(judgement.violations, ({ rule, why, change, required }) =>
    JSON.stringify([rule, why, change?.table, change?.operation, required]),
  )
  const image = ({ change }: WriteViolation) => change?.old ?? change?.new ?? ''
  return { ...judgement, violations: [...alike.values()].flatMap(violations => sortedBy(violations, image)) }
}

/** The old row as it was before, the new row as it is after: only there does a move to another tenant show. */
function rowChecks({ database, hidden }: JudgedCall, rule: RulePlan, changes: Change[]): WriteCheck[] {
  if (Object.keys(rule.rows).length === 0) return []
  const spoken = new Set(tablesOf(database, rule))
  const tables = [...new Set(changes.map(change => change.table))].filter(table => spoken.has(table))
  if (tables.length === 0) return []
  // With its `:name`s left in: the question is the same for every caller.
  const unbound = { ...database, bind: textOf }
  const images = new Set((hidden.get(rule.id) ?? []).map(({ table, image }) => `${table} ${image}`))
  const allowed = new Set<Change>()
  const checks: WriteCheck[] = tables.flatMap(table => {
    const mayChange = rule.rows[table]?.mayChange
    if (!mayChange) return []
    const sql = `select l.nth from ${logOf(table)} where ${mayChange.sql}`
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
    // Deleting softly makes a row that the rule hides, and is what the rule is about.
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

function changeChecks(judged: JudgedCall, rule: RulePlan, changes: Change[]): WriteCheck[] {
  const { database } = judged
  const touched = new Set(changes.map(({ table }) => table))
  return Object.entries(rule.changes).flatMap(([table, operations]) => {
    // `*` is for the tables that the rule does not name.
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
    sql: `select l.nth from ${logOf(table)} where l.op = ${quoted(operation.toUpperCase())}
      and not coalesce((${condition.sql}), false) and ${isMadeWithin(judged, rule, table)}`,
    about: condition,
    read: (answer, { violations }) => {
      for (const change of changesAt(answer, changes).filter(one => wasWithin(judged, rule, one)))
        violations.push({ rule: rule.id, why: 'forbidden', change })
    },
  }
}

/** What holds of the rows that the rule is about, as they are after the call. */
function isWithin({ database }: JudgedCall, rule: RulePlan, table: string): string {
  const unbound = { ...database, bind: textOf }
  const outer = outerRules(database, rule).flatMap(one => visibleSql(unbound, one, table, {}) ?? [])
  return ['true', ...outer.map(sql => `(${sql})`)].join(' and ')
}

/** Of what is inserted: is it among the rows that the rule is about? */
function isMadeWithin(judged: JudgedCall, rule: RulePlan, table: string): string {
  return `(l.op <> 'INSERT' or exists (select from (select new.*) as ${identifier(table)} where ${isWithin(judged, rule, table)}))`
}

/** Of what was there before: was it among the rows that the rule is about? */
function wasWithin({ database, hidden }: JudgedCall, rule: RulePlan, { table, old }: Change): boolean {
  return !outerRules(database, rule).some(({ id }) =>
    hidden.get(id)?.some(row => row.table === table && row.image === old),
  )
}

function requirementChecks(
  judged: JudgedCall,
  rule: RulePlan,
  { table, on, when, inserts, where, times, line }: Requirement,
  outcome: Given,
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
      const sql = `select ${own} from ${identifier(table)} where ${isOneOf(table, keys)} and ${asked} and ${isWithin(judged, rule, table)}
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
  const sql = `select l.nth, ${count} from ${logOf(table)} where l.op = ${quoted(on.toUpperCase())} and ${asked} and ${isMissing}
    and ${isMadeWithin(judged, rule, table)}`
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

/** The log of a table with its images as rows `old` and `new`. */
function logOf(table: string): string {
  const row = (image: string) => `lateral jsonb_populate_record(null::public.${identifier(table)}, l.${image}) ${image}`
  return `(select * from ${LOG} every where tbl = ${quoted(table)}) l, ${row('old')}, ${row('new')}`
}

function changesAt(answer: (string | null)[][], changes: Change[]): Change[] {
  return answer.flatMap(([nth]) => changes[Number(nth) - 1] ?? [])
}

function textOf(condition: Condition | string): string {
  return typeof condition === 'string' ? condition : condition.sql
}
