// Judges what one call wrote, in the state right after it: forbidden changes, hidden rows that were changed or made,
// rows that were required. What is read is judged by comparing worlds.

import type { Parameters } from './calls.ts'
import { type Laboratory, tableOf } from './laboratory.ts'
import type { Condition, QueryPlan, Requirement, RulePlan, Value } from './plan.ts'
import type { Change, Outcome } from './run-calls.ts'
import { identifier, quoted } from './sql-text.ts'
import { aboutRows, type HiddenRow, hiddenSql, tablesOf } from './visibility.ts'

export interface Offence {
  rule: string
  /** What was done, as the end of a sentence that starts with the caller. */
  what: string
  change?: Change
}

export interface Judgement {
  offences: Offence[]
  /** Rules whose hidden rows this call was allowed to change: comparing worlds would say nothing. */
  excused: string[]
}

export interface Judge {
  laboratory: Laboratory
  query: QueryPlan
  context: Record<string, Value>
  /** By rule, what it hides from this caller. */
  hidden: Map<string, HiddenRow[]>
}

export async function judgeCall(judge: Judge, outcome: Outcome, parameters: Parameters): Promise<Judgement> {
  const { laboratory } = judge
  const values = { ...parameters, ...judge.context }
  const judgement: Judgement = { offences: [], excused: [] }
  const touched = new Set(outcome.changes.map(({ table }) => table))
  for (const rule of laboratory.plan.rules) {
    if (touched.size > 0) {
      await judgeRows(judge, rule, outcome.changes, values, judgement)
      for (const [table, operations] of Object.entries(rule.changes)) {
        for (const [operation, condition] of Object.entries(operations)) {
          if (table !== '*' && !touched.has(table)) continue
          await judgeChanges(judge, rule, table, operation, condition, outcome.changes, values, judgement)
        }
      }
    }
    for (const requirement of rule.requires) {
      const isConcerned = requirement.on === 'return' ? outcome.rows.length > 0 : touched.has(requirement.table)
      if (isConcerned) await judgeRequirement(judge, rule, requirement, outcome, values, judgement)
    }
  }
  return judgement
}

/** The old row as it was before, the new row as it is after: only there does a move to another tenant show. */
async function judgeRows(
  { laboratory, hidden }: Judge,
  rule: RulePlan,
  changes: Change[],
  values: Record<string, Value>,
  judgement: Judgement,
): Promise<void> {
  if (Object.keys(rule.rows).length === 0) return
  // With its `:name`s left in: the question is the same for every caller.
  const unbound: Laboratory = {
    ...laboratory,
    bind: condition => (typeof condition === 'string' ? condition : condition.sql),
  }
  const spoken = new Set(tablesOf(laboratory, rule))
  const concerned = changes.filter(({ table }) => spoken.has(table))
  if (concerned.length === 0) return
  const images = new Set((hidden.get(rule.id) ?? []).map(({ table, image }) => `${table} ${image}`))
  const excused = new Set<number>()
  for (const table of new Set(concerned.map(change => change.table))) {
    const mayChange = rule.rows[table]?.mayChange
    if (!mayChange) continue
    const sql = `select l.seq from ${logOf(table)} where ${mayChange.sql}`
    for (const [seq] of await laboratory.askOften(sql, values, mayChange)) excused.add(Number(seq))
  }
  if (concerned.some(({ seq }) => excused.has(seq))) judgement.excused.push(rule.id)
  for (const change of concerned) {
    if (excused.has(change.seq) || change.old === null || !images.has(`${change.table} ${change.old}`)) continue
    judgement.offences.push({
      rule: rule.id,
      what: `${verb(change)} a row of ${change.table} that ${rule.id} hides from them`,
      change,
    })
  }
  for (const table of new Set(concerned.map(change => change.table))) {
    const condition = hiddenSql(unbound, rule, table, {})
    if (condition === undefined) continue
    const name = identifier(table)
    // Deleting softly makes a row that the rule hides, and is what the rule is about.
    const operations = rule.category === 'soft-delete' ? `= 'INSERT'` : `<> 'DELETE'`
    const sql = `select seq from (select l.seq, (jsonb_populate_record(null::public.${name}, l.new)).* from proof.log l
      where l.tbl = ${quoted(table)} and l.op ${operations}) as ${name} where ${condition}`
    for (const [seq] of await laboratory.askOften(sql, values, aboutRows(rule, table))) {
      const change = concerned.find(one => one.seq === Number(seq))
      if (!change || excused.has(change.seq)) continue
      const made = change.operation === 'INSERT' ? 'made' : 'turned a row into'
      judgement.offences.push({
        rule: rule.id,
        what: `${made} a row of ${table} that ${rule.id} hides from them`,
        change,
      })
    }
  }
}

