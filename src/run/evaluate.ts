import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Question, Verdict } from '../domain.ts'
import { allDone, runParallel } from '../lib/run-parallel.ts'
import { RENEWAL_MS } from '../store/leases.ts'
import { openStore } from '../store/open-store.ts'
import type { Summary } from '../summary.ts'
import { askQuestion } from './ask-question.ts'
import { createBudget } from './budget.ts'
import type { PaceMemory } from './pace-memory.ts'
import { type Plan, type PlanOptions, planRun } from './plan-run.ts'
import { summarizeRun } from './summarize-run.ts'
import { createWorkList, type Work } from './work-list.ts'
import { createWriter } from './writer.ts'

export interface EvaluateOptions extends PlanOptions {
  /** Ask one question of an application before the others, for the provider's cache. */
  isWarming: boolean
  /** Where to keep what was found out about servers. */
  paceMemory: PaceMemory | undefined
  /** USD; no question is asked that would probably go past it. */
  maxCost: number | undefined
  /** Finish what is in flight and begin nothing new. */
  stop: AbortSignal
  /** Give up what is in flight as well. */
  abort: AbortSignal
  now: () => Date
  onEvent: (event: EvaluateEvent) => void
}

interface Failure {
  question: Question
  reason: string
}

export type EvaluateEvent =
  | { type: 'planned'; toAsk: number; answeredBefore: number }
  | { type: 'answered'; question: Question; verdict: Verdict; reply: string; spent: number }
  | { type: 'failed'; failure: Failure; stopsModel: boolean }
  | { type: 'model stopped'; model: string; reason: string }
  /** Another run on the same database is asking these. */
  | { type: 'waiting'; questions: number }
  | { type: 'answered elsewhere' }

export interface EvaluateOutcome {
  /** Of every answer to what was asked for, from this run and from others. */
  summary: Summary
  /** How many evaluations were asked for in all. */
  wanted: number
  /** How many of them this run asked a model for and got. */
  answered: number
  failed: number
  /** The first of them; the database has all. */
  failures: Failure[]
  /** Not asked: the run was interrupted, their model was stopped, or the money was spent. */
  notAsked: number
  /** USD, in this run. */
  spent: number
}

const WAIT_MS = 300
const MOST_FAILURES = 1000
// Longer than most calls take: beyond it, money is no reason to let an application wait for one call.
const WARMING_MS = 60_000

/** Asks every model what it has not answered yet; each answer is stored before it is reported. */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateOutcome> {
  const { onEvent, now } = options
  using store = openStore(options.db)
  const plans = planRun(store, options)
  const wanted = plans.reduce((sum, { list }) => sum + list.length, 0)
  const toAsk = plans.reduce((sum, { open }) => sum + open.length, 0)
  onEvent({ type: 'planned', toAsk, answeredBefore: wanted - toAsk })

  // What cannot be stored must not be asked: a full disk ends the calls of every model.
  const broken = new AbortController()
  const abort = AbortSignal.any([options.abort, broken.signal])
  const writer = createWriter(store, abort)
  const budget = createBudget(options.maxCost)
  const holder = { host: hostname(), pid: process.pid, isRunning }
  const failures: Failure[] = []
  const counts = { answered: 0, failed: 0, elsewhere: 0 }

  async function askAll({ model, list, open }: Plan): Promise<void> {
    // Ends also the pauses of this model's other calls.
    const halt = new AbortController()
    const stop = AbortSignal.any([options.stop, abort, halt.signal])
    // A baseline costs nothing, not even time.
    const isShared = !options.force && model.identity.host !== 'built-in'
    const context = { store, writer, budget, stop, abort, now, holder: isShared ? holder : undefined }
    function stopModel(reason: string): void {
      if (halt.signal.aborted) return
      halt.abort()
      onEvent({ type: 'model stopped', model: model.identity.name, reason })
    }

    let askedElsewhere: Question[] = []
    /** Returns whether the server has seen the question. */
    async function ask(question: Question): Promise<boolean> {
      const outcome = await askQuestion(model, question, context)
      if (outcome.type === 'answered') {
        counts.answered++
        onEvent({ ...outcome, question, spent: budget.spent() })
      } else if (outcome.type === 'failed') {
        const failure = { question, reason: outcome.reason }
        counts.failed++
        if (failures.length < MOST_FAILURES) failures.push(failure)
        onEvent({ type: 'failed', failure, stopsModel: outcome.stopsModel })
        if (outcome.stopsModel) stopModel(outcome.reason)
      } else if (outcome.type === 'answered elsewhere') {
        counts.elsewhere++
        onEvent({ type: 'answered elsewhere' })
      } else if (outcome.type === 'asked elsewhere') {
        askedElsewhere.push(question)
      } else if (outcome.type === 'too dear') {
        stopModel(`--max-cost ${options.maxCost} would be passed`)
      }
      return outcome.type === 'answered' || outcome.type === 'failed'
    }

    async function work({ question, end }: Pick<Work, 'question' | 'end'>): Promise<void> {
      let isAsked = false
      try {
        isAsked = await ask(question)
      } catch (error) {
        broken.abort()
        throw error
      } finally {
        end(isAsked)
      }
    }

    const isWarming = options.isWarming && model.learned !== undefined
    const width = Math.min(model.concurrency, open.length)
    const { next } = createWorkList({ list, open, isWarming, patienceMs: WARMING_MS, stop })
    await runParallel(next, width, work)
    if (askedElsewhere.length > 0 && !stop.aborted) onEvent({ type: 'waiting', questions: askedElsewhere.length })
    while (askedElsewhere.length > 0 && !stop.aborted) {
      await sleep(WAIT_MS)
      const again = askedElsewhere.values()
      askedElsewhere = []
      const nextAgain = async () => {
        const question = stop.aborted ? undefined : again.next().value
        return question && { question, end: () => {} }
      }
      await runParallel(nextAgain, width, work)
    }
  }

  const models = plans.map(({ model }) => model)
  const renewal = setInterval(() => {
    // A lock that somebody holds is gone the next time.
    writer.write(() => store.renewLeases(holder, now().getTime())).catch(() => broken.abort())
    options.paceMemory?.keep(models, now())
  }, RENEWAL_MS)
  try {
    await allDone(plans.map(askAll))
  } finally {
    clearInterval(renewal)
    options.paceMemory?.keep(models, now())
  }
  return {
    summary: summarizeRun(store, plans),
    wanted,
    answered: counts.answered,
    failed: counts.failed,
    failures,
    notAsked: toAsk - counts.answered - counts.elsewhere - counts.failed,
    spent: budget.spent(),
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, and is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
