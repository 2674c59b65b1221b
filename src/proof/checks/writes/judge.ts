// Judges what one call wrote, in the state right after it: forbidden changes, hidden rows that were changed or made,
// rows that were required. What is read is judged by comparing worlds.

import { sortedBy } from '../../../lib/sorted-by.ts'
import type { Change, Outcome } from '../../cases/sql/make-call.ts'
import { tableOf } from '../../database/parameter-types.ts'
import type { Question, TestDatabase } from '../../database/test-database.ts'
import { aboutRows, type HiddenRow, hiddenSql, outerRules, tablesOf, visibleSql } from '../../database/visibility.ts'
import type { Parameters } from '../../inputs/call-plan.ts'
import type { Condition, QueryPlan, Requirement, RulePlan, Value } from '../../plan/plan.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { isOneOf, type Keys, possibleRows } from './returned-rows.ts'

export interface Offence {
  rule: string
  /** What was done, as the end of a sentence that starts with the caller. */
  what: string
  change?: Change
  /** Rows that seem to be returned: `confirmReturned` makes sure of it. */
  returned?: { table: string; keys: Keys; tell: (key: string) => string }
}

export interface Judgement {
  offences: Offence[]
  /** Rules whose hidden rows this call was allowed to change: comparing worlds would say nothing. */
  excused: string[]
}

export interface Judge {
  database: TestDatabase
  query: QueryPlan
  context: Record<string, Value>
  /** By rule, what it hides from this caller. */
  hidden: Map<string, HiddenRow[]>
}

/** A question with what its answer means; the answer is a list of places in the log of changes, from 1. */
interface Charge extends Question {
  read(answer: (string | null)[][], judgement: Judgement): void
}

type Given = Pick<Outcome, 'columns' | 'rows' | 'changes'>

export async function judgeCall(judge: Judge, outcome: Given, parameters: Parameters): Promise<Judgement> {
  const { database, query, context } = judge
  const charges = chargesAgainst(judge, outcome)
  return readAnswers(charges, await database.askAll(charges, query, { ...parameters, ...context }))
}

/** All that is to be asked about what a call gave. */
export function chargesAgainst(judge: Judge, outcome: Given): Charge[] {
  const touched = new Set(outcome.changes.map(({ table }) => table))
  return judge.database.plan.rules.flatMap(rule => [
    ...(touched.size > 0 ? chargesOfRows(judge, rule, outcome.changes) : []),
    ...(touched.size > 0 ? chargesOfChanges(judge, rule, outcome.changes) : []),
    ...rule.requires.flatMap(requirement => {
      const isConcerned = requirement.on === 'return' ? outcome.rows.length > 0 : touched.has(requirement.table)
      return isConcerned ? chargeOfRequirement(judge, rule, requirement, outcome) : []
    }),
  ])
}

export function readAnswers(charges: Charge[], answers: (string | null)[][][]): Judgement {
  const judgement: Judgement = { offences: [], excused: [] }
  for (const [index, charge] of charges.entries()) charge.read(answers[index] ?? [], judgement)
  // Rows are changed in the order that PostgreSQL comes upon them: of several, always the same one is told.
  const alike = Map.groupBy(judgement.offences, ({ rule, what }) => `${rule} ${what}`)
  const told = ({ change }: Offence) => change?.old ?? change?.new ?? ''
  return { ...judgement, offences: [...alike.values()].flatMap(offences => sortedBy(offences, told)) }
}

