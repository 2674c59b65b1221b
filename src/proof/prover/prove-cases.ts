// Proves cases together, on one seed: a world is built once, and all cases are run in it.

import { type CaseRun, isOpen } from '../cases/case-run.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import type { CaseKind, Program, Refusal } from '../cases/kind.ts'
import { CASE_KINDS, kindOf } from '../cases/kinds.ts'
import type { ProofRun } from '../checks/check.ts'
import {
  CHECKS,
  CHECKS_OF_MUTANTS,
  CHECKS_OF_ORIGINALS,
  CHECKS_ON_FURTHER_SEEDS,
  QUICK_CHECKS_OF_ATTACKS,
} from '../checks/checks.ts'
import { runChecks } from '../checks/run-checks.ts'
import { checkIntact } from '../database/session-state.ts'
import { type CallPlan, planCalls, planUsualCalls } from '../inputs/call-plan.ts'
import { mainSeed, type QueryPlan } from '../plan/plan.ts'
import { mayWrite } from './may-write.ts'
import { proveMigration } from './prove-migrations.ts'
import { proveMutants } from './prove-mutants-of-migrations.ts'

/** Cases of one query, or the mutants of one of its cases (`original`). */
export interface QueryCases {
  query: QueryPlan
  /** The operations of the query, where its cases are migrations. */
  operations?: QueryPlan[]
  cases: CaseToProve[]
  original?: CaseToProve
  /** The mutants are attacks: those that the quick checks leave are proved as cases are. */
  areAttacks?: boolean
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
  let runners = 0
  for (const group of groups) {
    if (group.operations) {
      if (group.original && !group.areAttacks) {
        const mutants = { ...group, operations: group.operations, original: group.original }
        for await (const [one, findings] of proveMutants(proofRun, mutants, () => runners++))
          findingsOf.set(one, findings)
        continue
      }
      for (const one of group.cases)
        findingsOf.set(one, await proveMigration(proofRun, group.operations, one, () => runners++))
      continue
    }
    if (!group.original || proofRun.isFurther) {
      ordinary.push(...(await prepareAll(group)))
      continue
    }
    const { caseRun: original } = await prepare(group.query, group.original)
    if (original) await runChecks(proofRun, [original], CHECKS_OF_ORIGINALS)
    const mutants = await prepareAll(group, original)
    await runChecks(proofRun, mutants, group.areAttacks ? QUICK_CHECKS_OF_ATTACKS : CHECKS_OF_MUTANTS)
    if (!group.areAttacks) continue
    const left = mutants.filter(mutant => isOpen(mutant) && !mutant.findings.isEquivalent)
    ordinary.push(...(await prepareAll({ ...group, cases: left.map(mutant => mutant.case) })))
  }
  const checks = proofRun.isFurther ? CHECKS_ON_FURTHER_SEEDS : CHECKS
  await runChecks({ ...proofRun, prepare: prepare.other }, ordinary, checks)
  for (const kind of kinds) await kind.forget(database)
  if (database.resetSequences !== '') await database.session.run(database.resetSequences)
  await checkIntact(database)
  return groups.flatMap(({ cases }) => cases.map(one => findingsOf.get(one) ?? emptyFindings(one.path)))
}

interface Prepared {
  findings: CaseFindings
  /** Absent: the case is not run; the findings say why. */
  caseRun?: CaseRun
}

/** Makes a function that prepares one case after the other: the case can be called, and has a call plan. */
export function createPreparation(
  { database, seed, variation, onCase }: Pick<ProofRun, 'database' | 'seed' | 'variation' | 'onCase'>,
  kinds: readonly CaseKind[],
) {
  const callPlans = new Map<string, CallPlan>()
  let number = 0

  /** The cases of a query share one call plan. */
  async function callPlanFor(query: QueryPlan, mayWrite: boolean): Promise<CallPlan> {
    const key = `${query.name} ${mayWrite}`
    const plan = variation === undefined ? planCalls : planUsualCalls
    const known = callPlans.get(key) ?? (await plan(database, query, mayWrite))
    callPlans.set(key, known)
    return known
  }

  async function prepareProgram(query: QueryPlan, one: CaseToProve): Promise<Program | Refusal> {
    onCase(one.path)
    const program = await kindOf(one.language, kinds)?.prepare(database, query, one, number++)
    return program ?? { refused: `no case kind runs code in ${one.language}` }
  }

  async function prepare(query: QueryPlan, one: CaseToProve, original?: CaseRun): Promise<Prepared> {
    const findings = emptyFindings(one.path)
    const program = await prepareProgram(query, one)
    if ('refused' in program) {
      const { refused, ...rest } = program
      findings.undecided = { reason: refused, ...rest }
      return { findings }
    }
    const shared = original?.callPlan ?? (await callPlanFor(query, mayWrite(query, program)))
    // A mutant makes all calls of its original, in the same order: their results are compared.
    const known = new Set(original?.program.facts.literals)
    const caseRun: CaseRun = {
      case: one,
      query,
      callPlan: await shared.withLiterals(program.facts.literals.filter(literal => !known.has(literal))),
      works: query.works.filter(call => (call.seed ?? mainSeed(database.plan)) === seed),
      program,
      findings,
      facts: original?.facts.givenValues ? { givenValues: original.facts.givenValues } : {},
      ...(original ? { original } : {}),
    }
    return { findings, caseRun }
  }

  /** Prepares other code in place of a case's own. */
  const other = ({ query, case: one }: CaseRun, code: string) => prepareProgram(query, { ...one, code })
  return Object.assign(prepare, { other })
}
