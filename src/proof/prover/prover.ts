// Proves the cases of applications in threads. When a case breaks its thread, a new thread goes on with the other
// cases.

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chunks } from '../../lib/chunks.ts'
import { allDone } from '../../lib/concurrency/run-parallel.ts'
import { ThreadError } from '../../lib/threads/thread-error.ts'
import { createThreadPool, type ThreadPool } from '../../lib/threads/thread-pool.ts'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import { operationsOf } from '../plan/plan.ts'
import { compileEngine, type LocalEngine } from '../postgres/local-session.ts'
import type { ServerEngine } from '../postgres/server-session.ts'
import { DisturbanceError } from '../postgres/session.ts'
import type { SelfTestFailure } from '../self-test/self-test-failure.ts'
import { type WatchdogLimits, watchStatements } from './watchdog.ts'
import type { CaseGroup, ConditionToNotice, Engine, Job, JobResult, Subject, WorkerInput } from './worker.ts'

export interface ProverOptions extends WatchdogLimits {
  /** A database in this process, or one on a server. */
  engine: Pick<LocalEngine, 'template'> | ServerEngine
  width: number
}

export const DEFAULTS: WatchdogLimits = { patienceMs: 20_000, memoryBytes: 2 * 1024 ** 3, caseMs: 60_000 }

/** The name of the error of a session that a case disturbed. */
const DISTURBANCE = new DisturbanceError().name

/** How long a thread may take to drop its database on a server, in milliseconds. */
const CLOSING_MS = 3000

/** The most queries in one job: all of them are proved again when a case breaks the thread. */
const MOST_GROUPS = 4
/** The most migrations in one job. Each takes seconds and shares no world with others, so that small jobs cost little. */
const MOST_MIGRATIONS = 4

/** The cases of one application that are to be proved, and what to do with the results. */
export interface Assignment {
  subject: Subject
  groups: CaseGroup[]
  /** How many groups go in one job. */
  groupsAtOnce?: number
  onFindings: (findings: CaseFindings) => void
  /** Called with the failures of the self-test. Absent: there is no self-test. */
  onSelfTest?: (failures: SelfTestFailure[]) => void
  /** Conditions of the plan of which is asked who notices them. */
  conditions?: ConditionToNotice[]
  /** Called with what notices a condition; undefined where nothing does. */
  onNoticed?: (condition: ConditionToNotice, by: string | undefined, isTemporary?: boolean) => void
  /** Called when proof.yaml, the seed or the schema has a mistake: no case of the application can be proved. */
  onWrongPlan: (message: string, line: number, file: string) => void
}

/** The threads. While a thread does a job, it tells the path of each case that it begins. */
type Provers = ThreadPool<Job, JobResult, string>

/** Proves all assignments. Throws only when a thread cannot be started. */
export async function proveAll(assignments: Assignment[], options: ProverOptions): Promise<void> {
  const engine: Engine =
    'server' in options.engine ? options.engine : { ...options.engine, module: await compileEngine() }
  if (!('server' in engine)) await makeTemplate(engine)
  await using provers: Provers = createThreadPool({
    file: new URL('./worker.ts', import.meta.url),
    width: options.width,
    input: { engine, caseMs: options.caseMs } satisfies WorkerInput,
    resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
    watch: thread => watchStatements(thread, options),
    // A thread that made a database on a server has to drop it.
    ...('server' in engine ? { closeWithinMs: CLOSING_MS } : {}),
  })
  await allDone(assignments.map((assignment, nth) => proveAssignment(assignment, provers, `${nth}`, options.width)))
}

/**
 * Makes the template for all threads. Where that fails, each thread makes a database for itself, or says why it cannot.
 */
async function makeTemplate({ template }: LocalEngine): Promise<void> {
  if (template === undefined || existsSync(template)) return
  const program = fileURLToPath(new URL('../postgres/make-template.ts', import.meta.url))
  await promisify(execFile)(process.execPath, ['--liftoff-only', program, template]).catch(() => undefined)
}

