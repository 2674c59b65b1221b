import type { Change } from '../../cases/outcome.ts'
import { hiddenSql, rowCondition, tablesOf } from '../../database/visibility.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { JudgedCall, WriteCheck } from './judgement.ts'
import { changesAt, LOG, loggedRows } from './logged-changes.ts'
import { unbound } from './within-rule.ts'

/** Changes of hidden rows, and changes that make a hidden row, such as a ticket that is moved to another tenant. */
export function rowChecks(judged: JudgedCall, rule: RulePlan, changes: Change[]): WriteCheck[] {
  if (Object.keys(rule.rows).length === 0) return []
  const ruled = new Set(tablesOf(judged.database, rule))
  const tables = [...new Set(changes.map(change => change.table))].filter(table => ruled.has(table))
  // Filled by the answers to the first queries, which are read before those to the others.
  const allowed = new Set<Change>()
  return [
    ...tables.flatMap(table => mayChangeCheck(rule, table, changes, allowed) ?? []),
    ...tables.flatMap(table => hiddenRowCheck(judged, rule, table, changes, allowed) ?? []),
  ]
}

/** Finds the changes that `may_change` allows, and puts them into `allowed`. */
function mayChangeCheck(
  rule: RulePlan,
  table: string,
  changes: Change[],
  allowed: Set<Change>,
): WriteCheck | undefined {
  const mayChange = rule.rows[table]?.mayChange
  if (!mayChange) return undefined
  return {
    sql: `select l.nth from ${loggedRows(table)} where ${mayChange.sql}`,
    about: mayChange,
    read: (answer, { exempt }) => {
      for (const change of changesAt(answer, changes)) {
        allowed.add(change)
        exempt.push({ rule: rule.id, change })
      }
    },
  }
}

/** Finds changes of a hidden row, and changes into one, that are not allowed. */
function hiddenRowCheck(
  { database, hidden }: JudgedCall,
  rule: RulePlan,
  table: string,
  changes: Change[],
  allowed: ReadonlySet<Change>,
): WriteCheck | undefined {
  const condition = hiddenSql(unbound(database), rule, table, {})
  if (condition === undefined) return undefined
  const name = identifier(table)
  // A soft delete makes a hidden row by an update. That is what a rule about soft deletes permits.
  const operations = rule.category === 'soft-delete' ? `= 'INSERT'` : `<> 'DELETE'`
  const images = new Set((hidden.get(rule.id) ?? []).filter(row => row.table === table).map(({ image }) => image))
  return {
    // PostgreSQL may read a row before it asks for the row's table: only rows of this table can be read as such.
    sql: `select nth from (select l.nth,
      (jsonb_populate_record(null::public.${name}, case when l.tbl = ${quoted(table)} then l.new end)).* from ${LOG} l
      where l.tbl = ${quoted(table)} and l.op ${operations}) as ${name} where ${condition}`,
    about: rowCondition(rule, table),
    read: (answer, { violations }) => {
      const isForbidden = (change: Change) => !allowed.has(change)
      const ofHidden = changes.filter(({ table: own, old }) => own === table && old !== null && images.has(old))
      for (const change of ofHidden.filter(isForbidden))
        violations.push({ rule: rule.id, why: 'of-hidden-row', change })
      for (const change of changesAt(answer, changes).filter(isForbidden))
        violations.push({ rule: rule.id, why: 'into-hidden-row', change })
    },
  }
}
