// Runs in a thread of its own: a statement that never ends blocks this thread and no other.

import { parentPort, workerData } from 'node:worker_threads'
import { loadModule } from 'libpg-query'
import type { CaseToProve, Finding } from './finding.ts'
import { mergeFindings } from './finding.ts'
import { createLaboratory, type Laboratory, loadSeed, PlanError } from './laboratory.ts'
import type { ProofPlan } from './plan.ts'
import { proveQuery, type WorldCache } from './prove-query.ts'
import { selfTest } from './self-test.ts'
import { openSession, type Session } from './session.ts'

/** All that a proof depends on beside the cases. */
export interface Subject {
  name: string
  schema: string
  plan: ProofPlan
  seeds: { file: string; sql: string }[]
}

export type Job =
  | { kind: 'prove'; subject: Subject; query: string; cases: CaseToProve[] }
  | { kind: 'self-test'; subject: Subject }

export type Message =
  | { kind: 'ready' }
  | { kind: 'at case'; path: string }
  | { kind: 'proved'; findings: Finding[] }
  | { kind: 'self-tested'; failures: string[] }
  | { kind: 'wrong plan'; message: string; line: number; file: string }
  | { kind: 'failed'; message: string }

export interface WorkerInput {
  template: string | undefined
  /** Odd while a statement runs; another number for each. */
  beat: SharedArrayBuffer
}

const { template, beat } = workerData as WorkerInput
const counter = new Int32Array(beat)
const send = (message: Message) => parentPort?.postMessage(message)

/** The session, telling the watchdog when a statement starts and ends. */
function watched(session: Session): Session {
  return {
    async run(sql) {
      Atomics.add(counter, 0, 1)
      try {
        return await session.run(sql)
      } finally {
        Atomics.add(counter, 0, 1)
      }
    },
    close: () => session.close(),
  }
}

await loadModule()
const session = watched(await openSession(template))
let laboratory: Laboratory | undefined
let loaded = ''

async function laboratoryFor(subject: Subject): Promise<Laboratory> {
  const key = JSON.stringify(subject)
  if (laboratory && loaded === key) return laboratory
  loaded = ''
  laboratory = await createLaboratory(session, subject.schema, subject.plan)
  loaded = key
  return laboratory
}

let shape = ''
let worlds: WorldCache = new Map()

async function proveOn(
  subject: Subject,
  seed: Subject['seeds'][number],
  query: string,
  cases: CaseToProve[],
): Promise<Finding[]> {
  const ready = await laboratoryFor(subject)
  if (shape !== `${loaded} ${seed.file}`) {
    shape = ''
    await loadSeed(ready, seed)
    worlds = new Map()
    shape = `${loaded} ${seed.file}`
  }
  const plan = ready.plan.queries.find(({ name }) => name === query)
  if (!plan) throw new Error(`no query ${query}`)
  const onCase = (path: string) => send({ kind: 'at case', path })
  return proveQuery({ laboratory: ready, query: plan, seed: seed.file, worlds, onCase }, cases)
}

async function work(job: Job): Promise<Message> {
  if (job.kind === 'self-test') {
    const [seed] = job.subject.seeds
    if (!seed) return { kind: 'self-tested', failures: ['there is no seed'] }
    shape = ''
    const ready = await laboratoryFor(job.subject)
    await loadSeed(ready, seed)
    return { kind: 'self-tested', failures: await selfTest(ready) }
  }
  const rounds: Finding[][] = []
  for (const seed of job.subject.seeds) rounds.push(await proveOn(job.subject, seed, job.query, job.cases))
  return { kind: 'proved', findings: job.cases.map((_, at) => mergeFindings(rounds.flatMap(round => round[at] ?? []))) }
}

parentPort?.on('message', async (job: Job) => {
  try {
    send(await work(job))
  } catch (error) {
    // What is half done cannot be trusted: the next job starts from an empty database.
    loaded = ''
    shape = ''
    if (error instanceof PlanError)
      send({ kind: 'wrong plan', message: error.message, line: error.line, file: error.file })
    else send({ kind: 'failed', message: (error as Error).message })
  }
})
send({ kind: 'ready' })
