// Runs in a thread of its own: a statement that never ends blocks this thread and no other.

import { parentPort, workerData } from 'node:worker_threads'
import { loadModule } from 'libpg-query'
import type { CaseToProve } from '../cases/case-to-prove.ts'
import { type CaseFindings, mergeFindings } from '../cases/findings.ts'
import type { ProofRun } from '../checks/check.ts'
import { createTestDatabase, loadSeed, type TestDatabase } from '../database/test-database.ts'
import type { ProofPlan } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { type LocalEngine, openLocalSession } from '../postgres/local-session.ts'
import { openServerSession, type ServerEngine } from '../postgres/server-session.ts'
import type { Session } from '../postgres/session.ts'
import { selfTest } from '../self-test/self-test.ts'
import { type Actor, findActors } from '../worlds/actors.ts'
import { proveCases, type QueryCases } from './prove-cases.ts'

/** All that a proof depends on beside the cases. */
export interface Subject {
  name: string
  schema: string
  plan: ProofPlan
  seeds: { file: string; sql: string }[]
}

/** Cases of one query, or the mutants of its case `original`. */
export interface CaseGroup {
  query: string
  cases: CaseToProve[]
  original?: CaseToProve
}

export type Job = { kind: 'prove'; subject: Subject; groups: CaseGroup[] } | { kind: 'self-test'; subject: Subject }

/** What a worker is told. */
export type Order = Job | { kind: 'close' }

export type Message =
  | { kind: 'ready' }
  | { kind: 'at case'; path: string }
  | { kind: 'proved'; findings: CaseFindings[] }
  | { kind: 'self-tested'; failures: string[] }
  | { kind: 'wrong plan'; message: string; line: number; file: string }
  | { kind: 'failed'; message: string }

export type Engine = LocalEngine | ServerEngine

export interface WorkerInput {
  engine: Engine
  /** Odd while a statement runs; another number for each. */
  beat: SharedArrayBuffer
}

const { engine, beat } = workerData as WorkerInput
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
const session = watched(await ('server' in engine ? openServerSession(engine) : openLocalSession(engine)))
let database: TestDatabase | undefined
let loaded = ''

async function databaseFor(subject: Subject): Promise<TestDatabase> {
  const key = JSON.stringify(subject)
  if (database && loaded === key) return database
  loaded = ''
  database = await createTestDatabase(session, subject.schema, subject.plan)
  loaded = key
  return database
}

let shape = ''
let actors: Actor[] = []
let kills: ProofRun['kills'] = new Map()

async function proveOn(subject: Subject, seed: Subject['seeds'][number], groups: CaseGroup[]): Promise<CaseFindings[]> {
  const ready = await databaseFor(subject)
  if (shape !== `${loaded} ${seed.file}`) {
    shape = ''
    await loadSeed(ready, seed)
    actors = await findActors(ready)
    kills = new Map()
    shape = `${loaded} ${seed.file}`
  }
  const onCase = (path: string) => send({ kind: 'at case', path })
  const proofRun: ProofRun = { database: ready, seed: seed.file, actors, onCase, kills }
  return proveCases(
    proofRun,
    groups.map(({ query, ...group }): QueryCases => {
      const plan = ready.plan.queries.find(({ name }) => name === query)
      if (!plan) throw new Error(`no query ${query}`)
      return { ...group, query: plan }
    }),
  )
}

async function work(job: Job): Promise<Message> {
  if (job.kind === 'self-test') {
    const [seed] = job.subject.seeds
    if (!seed) return { kind: 'self-tested', failures: ['there is no seed'] }
    shape = ''
    const ready = await databaseFor(job.subject)
    await loadSeed(ready, seed)
    return { kind: 'self-tested', failures: await selfTest(ready) }
  }
  const rounds: CaseFindings[][] = []
  for (const seed of job.subject.seeds) rounds.push(await proveOn(job.subject, seed, job.groups))
  const [first = []] = rounds
  return { kind: 'proved', findings: first.map((_, at) => mergeFindings(rounds.flatMap(round => round[at] ?? []))) }
}

parentPort?.on('message', async (job: Order) => {
  if (job.kind === 'close') {
    await session.close()
    // Nothing else keeps this thread alive.
    parentPort?.close()
    return
  }
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
