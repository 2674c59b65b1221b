// Keeps workers busy and watches over them: one whose statement does not end is ended, and the run goes on without it.

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type CaseFindings, emptyFindings } from '../cases/findings.ts'
import { compileEngine, type LocalEngine } from '../postgres/local-session.ts'
import type { ServerEngine } from '../postgres/server-session.ts'
import type { CaseGroup, Engine, Job, Message, Order, Subject, WorkerInput } from './worker.ts'

export interface ProverOptions {
  /** A database in this process, or one on a server. */
  engine: Pick<LocalEngine, 'template'> | ServerEngine
  width: number
  /** How long one statement, or one batch of calls, may take. */
  patienceMs: number
  /** The most memory that the process may take while a statement runs. */
  memoryBytes: number
}

export const DEFAULTS = { patienceMs: 5000, memoryBytes: 2 * 1024 ** 3 }

const CLOSING_MS = 3000

/** Shares of the patience that a worker must have worked, or not worked, to be ended; and the longest wait of all. */
const WORKING = 0.7
const SLEEPING = 0.05
const MOST_WAITING = 6

/** Queries that are proved in one job: more would be lost when a case ends the worker. */
const MOST_GROUPS = 4

/** What is to be proved of one application. */
export interface Assignment {
  subject: Subject
  groups: CaseGroup[]
  /** How many of them in one job. */
  groupsAtOnce?: number
  onFindings: (findings: CaseFindings) => void
  /** Absent: the rules are not tested. */
  onSelfTest?: (failures: string[]) => void
  /** The application cannot be proved at all. */
  onWrongPlan: (message: string, line: number, file: string) => void
}

interface Task {
  job: Job
  assignment: Assignment
}

