// Compares mutants of a migration with their original. The two make objects of the same names, so that they are never there at
// the same time: the original is executed first, and what its calls give is kept.

import type { CaseRun } from '../cases/case-run.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import { digestText, type ResultDigest } from '../cases/outcome.ts'
import type { ProofRun } from '../checks/check.ts'
import { CHECKS_OF_MUTANT_MIGRATIONS, CHECKS_OF_ORIGINAL_MIGRATIONS, CHECKS_OF_ORIGINALS } from '../checks/checks.ts'
import { runChecks } from '../checks/run-checks.ts'
import { planForSeed } from '../database/always.ts'
import type { ProofPlan, QueryPlan } from '../plan/plan.ts'
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
  const { plan, caseRuns: originals } = await findFacts(proofRun, operations, original, nextNumber)
  const callPlans = new Map(
    originals.flatMap(({ query, callPlan }) => (query.statements === undefined ? [[query.name, callPlan]] : [])),
  )
  for (const one of cases) {
    const findings = emptyFindings(one.path)
    const prepared = await prepareMigration({ ...proofRun, callPlans }, operations, findings, one, nextNumber)
    if ('refused' in prepared) {
      const { refused, ...rest } = prepared
      findings.undecided = { reason: refused, ...rest }
    } else {
      await using open = prepared
      const { database, actors } = open
      const mutants = open.caseRuns.map(caseRun => asMutant(caseRun, originals))
      database.plan = plan
      const run = { ...proofRun, database, actors }
      for (const check of CHECKS_OF_MUTANT_MIGRATIONS)
        if (!findings.isEquivalent) await runChecks(run, mutants, [check])
    }
    yield [one, findings]
  }
}

/**
 * The run of an operation, which is compared with that of the original. The
 * statements that clients write are those that the mutant gives rights to: the original may have had no such run.
 */
function asMutant(caseRun: CaseRun, originals: CaseRun[]): CaseRun {
  const { name, statements } = caseRun.query
  const original = originals.find(({ query }) => query.name === name && query.statements === statements)
  if (!original) return { ...caseRun, original: { ...caseRun, facts: { digests: new Map() } } }
  const { givenValues } = original.facts
  return { ...caseRun, original, facts: givenValues ? { givenValues } : {} }
}

interface Original {
  /** The plan without what does not hold of the seed anyway. */
  plan: ProofPlan
  caseRuns: CaseRun[]
}

/** The runs of the original's operations, with the facts that mutants are compared with. They can no longer be called. */
async function findFacts(
  proofRun: ProofRun,
  operations: QueryPlan[],
  original: CaseToProve,
  nextNumber: () => number,
): Promise<Original> {
  const run = async (checks: typeof CHECKS_OF_ORIGINALS): Promise<Original> => {
    const prepared = await prepareMigration(proofRun, operations, emptyFindings(original.path), original, nextNumber)
    if ('refused' in prepared) throw new Error(`the original is not run: ${prepared.refused}`)
    await using open = prepared
    const { database, caseRuns, actors } = open
    database.plan = await planForSeed(database)
    await runChecks({ ...proofRun, database, actors }, caseRuns, checks)
    return { plan: database.plan, caseRuns }
  }
  const found = await run(CHECKS_OF_ORIGINAL_MIGRATIONS)
  const again = await run(CHECKS_OF_ORIGINALS)
  return { ...found, caseRuns: found.caseRuns.map((caseRun, nth) => withStableWork(caseRun, again.caseRuns[nth])) }
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
