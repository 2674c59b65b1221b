// The code of a prover's thread. A statement that never ends blocks this thread alone.

import { loadModule } from 'libpg-query'
import { serveJobs, threadInput } from '../../lib/threads/serve-jobs.ts'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, emptyFindings, mergeFindings, settlesLabel } from '../cases/findings.ts'
import type { ProofRun } from '../checks/check.ts'
import { planForSeed } from '../database/always.ts'
import { createTestDatabase, loadSeed, type TestDatabase } from '../database/test-database.ts'
import { rowsSql } from '../database/varied-seeds/rows-sql.ts'
import { FURTHER_SEEDS, VARIED_SEEDS, variationSql } from '../database/varied-seeds/vary-seed.ts'
import type { AlteredCondition } from '../plan/altered-plan.ts'
import { findQuery, mainSeed, operationsOf, type ProofPlan } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { type LocalEngine, openLocalSession } from '../postgres/local-session.ts'
import { openServerSession, type ServerEngine } from '../postgres/server-session.ts'
import type { Session } from '../postgres/session.ts'
import { selfTest } from '../self-test/self-test.ts'
import { testAlways } from '../self-test/self-test-always.ts'
import type { SelfTestFailure } from '../self-test/self-test-failure.ts'
import { type Actor, findActors } from '../worlds/actors.ts'
import { createCaseClock } from './case-clock.ts'
import { type NoticingCase, whoNotices } from './notice-condition.ts'
import { proveCases, type QueryCases } from './prove-cases.ts'
import { testSequences } from './test-sequences.ts'
import { countStatement } from './watchdog.ts'

/** An application as the prover needs it: all that a proof depends on beside the case. */
export interface Subject {
  name: string
  schema: string
  plan: ProofPlan
  seeds: { file: string; sql: string }[]
}

/** Cases of one query, or the mutants of one of its cases (`original`). */
export interface CaseGroup {
  query: string
  cases: CaseToProve[]
  original?: CaseToProve
  /** The mutants are attacks. */
  areAttacks?: boolean
  /** Another job has the first cases of the query: what is tried once for a query is tried there. */
  isRest?: boolean
}

/** A condition that is set to a constant, and the cases that may notice it. */
export interface ConditionToNotice {
  altered: AlteredCondition
  cases: NoticingCase[]
}

export type Job =
  | { kind: 'prove'; subject: Subject; groups: CaseGroup[] }
  | { kind: 'self-test'; subject: Subject }
  | { kind: 'notice'; subject: Subject; condition: ConditionToNotice }

export type JobResult =
  | { kind: 'proved'; findings: CaseFindings[] }
  | { kind: 'self-tested'; failures: SelfTestFailure[] }
  | { kind: 'noticed'; by: string | undefined }
  | { kind: 'wrong plan'; message: string; line: number; file: string }

export type Engine = LocalEngine | ServerEngine

/** What a thread is started with. */
export interface WorkerInput {
  engine: Engine
  /** How long a case may take in all, in milliseconds. */
  caseMs: number
}

const {
  input: { engine, caseMs },
  heartbeat,
} = threadInput<WorkerInput>()
const clock = createCaseClock(caseMs)

/** The session, which also tells the watchdog when a statement starts and ends. */
function watched(session: Session): Session {
  async function counted<T>(statement: () => Promise<T>): Promise<T> {
    countStatement(heartbeat)
    try {
      return await statement()
    } finally {
      countStatement(heartbeat)
    }
  }
  return {
    ...session,
    run: sql => counted(() => session.run(sql)),
    runOne: sql => counted(() => session.runOne(sql)),
  }
}

await loadModule()
const openSession = async (): Promise<Session> =>
  clock.counted(watched(await ('server' in engine ? openServerSession(engine) : openLocalSession(engine))))
let session = await openSession()
let database: TestDatabase | undefined
/** The subject that `database` was made for, as JSON; empty where there is none. */
let loadedSubject = ''
/** The subject and the seed that are loaded; empty where there are none. */
let loadedSeed = ''