async function judgeChanges(
  { laboratory }: Judge,
  rule: RulePlan,
  table: string,
  operation: string,
  condition: Condition,
  changes: Change[],
  values: Record<string, Value>,
  judgement: Judgement,
): Promise<void> {
  if (table !== '*') tableOf(laboratory.tables, table, condition.line)
  const tables = table === '*' ? new Set(changes.map(change => change.table)) : [table]
  for (const name of tables) {
    // `*` is for the tables that the rule does not name.
    if (table === '*' && name in rule.changes) continue
    const sql = `select l.seq from ${logOf(name)} where l.op = ${quoted(operation.toUpperCase())}
      and not coalesce((${condition.sql}), false)`
    for (const [seq] of await laboratory.askOften(sql, values, condition)) {
      const change = changes.find(one => one.seq === Number(seq))
      if (change)
        judgement.offences.push({
          rule: rule.id,
          what: `${verb(change)} a row of ${name} in a way that ${rule.id} forbids`,
          change,
        })
    }
  }
}

async function judgeRequirement(
  { laboratory, query }: Judge,
  rule: RulePlan,
  requirement: Requirement,
  outcome: Outcome,
  values: Record<string, Value>,
  judgement: Judgement,
): Promise<void> {
  const { table, on, when, inserts, where, times } = requirement
  tableOf(laboratory.tables, inserts, requirement.line)
  const { primaryKey } = tableOf(laboratory.tables, table, requirement.line)
  const count = `(select count(*) from proof.log i, lateral jsonb_populate_record(null::public.${identifier(inserts)}, i.new) inserted
    where i.tbl = ${quoted(inserts)} and i.op = 'INSERT' and (${laboratory.bind(where, values)}))`
  const isMissing = times === undefined ? `${count} = 0` : `${count} <> ${times}`
  const asked = when ? `(${laboratory.bind(when, values)})` : 'true'
  const wanted = times === undefined || times === 1 ? `the row in ${inserts}` : `the ${times} rows in ${inserts}`
  if (on === 'return') {
    const column = outcome.columns.indexOf(query.key)
    const [key] = primaryKey
    if (column < 0 || key === undefined) return
    const keys = outcome.rows.flatMap(row => row[column] ?? [])
    const name = identifier(table)
    const sql = `select ${name}.${identifier(key)}::text from ${name} where ${name}.${identifier(key)}::text = any (array[${keys.map(quoted).join(', ')}]::text[]) and ${asked} and ${isMissing}`
    const [first] = await laboratory.ask(sql, where)
    if (first)
      judgement.offences.push({
        rule: rule.id,
        what: `got the row ${first[0]} of ${table} without ${wanted} that ${rule.id} requires`,
      })
    return
  }
  const sql = `select l.seq from ${logOf(table)} where l.op = ${quoted(on.toUpperCase())} and ${asked} and ${isMissing}`
  for (const [seq] of await laboratory.ask(sql, where)) {
    const change = outcome.changes.find(one => one.seq === Number(seq))
    if (change)
      judgement.offences.push({
        rule: rule.id,
        what: `${verb(change)} a row of ${table} without ${wanted} that ${rule.id} requires`,
        change,
      })
  }
}

/** The log of a table with its images as rows `old` and `new`. */
function logOf(table: string): string {
  const row = (image: string) => `lateral jsonb_populate_record(null::public.${identifier(table)}, l.${image}) ${image}`
  return `(select * from proof.log where tbl = ${quoted(table)}) l, ${row('old')}, ${row('new')}`
}

function verb({ operation }: Change): string {
  return { INSERT: 'inserted', UPDATE: 'updated', DELETE: 'deleted' }[operation]
}
