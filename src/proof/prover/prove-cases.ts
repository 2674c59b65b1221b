// Proves cases together, on one seed: a world is built once and all cases are run in it.

import type { CaseRun } from '../cases/case-run.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import type { CaseKind, Program } from '../cases/kind.ts'
import { CASE_KINDS, kindOf } from '../cases/kinds.ts'
import type { ProofRun } from '../checks/check.ts'
import { CHECKS, CHECKS_OF_MUTANTS, CHECKS_OF_ORIGINALS } from '../checks/checks.ts'
import { runChecks } from '../checks/run-checks.ts'
import { checkIntact } from '../database/check-intact.ts'
import { type CallPlan, namesChanges, planCalls } from '../inputs/call-plan.ts'
import type { QueryPlan } from '../plan/plan.ts'

/** Cases of one query, or mutants of its case `original`. */
export interface QueryCases {
  query: QueryPlan
  cases: CaseToProve[]
  original?: CaseToProve
}

/** The findings in the order of the cases. */
export async function proveCases(
  proofRun: ProofRun,
  groups: QueryCases[],
  kinds: readonly CaseKind[] = CASE_KINDS,
): Promise<CaseFindings[]> {
  const { database } = proofRun
  const prepare = createPreparation(proofRun, kinds)
  const found = new Map<CaseToProve, CaseFindings>()
  const prepareAll = async ({ query, cases }: QueryCases, original?: CaseRun): Promise<CaseRun[]> => {
    const caseRuns: CaseRun[] = []
    for (const one of cases) {
      const { findings, caseRun } = await prepare(query, one, original)
      found.set(one, findings)
      if (caseRun) caseRuns.push(caseRun)
    }
    return caseRuns
  }
  const plain: CaseRun[] = []
  for (const group of groups) {
    if (!group.original) {
      plain.push(...(await prepareAll(group)))
      continue
    }
    const { caseRun: original } = await prepare(group.query, group.original)
    if (original) await runChecks(proofRun, [original], CHECKS_OF_ORIGINALS)
    await runChecks(proofRun, await prepareAll(group, original), CHECKS_OF_MUTANTS)
  }
  await runChecks(proofRun, plain, CHECKS)
  for (const kind of kinds) await kind.forget(database)
  await checkIntact(database)
  return groups.flatMap(({ cases }) => cases.map(one => found.get(one) ?? emptyFindings(one.path)))
}

interface Prepared {
  findings: CaseFindings
  /** Absent: the case is not run, for a reason in the findings. */
  caseRun?: CaseRun
}

function createPreparation({ database, seed, onCase }: ProofRun, kinds: readonly CaseKind[]) {
  const callPlans = new Map<string, CallPlan>()
  let number = 0

  /** The cases of a query share their calls. */
  async function callPlanFor(query: QueryPlan, mayWrite: boolean): Promise<CallPlan> {
    const key = `${query.name} ${mayWrite}`
    const known = callPlans.get(key) ?? (await planCalls(database, query, mayWrite))
    callPlans.set(key, known)
    return known
  }

  return async function prepare(query: QueryPlan, one: CaseToProve, original?: CaseRun): Promise<Prepared> {
    const findings = emptyFindings(one.path)
    onCase(one.path)
    const program = await kindOf(one.language, kinds)?.prepare(database, query, one, number++)
    if (!program || 'refused' in program) {
      const { refused, ...rest } = program ?? { refused: `nothing runs code in ${one.language}` }
      findings.undecided = { reason: refused, ...rest }
      return { findings }
    }
    const caseRun: CaseRun = {
      case: one,
      query,
      callPlan: await callPlanFor(query, mayWrite(query, original?.program ?? program)),
      works: query.works.filter(call => (call.seed ?? database.plan.seeds[0]) === seed),
      program,
      findings,
      facts: original?.facts.givenValues ? { givenValues: original.facts.givenValues } : {},
      ...(original ? { original } : {}),
    }
    return { findings, caseRun }
  }
}

/** `works` says so, or says nothing of it and the case may write. */
function mayWrite(query: QueryPlan, { facts }: Program): boolean {
  if (namesChanges(query)) return true
  return query.works.some(({ saysNothing, saysKeysAlone }) => saysNothing || (saysKeysAlone && !facts.readsOnly))
}
