import { join } from 'node:path'
import type { Case, Corpus } from '../../domain.ts'
import { UserError } from '../../errors.ts'
import { PlanError } from '../../proof/plan/plan-error.ts'
import { planCase as planOnSeeds, type SeedPlan } from '../../proof/prover/plan-case.ts'
import { openProofCache } from './proof-cache.ts'
import { proofSubjects, wrongPlan } from './proof-subject.ts'

export type { SeedPlan }

/** The calls that the proof of one case makes. @throws {UserError} when the case cannot be proved. */
export async function planCase(corpus: Corpus, one: Case, cache: string): Promise<SeedPlan[]> {
  using proofCache = openProofCache(cache)
  const [found] = await proofSubjects(corpus, corpus.applications, [one], proofCache)
  const [toProve] = found?.toProve ?? []
  if (!found?.subject || !toProve) {
    const why = found?.unproved || (found && found.problems.length > 0 ? wrongPlan(found.problems) : '')
    throw new UserError(`there is no call plan for ${one.path}: ${why || `proof.yaml has no query "${one.query}"`}.`)
  }
  try {
    const plans = await planOnSeeds(found.subject, one.query, toProve, join(cache, 'postgres.tar'))
    if (Array.isArray(plans)) return plans
    throw new UserError(`there is no call plan for ${one.path}: ${plans.refused}.`)
  } catch (error) {
    if (!(error instanceof PlanError)) throw error
    throw new UserError(`${join(found.application.directory, error.file)}:${error.line}: ${error.message}`)
  }
}