/** The old row as it was before, the new row as it is after: only there does a move to another tenant show. */
function chargesOfRows({ database, hidden }: Judge, rule: RulePlan, changes: Change[]): Charge[] {
  if (Object.keys(rule.rows).length === 0) return []
  const spoken = new Set(tablesOf(database, rule))
  const tables = [...new Set(changes.map(change => change.table))].filter(table => spoken.has(table))
  if (tables.length === 0) return []
  // With its `:name`s left in: the question is the same for every caller.
  const unbound = { ...database, bind: textOf }
  const images = new Set((hidden.get(rule.id) ?? []).map(({ table, image }) => `${table} ${image}`))
  const excused = new Set<Change>()
  const charges: Charge[] = tables.flatMap(table => {
    const mayChange = rule.rows[table]?.mayChange
    if (!mayChange) return []
    const sql = `select l.nth from ${logOf(table)} where ${mayChange.sql}`
    return {
      sql,
      about: mayChange,
      read: (answer, judgement) => {
        for (const change of changesAt(answer, changes)) excused.add(change)
        if (answer.length > 0 && !judgement.excused.includes(rule.id)) judgement.excused.push(rule.id)
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
    charges.push({
      sql,
      about: aboutRows(rule, table),
      read: (answer, { offences }) => {
        const ofTable = changes.filter(change => change.table === table && !excused.has(change))
        for (const change of ofTable.filter(isOldHidden)) {
          const what = `${verb(change)} a row of ${table} that ${rule.id} hides from them`
          offences.push({ rule: rule.id, what, change })
        }
        for (const change of changesAt(answer, changes).filter(one => !excused.has(one))) {
          const made = change.operation === 'INSERT' ? 'made' : 'turned a row into'
          const what = `${made} a row of ${table} that ${rule.id} hides from them`
          offences.push({ rule: rule.id, what, change })
        }
      },
    })
  }
  return charges
}

function chargesOfChanges(judge: Judge, rule: RulePlan, changes: Change[]): Charge[] {
  const { database } = judge
  const touched = new Set(changes.map(({ table }) => table))
  return Object.entries(rule.changes).flatMap(([table, operations]) => {
    // `*` is for the tables that the rule does not name.
    const tables =
      table === '*' ? [...touched].filter(name => !(name in rule.changes)) : touched.has(table) ? [table] : []
    return Object.entries(operations).flatMap(([operation, condition]) => {
      if (table !== '*') tableOf(database.tables, table, condition.line)
      return tables.map(name => chargeOfChange(judge, rule, name, operation, condition, changes))
    })
  })
}

function chargeOfChange(
  judge: Judge,
  rule: RulePlan,
  table: string,
  operation: string,
  condition: Condition,
  changes: Change[],
): Charge {
  return {
    sql: `select l.nth from ${logOf(table)} where l.op = ${quoted(operation.toUpperCase())}
      and not coalesce((${condition.sql}), false) and ${isMadeWithin(judge, rule, table)}`,
    about: condition,
    read: (answer, { offences }) => {
      for (const change of changesAt(answer, changes).filter(one => wasWithin(judge, rule, one))) {
        const what = `${verb(change)} a row of ${table} in a way that ${rule.id} forbids`
        offences.push({ rule: rule.id, what, change })
      }
    },
  }
}

/** What holds of the rows that the rule is about, as they are after the call. */
function isWithin({ database }: Judge, rule: RulePlan, table: string): string {
  const unbound = { ...database, bind: textOf }
  const outer = outerRules(database, rule).flatMap(one => visibleSql(unbound, one, table, {}) ?? [])
  return ['true', ...outer.map(sql => `(${sql})`)].join(' and ')
}

/** Of what is inserted: is it among the rows that the rule is about? */
function isMadeWithin(judge: Judge, rule: RulePlan, table: string): string {
  return `(l.op <> 'INSERT' or exists (select from (select new.*) as ${identifier(table)} where ${isWithin(judge, rule, table)}))`
}

/** Of what was there before: was it among the rows that the rule is about? */
function wasWithin({ database, hidden }: Judge, rule: RulePlan, { table, old }: Change): boolean {
  return !outerRules(database, rule).some(({ id }) =>
    hidden.get(id)?.some(row => row.table === table && row.image === old),
  )
}

function chargeOfRequirement(
  judge: Judge,
  rule: RulePlan,
  { table, on, when, inserts, where, times, line }: Requirement,
  outcome: Given,
): Charge[] {
  const { database, query } = judge
  tableOf(database.tables, inserts, line)
  const count = `(select count(*) from ${LOG} i, lateral jsonb_populate_record(null::public.${identifier(inserts)}, i.new) inserted
    where i.tbl = ${quoted(inserts)} and i.op = 'INSERT' and (${where.sql}))`
  const isMissing = times === undefined ? `${count} = 0` : `${count} <> ${times}`
  const asked = when ? `(${when.sql})` : 'true'
  const wanted = times === undefined || times === 1 ? `the row in ${inserts}` : `the ${times} rows in ${inserts}`
  if (on === 'return') {
    return possibleRows(tableOf(database.tables, table, line), query.key, outcome).map(keys => {
      const own = keys.columns.map(column => `${identifier(table)}.${identifier(column)}::text`).join(', ')
      const sql = `select ${own} from ${identifier(table)} where ${isOneOf(table, keys)} and ${asked} and ${isWithin(judge, rule, table)}
        group by ${own} having bool_and(${isMissing})`
      const tell = (key: string) => `got the row ${key} of ${table} without ${wanted} that ${rule.id} requires`
      const read: Charge['read'] = (answer, { offences }) => {
        const values = answer.filter((row): row is string[] => row.every(value => value !== null))
        if (values.length === 0) return
        const returned = { table, keys: { ...keys, values }, tell }
        offences.push({ rule: rule.id, what: tell(String(values[0])), returned })
      }
      return { sql, about: where, isOnce: true, read }
    })
  }
  const sql = `select l.nth, ${count} from ${logOf(table)} where l.op = ${quoted(on.toUpperCase())} and ${asked} and ${isMissing}
    and ${isMadeWithin(judge, rule, table)}`
  const read: Charge['read'] = (answer, { offences }) => {
    for (const [index, change] of changesAt(answer, outcome.changes).entries()) {
      if (!wasWithin(judge, rule, change)) continue
      const made = Number(answer[index]?.[1])
      const isTooMany = times !== undefined && made > times
      const how = isTooMany
        ? `with ${made} row${made === 1 ? '' : 's'} in ${inserts} where ${rule.id} requires ${times}`
        : `without ${wanted} that ${rule.id} requires`
      offences.push({ rule: rule.id, what: `${verb(change)} a row of ${table} ${how}`, change })
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

function verb({ operation }: Change): string {
  return { INSERT: 'inserted', UPDATE: 'updated', DELETE: 'deleted' }[operation]
}