/** Proves all assignments. Throws only when a worker cannot be started. */
export async function proveAll(assignments: Assignment[], options: ProverOptions): Promise<void> {
  const queues = assignments.map(assignment => ({
    assignment,
    tasks: [
      ...(assignment.onSelfTest ? [{ job: { kind: 'self-test', subject: assignment.subject }, assignment }] : []),
      ...shared(assignment, options.width).map(groups => ({
        job: { kind: 'prove', subject: assignment.subject, groups },
        assignment,
      })),
    ] as Task[],
    helpers: 0,
  }))
  // An application that a worker has loaded stays with it; then one that nobody works on; then the longest queue.
  function takeQueue() {
    const open = queues.filter(({ tasks }) => tasks.length > 0)
    return open.find(({ helpers }) => helpers === 0) ?? open.toSorted((a, b) => b.tasks.length - a.tasks.length)[0]
  }
  const engine: Engine =
    'server' in options.engine ? options.engine : { ...options.engine, module: await compileEngine() }
  if (!('server' in engine)) await makeTemplate(engine)
  async function serve(): Promise<void> {
    const keeper = new Keeper(options, engine)
    try {
      for (let queue = takeQueue(); queue; queue = takeQueue()) {
        queue.helpers++
        for (let task = queue.tasks.shift(); task; task = queue.tasks.shift()) {
          await keeper.start()
          await perform(task, keeper, queue.tasks)
        }
        queue.helpers--
      }
    } finally {
      await keeper.stop()
    }
  }
  const results = await Promise.allSettled(Array.from({ length: options.width }, serve))
  const failed = results.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** Once for all workers. Where it fails, each of them makes a fresh database for itself, or says why it cannot. */
async function makeTemplate({ template }: LocalEngine): Promise<void> {
  if (template === undefined || existsSync(template)) return
  const program = fileURLToPath(new URL('../postgres/make-template.ts', import.meta.url))
  await promisify(execFile)(process.execPath, ['--liftoff-only', program, template]).catch(() => undefined)
}

/** Several groups a job, so that a world is built for all of them; several jobs a worker, so that none is idle for long. */
function shared({ groups, groupsAtOnce }: Assignment, width: number): CaseGroup[][] {
  const size = groupsAtOnce ?? Math.max(1, Math.min(MOST_GROUPS, Math.ceil(groups.length / (2 * width))))
  return Array.from({ length: Math.ceil(groups.length / size) }, (_, at) => groups.slice(at * size, (at + 1) * size))
}

async function perform({ job, assignment }: Task, keeper: Keeper, tasks: Task[]): Promise<void> {
  const answer = await keeper.ask(job)
  if (answer.kind === 'proved') for (const findings of answer.findings) assignment.onFindings(findings)
  else if (answer.kind === 'self-tested') assignment.onSelfTest?.(answer.failures)
  else if (answer.kind === 'wrong plan') {
    assignment.onWrongPlan(answer.message, answer.line, answer.file)
    tasks.length = 0
  } else if (job.kind === 'self-test') assignment.onSelfTest?.([answer.message])
  else {
    // The case that was running is unproved; the others are proved without it.
    const all = job.groups.flatMap(({ cases }) => cases)
    const culprit = all.find(({ path }) => path === keeper.lastCase) ?? all[0]
    if (culprit)
      assignment.onFindings({
        ...emptyFindings(culprit.path),
        undecided: { reason: answer.message, isPassing: true },
      })
    const groups = job.groups
      .map(group => ({ ...group, cases: group.cases.filter(one => one !== culprit) }))
      .filter(({ cases }) => cases.length > 0)
    if (groups.length > 0) tasks.unshift({ job: { ...job, groups }, assignment })
  }
}

/** The database on the server is to be taken away by whoever made it. */
async function closed(worker: Worker): Promise<void> {
  worker.postMessage({ kind: 'close' } satisfies Order)
  await Promise.race([once(worker, 'exit'), sleep(CLOSING_MS, undefined, { ref: false })])
}

type Said = Exclude<Message, { kind: 'at case' }>
type Answer = Exclude<Said, { kind: 'ready' }>

/** How many share a processor of this machine; 1 where it is not known. */
function crowd(): number {
  return Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
}

/** One worker at a time, replaced when it had to be ended. */
class Keeper {
  lastCase = ''
  readonly #options: ProverOptions
  readonly #engine: Engine
  #worker: Worker | undefined
  #onMessage: (message: Said) => void = () => {}
  #beat = new Int32Array(new SharedArrayBuffer(4))

  constructor(options: ProverOptions, engine: Engine) {
    this.#options = options
    this.#engine = engine
  }

  async start(): Promise<void> {
    if (this.#worker) return
    const beat = new SharedArrayBuffer(4)
    this.#beat = new Int32Array(beat)
    const input: WorkerInput = { engine: this.#engine, beat }
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: input,
      resourceLimits: { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 512 },
    })
    worker.on('message', (message: Message) => {
      if (message.kind === 'at case') this.lastCase = message.path
      else this.#onMessage(message)
    })
    worker.on('error', error =>
      this.#onMessage({ kind: 'failed', message: `the database broke down: ${error.message}` }),
    )
    worker.on('exit', () => this.#onMessage({ kind: 'failed', message: 'the database broke down' }))
    const first = await this.#next()
    if (first.kind === 'failed') throw new Error(`PostgreSQL cannot be started: ${first.message}`)
    this.#worker = worker
  }

  async stop(): Promise<void> {
    this.#onMessage = () => {}
    const worker = this.#worker
    this.#worker = undefined
    if (worker && 'server' in this.#engine) await closed(worker)
    await worker?.terminate()
  }

  async ask(job: Job): Promise<Answer> {
    this.lastCase = ''
    const answered = this.#next()
    const watchdog = this.#watch(message => this.#onMessage({ kind: 'failed', message }))
    this.#worker?.postMessage(job)
    const answer = await answered
    clearInterval(watchdog)
    // Whatever failed may have left something behind.
    if (answer.kind === 'failed') await this.stop()
    if (answer.kind === 'ready') throw new Error('a worker was ready twice')
    return answer
  }

  /** What the worker says next, or what is said in its place. */
  #next(): Promise<Said> {
    return new Promise(resolve => {
      this.#onMessage = resolve
    })
  }

  /**
   * Ends what runs away. Time is the worker's own: on a busy machine an honest statement may take long to come to its
   * turn. One that uses next to none of it sleeps, unless there are many who wait for a processor.
   */
  #watch(bark: (message: string) => void): NodeJS.Timeout {
    const { patienceMs, memoryBytes } = this.#options
    const worker = this.#worker
    let seen = -1
    let since = performance.now()
    let usedBefore = 0
    let used = 0
    const look = async () => {
      const usage = await worker?.cpuUsage().catch(() => undefined)
      if (usage) used = (usage.user + usage.system) / 1000
    }
    return setInterval(() => {
      void look()
      const beat = Atomics.load(this.#beat, 0)
      if (beat !== seen) {
        seen = beat
        since = performance.now()
        usedBefore = used
      }
      // Even: no statement is running.
      if (beat % 2 === 0) return
      const [waited, worked] = [performance.now() - since, used - usedBefore]
      const isWorking = worked >= patienceMs * WORKING
      const mayWait = patienceMs * crowd() * (worked < patienceMs * SLEEPING ? 1 : MOST_WAITING)
      if (waited >= (isWorking ? patienceMs : mayWait))
        bark(`it ran for more than ${patienceMs / 1000} s and was ended`)
      else if (process.memoryUsage.rss() > memoryBytes)
        bark(`it took more than ${Math.round(memoryBytes / 1024 ** 2)} MB and was ended`)
    }, 50)
  }
}