/** The most migrations that one session executes. */
const MOST_MIGRATIONS = 4
let migrations = 0

/**
 * Opens a new session where the last one has executed many migrations. PostgreSQL keeps the plans of functions that are gone,
 * some megabytes for each migration, and looks at all of them whenever a world is made.
 */
async function renewSession({ subject: { plan }, groups }: Extract<Job, { kind: 'prove' }>): Promise<void> {
  const wanted = groups.flatMap(({ query, cases }) => (operationsOf(plan, query).length > 0 ? cases : [])).length
  if (migrations > 0 && migrations + wanted > MOST_MIGRATIONS && !('server' in engine)) {
    await session.close()
    session = await openSession()
    migrations = 0
    loadedSubject = ''
    loadedSeed = ''
  }
  migrations += wanted
}

async function databaseFor(subject: Subject): Promise<TestDatabase> {
  const key = JSON.stringify(subject)
  if (database && loadedSubject === key) return database
  loadedSubject = ''
  knownActors.clear()
  knownVaried.clear()
  database = await createTestDatabase(session, subject.schema, subject.plan)
  loadedSubject = key
  return database
}

type Seed = Subject['seeds'][number] & Pick<ProofRun, 'variation' | 'isFurther'>

/** By seed of the loaded subject. A seed that is loaded again has its rows in the same places, so that actors stay true. */
const knownActors = new Map<string, { actors: Actor[]; kills: ProofRun['kills'] }>()

/** The database of the subject with this seed. */
async function databaseWith(subject: Subject, seed: Seed): Promise<TestDatabase> {
  const ready = await databaseFor(subject)
  if (loadedSeed === `${loadedSubject} ${seed.file}`) return ready
  loadedSeed = ''
  await loadSeed(ready, seed)
  // The calls on further seeds are judged for few actors, who are found then.
  if (!seed.isFurther && !knownActors.has(seed.file))
    knownActors.set(seed.file, { actors: await findActors(ready), kills: new Map() })
  loadedSeed = `${loadedSubject} ${seed.file}`
  return ready
}

/** By number, the varied seeds of the loaded subject. Each is made once, when it is needed. */
const knownVaried = new Map<number, Seed>()

/** The main seed with other values, as `vary` of proof.yaml allows: see varied-seeds/. */
async function variedSeed(subject: Subject, main: Seed, variation: number): Promise<Seed> {
  const known = knownVaried.get(variation)
  if (known) return known
  const ready = await databaseWith(subject, main)
  const file = `${main.file}, varied (${variation})`
  const sql = `${main.sql};\n${await variationSql(ready, variation)}`
  loadedSeed = ''
  await loadSeed(ready, { file, sql })
  const further = variation > VARIED_SEEDS ? { isFurther: true as const } : {}
  const seed = { file, sql: (await rowsSql(ready)) ?? sql, variation, ...further }
  knownVaried.set(variation, seed)
  return seed
}

/** Whether other seeds may still tell something about the case. */
function isUnsettled(one: CaseToProve, findings: CaseFindings | undefined): boolean {
  if (!findings || findings.undecided || findings.killedBy !== undefined || findings.isEquivalent) return false
  return !settlesLabel(one, findings.witnesses)
}

/** Proves the groups on one seed. */
async function proveOn(
  subject: Subject,
  seed: Seed,
  groups: CaseGroup[],
  earlier: ReadonlyMap<string, CaseFindings>,
  onCase: (path: string) => void,
): Promise<CaseFindings[]> {
  const ready = await databaseWith(subject, seed)
  const { actors, kills } = knownActors.get(seed.file) ?? { actors: [], kills: new Map() }
  const { file, variation, isFurther } = seed
  const proofRun: ProofRun = {
    // A row that a varied seed makes up may break what must always hold.
    ...{
      database: variation === undefined ? ready : { ...ready, plan: await planForSeed(ready) },
      seed: file,
      actors,
      onCase,
      kills,
      earlier,
    },
    ...(variation === undefined ? {} : { variation }),
    ...(isFurther ? { isFurther } : {}),
  }
  const known = groups.map(({ query, ...group }): QueryCases & Pick<CaseGroup, 'isRest'> => ({
    ...group,
    ...findQuery(ready.plan, query),
  }))
  const findings = await proveCases(proofRun, known)
  if (file === mainSeed(subject.plan))
    for (const { operations, cases, original, isRest } of known)
      if (operations && !original && !isRest) await testSequences(proofRun, operations, cases, findings)
  return findings
}

