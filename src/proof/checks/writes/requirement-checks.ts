import { tableOf } from '../../database/parameter-types.ts'
import type { Requirement, RulePlan } from '../../plan/plan.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { JudgedCall, JudgedOutcome, WriteCheck } from './judgement.ts'
import { changesAt, LOG, loggedRows } from './logged-changes.ts'
import { hasOneOfKeys, possibleRows } from './returned-keys.ts'
import { isInsertedWithin, isWithin, wasWithin } from './within-rule.ts'

/** Rows that the rule's `requires` ask for and that were not inserted, or too often. */
export function requirementChecks(
  judged: JudgedCall,
  rule: RulePlan,
  requirement: Requirement,
  outcome: JudgedOutcome,
): WriteCheck[] {
  return requirement.on === 'return'
    ? checksOfReturned(judged, rule, requirement, outcome)
    : [checkOfChanges(judged, rule, requirement, outcome)]
}

/** Changes without the required row. */
function checkOfChanges(
  judged: JudgedCall,
  rule: RulePlan,
  requirement: Requirement,
  { changes }: JudgedOutcome,
): WriteCheck {
  const { table, on, inserts, where, times } = requirement
  const { count, isMissing, applies } = requirementSql(judged, requirement)
  return {
    sql: `select l.nth, ${count} from ${loggedRows(table)} where l.op = ${quoted(on.toUpperCase())} and ${applies} and ${isMissing}
      and ${isInsertedWithin(judged, rule, table)}`,
    about: where,
    read: (answer, { violations }) => {
      for (const [index, change] of changesAt(answer, changes).entries()) {
        if (!wasWithin(judged, rule, change)) continue
        const required = { inserts, wanted: times ?? null, made: Number(answer[index]?.[1]) }
        violations.push({ rule: rule.id, why: 'required-row', change, required })
      }
    },
  }
}

/** Returned rows without the required row. */
function checksOfReturned(
  judged: JudgedCall,
  rule: RulePlan,
  requirement: Requirement,
  outcome: JudgedOutcome,
): WriteCheck[] {
  const { table, inserts, where, times, line } = requirement
  const { isMissing, applies } = requirementSql(judged, requirement)
  return possibleRows(tableOf(judged.database.tables, table, line), judged.query.key, outcome).map(keys => {
    const own = keys.columns.map(column => `${identifier(table)}.${identifier(column)}::text`).join(', ')
    return {
      sql: `select ${own} from ${identifier(table)} where ${hasOneOfKeys(table, keys)} and ${applies} and ${isWithin(judged, rule, table)}
        group by ${own} having bool_and(${isMissing})`,
      about: where,
      isRunOnce: true,
      read: (answer, { violations }) => {
        const values = answer.filter((row): row is string[] => row.every(value => value !== null))
        if (values.length === 0) return
        const required = { inserts, wanted: times ?? null, made: 0 }
        const returned = { table, keys: { ...keys, values } }
        violations.push({ rule: rule.id, why: 'required-row', required, returned })
      },
    }
  })
}

/** The SQL of how many required rows were inserted, of whether that is wrong, and of when the requirement applies. */
function requirementSql({ database }: JudgedCall, { when, inserts, where, times, line }: Requirement) {
  tableOf(database.tables, inserts, line)
  const count = `(select count(*) from ${LOG} i, lateral jsonb_populate_record(null::public.${identifier(inserts)}, i.new) inserted
    where i.tbl = ${quoted(inserts)} and i.op = 'INSERT' and (${where.sql}))`
  return {
    count,
    isMissing: times === undefined ? `${count} = 0` : `${count} <> ${times}`,
    applies: when ? `(${when.sql})` : 'true',
  }
}
