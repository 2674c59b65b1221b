import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Evaluation, Question, Verdict } from '../domain.ts'
import { allDone, runParallel } from '../lib/run-parallel.ts'
import { summarize } from '../metrics/summarize.ts'
import { RENEWAL_MS } from '../store/leases.ts'
import { openStore } from '../store/open-store.ts'
import type { Summary } from '../summary.ts'
import { askQuestion } from './ask-question.ts'
import { createBudget } from './budget.ts'
import { patiently } from './patiently.ts'
import { type Plan, type PlanOptions, planRun } from './plan-run.ts'

export interface EvaluateOptions extends PlanOptions {
  /** Calls at once to one model; without it, what the model bears. */
  concurrency: number | undefined
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
  /** Every answer to what was asked for, from this run and from others. */
  evaluations: Evaluation[]
  summary: Summary
  /** How many evaluations were asked for in all. */
  wanted: number
  /** How many of them this run asked a model for and got. */
  answered: number
  failures: Failure[]
  /** Not asked: the run was interrupted, their model was stopped, or the money was spent. */
  notAsked: number
  /** USD, in this run. */
  spent: number
}

const WAIT_MS = 300

/** Asks every model what it has not answered yet; each answer is stored before the next step. */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateOutcome> {
  const { onEvent, now } = options
  using store = openStore(options.db)
  const plans = planRun(store, options)
  const wanted = plans.reduce((sum, { questions }) => sum + questions.length, 0)
  const toAsk = plans.reduce((sum, { open }) => sum + open.length, 0)
  onEvent({ type: 'planned', toAsk, answeredBefore: wanted - toAsk })

  // What cannot be stored must not be asked: a full disk ends the calls of every model.
  const broken = new AbortController()
  const abort = AbortSignal.any([options.abort, broken.signal])
  const budget = createBudget(options.maxCost)
  const holder = { host: hostname(), pid: process.pid, isRunning }
  const failures: Failure[] = []
  let answered = 0
  let elsewhere = 0

  async function askAll({ model, open }: Plan): Promise<void> {
    // Ends also the pauses of this model's other calls.
    const halt = new AbortController()
    const stop = AbortSignal.any([options.stop, halt.signal])
    const context = { store, budget, stop, abort, now }
    const isStopped = () => stop.aborted || abort.aborted
    function stopModel(reason: string): void {
      if (halt.signal.aborted) return
      halt.abort()
      onEvent({ type: 'model stopped', model: model.identity.name, reason })
    }

    async function ask(question: Question): Promise<void> {
      const outcome = await askQuestion(model, question, context)
      if (outcome.type === 'answered') {
        answered++
        onEvent({ ...outcome, question, spent: budget.spent() })
      } else if (outcome.type === 'failed') {
        const failure = { question, reason: outcome.reason }
        failures.push(failure)
        onEvent({ type: 'failed', failure, stopsModel: outcome.stopsModel })
        if (outcome.stopsModel) stopModel(outcome.reason)
      } else if (outcome.type === 'too dear') {
        stopModel(`--max-cost ${options.maxCost} would be passed`)
      }
    }

    let heldElsewhere: Question[] = []
    async function askOnce(question: Question): Promise<void> {
      // A baseline costs nothing, not even time.
      if (options.force || model.identity.host === 'built-in') return ask(question)
      const isOurs = await patiently(() => store.lease(question, holder, now().getTime()), abort)
      if (!isOurs) {
        heldElsewhere.push(question)
      } else if (store.find(question)) {
        await patiently(() => store.release(question), abort)
        elsewhere++
        onEvent({ type: 'answered elsewhere' })
      } else {
        await ask(question).finally(() => patiently(() => store.release(question), abort))
      }
    }

    async function work(question: Question): Promise<void> {
      try {
        await askOnce(question)
      } catch (error) {
        broken.abort()
        throw error
      }
    }

    const width = Math.min(options.concurrency ?? model.concurrency, open.length)
    await runParallel(open, width, work, isStopped)
    if (heldElsewhere.length > 0) onEvent({ type: 'waiting', questions: heldElsewhere.length })
    while (heldElsewhere.length > 0 && !isStopped()) {
      await sleep(WAIT_MS)
      const again = heldElsewhere
      heldElsewhere = []
      await runParallel(again, width, work, isStopped)
    }
  }
  const renewal = setInterval(() => {
    // A lock that somebody holds is gone the next time.
    patiently(() => store.renewLeases(holder, now().getTime()), abort).catch(() => broken.abort())
  }, RENEWAL_MS)
  try {
    await allDone(plans.map(askAll))
  } finally {
    clearInterval(renewal)
  }

  const evaluations = plans.flatMap(({ questions }) => questions.flatMap(question => store.find(question) ?? []))
  return {
    evaluations,
    summary: summarize(evaluations),
    wanted,
    answered,
    failures,
    notAsked: toAsk - answered - elsewhere - failures.length,
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
