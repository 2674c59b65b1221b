// Judges the changes of one call in the state that the call left: forbidden changes, changes of hidden rows and into
// hidden rows, rows that a rule requires, and conditions that must always hold. What a call reads is judged by comparing worlds.

import { sortedBy } from '../../../lib/sorted-by.ts'
import type { Rows } from '../../database/conditions.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import { alwaysChecks } from './always-checks.ts'
import { changeChecks } from './change-checks.ts'
import type { JudgedCall, JudgedOutcome, Judgement, WriteCheck, WriteViolation } from './judgement.ts'
import { requirementChecks } from './requirement-checks.ts'
import { rowChecks } from './row-checks.ts'

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
    ...(touched.size > 0 ? alwaysChecks(judged.database, rule) : []),
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
  // PostgreSQL changes rows in any order. Violations of one kind are sorted, so that a witness always shows the same
  // one.
  const alike = Map.groupBy(judgement.violations, ({ rule, why, change, required }) =>
    JSON.stringify([rule, why, change?.table, change?.operation, required]),
  )
  const image = ({ change }: WriteViolation) => change?.old ?? change?.new ?? ''
  return { ...judgement, violations: [...alike.values()].flatMap(violations => sortedBy(violations, image)) }
}
