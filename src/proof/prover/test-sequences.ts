// The self-test of sequences: a flaw is planted into a good migration that shows behind the most calls that a sequence may have.
// A search that does not find it does not go as deep as the proof says.

import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import type { ProofRun } from '../checks/check.ts'
import { CHECKS_OF_ORIGINALS } from '../checks/checks.ts'
import { runChecks } from '../checks/run-checks.ts'
import { longestSequences } from '../checks/sequences/check-sequences.ts'
import { planForSeed } from '../database/always.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { plantedFlawSql } from '../self-test/plant-flaw.ts'
import { prepareMigration } from './prove-migrations.ts'

/**
 * Leaves the good cases of a query undecided if a flaw that needs the longest sequences is found in none of them. One in which it
 * is found is enough; a case that is not run, or that never writes, tells nothing.
 */
export async function testSequences(
  proofRun: ProofRun,
  operations: QueryPlan[],
  cases: CaseToProve[],
  findings: CaseFindings[],
): Promise<void> {
  const most = operations[0]?.operation?.sequences
  if (most === undefined) return
  const good = cases.filter(({ label }) => label === 'good')
  const found = good.flatMap(one => findings.find(({ path, undecided }) => path === one.path && !undecided) ?? [])
  let hasTried = false
  for (const one of good.filter(({ path }) => found.some(own => own.path === path))) {
    const isFound = await findsPlanted(proofRun, operations, one, most - 1)
    if (isFound === true) return
    hasTried ||= isFound === false
  }
  if (!hasTried) return
  const reason = `self-test: a flaw that was planted behind ${most - 1} calls was not found; give calls of "works" that can be made one after the other, or write a smaller number under "sequences"`
  for (const own of found) own.undecided = { reason }
}

/** Undefined: the case cannot be run, or none of its operations writes. */
async function findsPlanted(
  proofRun: ProofRun,
  operations: QueryPlan[],
  one: CaseToProve,
  calls: number,
): Promise<boolean | undefined> {
  const findings = emptyFindings(one.path)
  let number = 0
  const nextNumber = () => number++
  const prepared = await prepareMigration(proofRun, operations, findings, one, nextNumber)
  if ('refused' in prepared) return undefined
  await using open = prepared
  const { database, caseRuns, actors } = open
  if (caseRuns.every(({ program }) => program.facts.readsOnly)) return undefined
  database.plan = await planForSeed(database)
  const run = { ...proofRun, database, actors }
  await runChecks(run, caseRuns, CHECKS_OF_ORIGINALS)
  await database.session.run(plantedFlawSql(database, calls))
  await runChecks(run, caseRuns, [longestSequences])
  return Object.values(findings.witnesses).some(({ before = [] }) => before.length === calls)
}
