// Proves cases that are migrations. Each is executed in a transaction of its own; all operations of its query are called there
// and judged together.

import type { CaseRun } from '../cases/case-run.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import type { Refusal } from '../cases/kind.ts'
import { prepareStatements } from '../cases/migration/client-statements.ts'
import { type OpenMigration, openMigration } from '../cases/migration/open-migration.ts'
import { type OperationsOfCase, prepareOperation } from '../cases/migration/operation.ts'
import type { ProofRun } from '../checks/check.ts'
import { CHECKS_OF_MIGRATIONS } from '../checks/checks.ts'
import { runChecks } from '../checks/run-checks.ts'
import { brokenAtStart, planForSeed } from '../database/always.ts'
import { type CallPlan, planCalls, planUsualCalls } from '../inputs/call-plan.ts'
import { planStatements } from '../inputs/statements/statement-plan.ts'
import { mainSeed, type QueryPlan } from '../plan/plan.ts'
import { type Actor, findActors } from '../worlds/actors.ts'
import { mayWrite } from './may-write.ts'

/** A migration that has been executed, with a run for each operation. */
interface PreparedMigration extends Pick<OpenMigration, 'database' | 'hasTriedCommand'>, AsyncDisposable {
  caseRuns: CaseRun[]
  actors: Actor[]
}

/** Runs the checks on one migration. `nextNumber` gives another number for each runner of the proof run. */
export async function proveMigration(
  proofRun: ProofRun,
  operations: QueryPlan[],
  one: CaseToProve,
  nextNumber: () => number,
): Promise<CaseFindings> {
  const findings = emptyFindings(one.path)
  const prepared = await prepareMigration(proofRun, operations, findings, one, nextNumber)
  if ('refused' in prepared) {
    const { refused, ...rest } = prepared
    return { ...findings, undecided: { reason: refused, ...rest } }
  }
  await using open = prepared
  const { database, caseRuns, actors } = open
  const [broken] = await brokenAtStart(database)
  if (broken && proofRun.variation === undefined) {
    const reason = `the migration leaves rows of which "${broken.condition.sql}" does not hold, which ${broken.rule.id} says of every state`
    return { ...findings, undecided: { reason } }
  }
  database.plan = await planForSeed(database)
  await runChecks({ ...proofRun, database, actors }, caseRuns, CHECKS_OF_MIGRATIONS)
  if (await open.hasTriedCommand())
    findings.undecided ??= { reason: 'a call tries to create, alter, drop or grant something, which no role may' }
  return findings
}

/** Of a mutant: the call plans of its original, by the name of an operation. The mutant makes the same calls. */
interface KnownPlans {
  callPlans?: ReadonlyMap<string, CallPlan>
}

/** Executes a migration and makes its operations ready to be called. `await using` takes it back. */
export async function prepareMigration(
  proofRun: Pick<ProofRun, 'database' | 'seed' | 'variation' | 'onCase'> & KnownPlans,
  operations: QueryPlan[],
  findings: CaseFindings,
  one: CaseToProve,
  nextNumber: () => number,
): Promise<PreparedMigration | Refusal> {
  proofRun.onCase(one.path)
  const migration = await openMigration(proofRun.database, one.code)
  if ('refused' in migration) return migration
  const { database, statements } = migration
  const { identity } = database.plan
  if (!identity) throw new Error('operations without an identity')
  const shared = { database, one, statements, identity, nextNumber }
  const caseRuns: CaseRun[] = []
  try {
    for (const operation of operations) {
      const caseRun = await prepareRun(proofRun, shared, operation, findings)
      if ('refused' in caseRun) {
        await migration[Symbol.asyncDispose]()
        return caseRun
      }
      caseRuns.push(caseRun)
    }
    const actors = await findActors(database)
    const statementRuns = await prepareStatementRuns(proofRun, shared, operations, actors, findings)
    if ('refused' in statementRuns) {
      await migration[Symbol.asyncDispose]()
      return statementRuns
    }
    caseRuns.push(...statementRuns)
    return { ...migration, caseRuns, actors }
  } catch (error) {
    await migration[Symbol.asyncDispose]()
    throw error
  }
}

/** A run for each kind of statements that clients may write; none where nothing is exposed. */
async function prepareStatementRuns(
  { variation }: Pick<ProofRun, 'variation'>,
  shared: OperationsOfCase,
  [operation]: QueryPlan[],
  actors: Actor[],
  findings: CaseFindings,
): Promise<CaseRun[] | Refusal> {
  const { database, one, identity } = shared
  const of = operation?.operation?.of ?? ''
  const exposed = database.plan.exposes[of]
  if (!exposed) return []
  const isVaried = variation !== undefined
  const plans = await planStatements(database, { of, exposed, roleOf: identity.role, isVaried }, actors)
  if ('unknown' in plans) {
    const wanted = `all, or some of ${plans.known.join(', ')}, was wanted`
    return {
      refused: `line ${exposed.line} of proof.yaml: ${of} exposes "${plans.unknown}", which is no table or view after the migration; ${wanted}`,
    }
  }
  const caseRuns: CaseRun[] = []
  for (const { query, callPlan } of plans) {
    const program = await prepareStatements(shared, query)
    if ('refused' in program) return program
    caseRuns.push({ case: one, query, callPlan, works: [], program, findings, facts: {} })
  }
  return caseRuns
}

/** All operations of a case have the same findings: what one of them shows is true of the case. */
async function prepareRun(
  { seed, variation, callPlans }: Pick<ProofRun, 'seed' | 'variation'> & KnownPlans,
  shared: OperationsOfCase,
  operation: QueryPlan,
  findings: CaseFindings,
): Promise<CaseRun | Refusal> {
  const { database, one } = shared
  if (!operation.operation) throw new Error(`${operation.name} is no operation`)
  const program = await prepareOperation(shared, operation, operation.operation.sql)
  if ('refused' in program) return program
  const plan = variation === undefined ? planCalls : planUsualCalls
  const known = callPlans?.get(operation.name)
  const calls = known ?? (await plan(database, operation, mayWrite(operation, program)))
  return {
    case: one,
    query: operation,
    callPlan: known ?? (await calls.withLiterals(program.facts.literals)),
    works: operation.works.filter(call => (call.seed ?? mainSeed(database.plan)) === seed),
    ...{ program, findings, facts: {} },
  }
}
