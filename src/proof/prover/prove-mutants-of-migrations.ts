// Compares mutants of a migration with their original. The two make objects of the same names, so that they are never there at
// the same time: the original is executed first, and what its calls give is kept.

import type { CaseRun } from '../cases/case-run.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import { digestText, type ResultDigest } from '../cases/outcome.ts'
import type { ProofRun } from '../checks/check.ts'
import { CHECKS_OF_MUTANT_MIGRATIONS, CHECKS_OF_ORIGINAL_MIGRATIONS, CHECKS_OF_ORIGINALS } from '../checks/checks.ts'
import { runChecks } from '../checks/run-checks.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { findActors } from '../worlds/actors.ts'
import { prepareMigration } from './prove-migrations.ts'

interface MutantsOfMigration {
  operations: QueryPlan[]
  original: CaseToProve
  cases: CaseToProve[]
}

/** Runs the checks on mutants of one migration, one after the other. */
export async function* proveMutants(
  proofRun: ProofRun,
  { operations, original, cases }: MutantsOfMigration,
  nextNumber: () => number,
): AsyncGenerator<[CaseToProve, CaseFindings]> {
  const originals = await findFacts(proofRun, operations, original, nextNumber)
  for (const one of cases) {
    const findings = emptyFindings(one.path)
    const prepared = await prepareMigration(proofRun, operations, findings, one, nextNumber)
    if ('refused' in prepared) {
      const { refused, ...rest } = prepared
      findings.undecided = { reason: refused, ...rest }
    } else {
      await using open = prepared
      const mutants = open.caseRuns.map((caseRun, nth) => asMutant(caseRun, originals[nth]))
      const run = { ...proofRun, database: open.database, actors: await findActors(open.database) }
      for (const check of CHECKS_OF_MUTANT_MIGRATIONS)
        if (!findings.isEquivalent) await runChecks(run, mutants, [check])
    }
    yield [one, findings]
  }
}

/** The run of an operation, which is compared with that of the original: it makes the same calls, in the same order. */
function asMutant(caseRun: CaseRun, original: CaseRun | undefined): CaseRun {
  if (!original) throw new Error(`${caseRun.query.name} has no original`)
  const { givenValues } = original.facts
  return { ...caseRun, original, callPlan: original.callPlan, facts: givenValues ? { givenValues } : {} }
}

/** The runs of the original's operations, with the facts that mutants are compared with. They can no longer be called. */
async function findFacts(
  proofRun: ProofRun,
  operations: QueryPlan[],
  original: CaseToProve,
  nextNumber: () => number,
): Promise<CaseRun[]> {
  const run = async (checks: typeof CHECKS_OF_ORIGINALS): Promise<CaseRun[]> => {
    const prepared = await prepareMigration(proofRun, operations, emptyFindings(original.path), original, nextNumber)
    if ('refused' in prepared) throw new Error(`the original is not run: ${prepared.refused}`)
    await using open = prepared
    const { database, caseRuns } = open
    await runChecks({ ...proofRun, database, actors: await findActors(database) }, caseRuns, checks)
    return caseRuns
  }
  const found = await run(CHECKS_OF_ORIGINAL_MIGRATIONS)
  const again = await run(CHECKS_OF_ORIGINALS)
  return found.map((caseRun, nth) => withStableWork(caseRun, again[nth]))
}

/**
 * The run without what a call of `works` gives where a second execution of the migration gave something else: rows that a
 * migration writes itself may have the time of the execution.
 */
function withStableWork(caseRun: CaseRun, again: CaseRun | undefined): CaseRun {
  const { workDigests = [] } = caseRun.facts
  const others = again?.facts.workDigests ?? []
  const text = (digest: ResultDigest | undefined) => digest && digestText(digest, false)
  const stable = workDigests.map((digest, nth) => (text(digest) === text(others[nth]) ? digest : undefined))
  return { ...caseRun, facts: { ...caseRun.facts, workDigests: stable } }
}