/** `group` keeps the jobs of an application in threads that have loaded the application. */
async function proveAssignment(assignment: Assignment, provers: Provers, group: string, width: number): Promise<void> {
  const { subject, onSelfTest } = assignment
  const wrongPlan = new AbortController()
  const run = async (job: Job, isNext = false): Promise<void> => {
    const outcome = await runJob(job, provers, { group, isNext, signal: wrongPlan.signal })
    if (outcome.kind === 'proved') for (const findings of outcome.findings) assignment.onFindings(findings)
    else if (outcome.kind === 'self-tested') onSelfTest?.(outcome.failures)
    else if (outcome.kind === 'noticed' && job.kind === 'notice') assignment.onNoticed?.(job.condition, outcome.by)
    else if (outcome.kind === 'wrong plan') {
      wrongPlan.abort()
      assignment.onWrongPlan(outcome.message, outcome.line, outcome.file)
    } else if ((outcome.kind === 'broken' || outcome.kind === 'disturbed') && job.kind === 'notice')
      assignment.onNoticed?.(job.condition, outcome.message, true)
    else if ((outcome.kind === 'broken' || outcome.kind === 'disturbed') && job.kind === 'self-test')
      onSelfTest?.([{ message: outcome.message }])
    else if (outcome.kind === 'disturbed' && job.kind === 'prove') {
      const alone = oneByOne(job.groups)
      const [only, ...others] = alone
      if (others.length > 0) {
        await allDone(alone.map(group => run({ ...job, groups: [group] }, true)))
        return
      }
      const undecided = { reason: `the case disturbs the session: ${outcome.message}`, isTemporary: true } as const
      for (const { path } of only?.cases ?? []) assignment.onFindings({ ...emptyFindings(path), undecided })
    } else if (outcome.kind === 'broken' && job.kind === 'prove') {
      const { culprit, groups } = withoutCulprit(job.groups, outcome.lastCase)
      const undecided = { reason: outcome.message, isTemporary: true } as const
      if (culprit) assignment.onFindings({ ...emptyFindings(culprit.path), undecided })
      if (groups.length > 0) await run({ ...job, groups }, true)
    }
  }
  const jobs: Job[] = splitGroups(assignment, width).map(groups => ({ kind: 'prove', subject, groups }))
  for (const condition of assignment.conditions ?? []) jobs.push({ kind: 'notice', subject, condition })
  if (onSelfTest) jobs.unshift({ kind: 'self-test', subject })
  await allDone(jobs.map(job => run(job)))
}

/**
 * Several groups go in one job, so that they share worlds. Each thread gets several jobs, so that none is idle for
 * long.
 */
function splitGroups({ subject, groups, groupsAtOnce }: Assignment, width: number): CaseGroup[][] {
  const isOfMigrations = ({ query }: CaseGroup) => operationsOf(subject.plan, query).length > 0
  const migrations = groups.filter(group => isOfMigrations(group) && group.original === undefined)
  const others = groups.filter(group => !migrations.includes(group))
  const size = groupsAtOnce ?? Math.max(1, Math.min(MOST_GROUPS, Math.ceil(others.length / (2 * width))))
  const small = migrations.flatMap(group =>
    chunks(group.cases, MOST_MIGRATIONS).map((cases, nth) => [
      { ...group, cases, ...(nth > 0 ? { isRest: true } : {}) },
    ]),
  )
  return [...small, ...chunks(others, size)]
}

type Outcome =
  | JobResult
  | { kind: 'dropped' }
  | { kind: 'disturbed'; message: string }
  | { kind: 'broken'; message: string; lastCase: string }

/**
 * `dropped`: the job was not begun, since the plan is wrong. `broken`: the thread or its database broke during the job.
 * `disturbed`: a case of the job, and nobody knows which, left the session other than it was. The pool replaces the thread
 * in both cases.
 */
async function runJob(
  job: Job,
  provers: Provers,
  options: { group: string; isNext: boolean; signal: AbortSignal },
): Promise<Outcome> {
  let lastCase = ''
  const onNote = (path: string) => {
    lastCase = path
  }
  try {
    return await provers.run(job, { ...options, onNote })
  } catch (error) {
    if (error === options.signal.reason) return { kind: 'dropped' }
    const { message } = error as Error
    // An error on its way from a thread keeps its name, not its class.
    if (error instanceof Error && error.name === DISTURBANCE) return { kind: 'disturbed', message }
    if (!(error instanceof ThreadError)) return { kind: 'broken', message, lastCase }
    if (error.kind === 'not started') throw new Error(`PostgreSQL cannot be started: ${message}`, { cause: error })
    return {
      kind: 'broken',
      message: error.kind === 'ended' ? message : `the database broke down: ${message}`,
      lastCase,
    }
  }
}

/** A group for each case, so that each is proved alone. */
function oneByOne(groups: CaseGroup[]): CaseGroup[] {
  return groups.flatMap(group => group.cases.map(one => ({ ...group, cases: [one] })))
}

/** The case that was running when its thread broke, and the groups without that case. */
function withoutCulprit(groups: CaseGroup[], lastCase: string) {
  const all = groups.flatMap(({ cases }) => cases)
  const culprit = all.find(({ path }) => path === lastCase) ?? all[0]
  return {
    culprit,
    groups: groups
      .map(group => ({ ...group, cases: group.cases.filter(one => one !== culprit) }))
      .filter(({ cases }) => cases.length > 0),
  }
}
