import type { Change } from '../../cases/outcome.ts'
import { hiddenSql, rowCondition, tablesOf } from '../../database/visibility.ts'
import type { RulePlan } from '../../plan/plan.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { JudgedCall, WriteCheck } from './judgement.ts'
import { changesAt, LOG, loggedRows } from './logged-changes.ts'
import { unbound } from './within-rule.ts'

/** Changes of hidden rows, and changes that make a hidden row, such as a ticket that is moved to another tenant. */
export function rowChecks({ database, hidden }: JudgedCall, rule: RulePlan, changes: Change[]): WriteCheck[] {
  if (Object.keys(rule.rows).length === 0) return []
  const ruled = new Set(tablesOf(database, rule))
  const tables = [...new Set(changes.map(change => change.table))].filter(table => ruled.has(table))
  if (tables.length === 0) return []
  const images = new Set((hidden.get(rule.id) ?? []).map(({ table, image }) => `${table} ${image}`))
  // Filled by the answers to the first queries, which are read before those to the others.
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
    const condition = hiddenSql(unbound(database), rule, table, {})
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