/** Whether a rule says something that must hold on every seed. */
function asksForEverySeed({ rules }: ProofPlan): boolean {
  return rules.some(({ always }) => always !== undefined)
}

async function work(job: Job, onCase: (path: string) => void): Promise<JobResult> {
  if (job.kind === 'self-test') {
    const { plan, seeds } = job.subject
    const seed = seeds.find(({ file }) => file === mainSeed(plan))
    if (!seed)
      return { kind: 'self-tested', failures: [{ message: 'there is no seed; "seeds" in proof.yaml names none' }] }
    loadedSeed = ''
    const ready = await databaseFor(job.subject)
    const failures: SelfTestFailure[] = []
    for (const one of asksForEverySeed(plan) ? seeds : [seed]) {
      await loadSeed(ready, one)
      failures.push(...(one === seed ? await selfTest(ready) : await testAlways(ready, one.file)))
    }
    return { kind: 'self-tested', failures }
  }
  if (job.kind === 'notice') {
    const { altered, cases } = job.condition
    const [seed] = job.subject.seeds
    if (!seed) return { kind: 'noticed', by: undefined }
    return { kind: 'noticed', by: await whoNotices(await databaseWith(job.subject, seed), altered, cases, onCase) }
  }
  await renewSession(job)
  const { subject, groups } = job
  const found = new Map<string, CaseFindings>()
  const keep = (findings: CaseFindings[]) => {
    for (const one of findings) found.set(one.path, mergeFindings([...[found.get(one.path) ?? []].flat(), one]))
  }
  for (const seed of subject.seeds) keep(await proveOn(subject, seed, groups, found, onCase))
  const [main] = subject.seeds
  const varied = main && Object.keys(subject.plan.vary).length > 0 ? VARIED_SEEDS + FURTHER_SEEDS : 0
  for (let variation = 1; main && variation <= varied; variation++) {
    const isFurther = variation > VARIED_SEEDS
    const left = groups
      // Edits are compared with their original, and are not proved as cases are.
      .filter(({ original, areAttacks }) => !isFurther || !original || areAttacks)
      // Migrations are not compared with one another.
      .filter(({ query }) => !isFurther || operationsOf(subject.plan, query).length === 0)
      .map(group => ({ ...group, cases: group.cases.filter(one => isUnsettled(one, found.get(one.path))) }))
      .filter(({ cases }) => cases.length > 0)
    if (left.length === 0) break
    const findings = await proveOn(subject, await variedSeed(subject, main, variation), left, found, onCase)
    // On a further seed nothing is asked about parts at work.
    keep(isFurther ? findings.map(one => ({ ...one, unreached: found.get(one.path)?.unreached ?? [] })) : findings)
  }
  return {
    kind: 'proved',
    findings: groups.flatMap(({ cases }) => cases.map(({ path }) => found.get(path) ?? emptyFindings(path))),
  }
}

serveJobs<Job, JobResult, string>({
  async work(job, tell) {
    clock.reset()
    let current = ''
    const onCase = (path: string) => {
      if (path === current) return
      current = path
      clock.begin(path)
      tell(path)
    }
    try {
      return await work(job, onCase)
    } catch (error) {
      // The state of the database is not known, so the next job makes a new one.
      loadedSubject = ''
      loadedSeed = ''
      if (!(error instanceof PlanError)) throw error
      return { kind: 'wrong plan', message: error.message, line: error.line, file: error.file }
    }
  },
  close: () => session.close(),
})
