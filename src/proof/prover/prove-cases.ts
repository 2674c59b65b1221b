// Proves cases together, on one seed: a world is built once, and all cases are run in it.

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
import { mainSeed, type QueryPlan } from '../plan/plan.ts'

/** Cases of one query, or the mutants of one of its cases (`original`). */
export interface QueryCases {
  query: QueryPlan
  cases: CaseToProve[]
  original?: CaseToProve
}

/** Runs the checks on all cases. The findings are in the order of the cases. */
export async function proveCases(
  proofRun: ProofRun,
  groups: QueryCases[],
  kinds: readonly CaseKind[] = CASE_KINDS,
): Promise<CaseFindings[]> {
  const { database } = proofRun
  const prepare = createPreparation(proofRun, kinds)
  const findingsOf = new Map<CaseToProve, CaseFindings>()
  const prepareAll = async ({ query, cases }: QueryCases, original?: CaseRun): Promise<CaseRun[]> => {
    const caseRuns: CaseRun[] = []
    for (const one of cases) {
      const { findings, caseRun } = await prepare(query, one, original)
      findingsOf.set(one, findings)
      if (caseRun) caseRuns.push(caseRun)
    }
    return caseRuns
  }
  const ordinary: CaseRun[] = []
  for (const group of groups) {
    if (!group.original) {
      ordinary.push(...(await prepareAll(group)))
      continue
    }
    const { caseRun: original } = await prepare(group.query, group.original)
    if (original) await runChecks(proofRun, [original], CHECKS_OF_ORIGINALS)
    await runChecks(proofRun, await prepareAll(group, original), CHECKS_OF_MUTANTS)
  }
  await runChecks(proofRun, ordinary, CHECKS)
  for (const kind of kinds) await kind.forget(database)
  await checkIntact(database)
  return groups.flatMap(({ cases }) => cases.map(one => findingsOf.get(one) ?? emptyFindings(one.path)))
}

interface Prepared {
  findings: CaseFindings
  /** Absent: the case is not run; the findings say why. */
  caseRun?: CaseRun
}

/** Makes a function that prepares one case after the other. */
function createPreparation({ database, seed, onCase }: ProofRun, kinds: readonly CaseKind[]) {
  const callPlans = new Map<string, CallPlan>()
  let number = 0

  /** The cases of a query share one call plan. */
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
      const { refused, ...rest } = program ?? { refused: `no case kind runs code in ${one.language}` }
      findings.undecided = { reason: refused, ...rest }
      return { findings }
    }
    const caseRun: CaseRun = {
      case: one,
      query,
      callPlan: await callPlanFor(query, mayWrite(query, original?.program ?? program)),
      works: query.works.filter(call => (call.seed ?? mainSeed(database.plan)) === seed),
      program,
      findings,
      facts: original?.facts.givenValues ? { givenValues: original.facts.givenValues } : {},
      ...(original ? { original } : {}),
    }
    return { findings, caseRun }
  }
}

/** Whether the query may write: `works` names changes, or leaves open what must come and the case may write. */
function mayWrite(query: QueryPlan, { facts }: Program): boolean {
  if (namesChanges(query)) return true
  return query.works.some(({ namesNeither, namesOnlyGives }) => namesNeither || (namesOnlyGives && !facts.readsOnly))
}
