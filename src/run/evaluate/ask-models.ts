import { setTimeout as sleep } from 'node:timers/promises'
import type { Question } from '../../domain.ts'
import { createGate } from '../../lib/concurrency/gate.ts'
import { allDone, runParallel } from '../../lib/concurrency/run-parallel.ts'
import { loadLater } from '../../lib/process/load-later.ts'
import type { AnsweredQuestion, FailedQuestion, Store } from '../../store/store.ts'
import { askQuestion } from './ask-question.ts'
import { batchWrites } from './batch-writes.ts'
import { createBudget } from './budget.ts'
import type { Asked, EvaluateOptions, Failure } from './evaluation.ts'
import { createLeases, RENEWAL_MS } from './leases.ts'
import type { ModelPlan } from './plan-run.ts'
import { createWorkList, type Work } from './work-list.ts'

const WAIT_MS = 300
const MOST_FAILURES = 1000
// Longer than most calls take. After that, an application no longer waits for its first call to fill the cache.
const WARMING_MS = 60_000

/** Asks all models at the same time, each the open questions of its plan. */
export async function askModels(store: Store, plans: ModelPlan[], options: EvaluateOptions): Promise<Asked> {
  const { onEvent, now } = options
  // When an answer cannot be stored (a full disk), the calls of every model end: an answer that is lost was paid for.
  const broken = new AbortController()
  const abort = AbortSignal.any([options.abort, broken.signal])
  const leases = createLeases(store, now)
  const writes = createWrites(store)
  const budget = createBudget(options.maxCost)
  const reading = loadLater(() => import('../../verdict/read-reply.ts'))
  const asked = { answered: 0, failed: 0, failures: [] as Failure[], elsewhere: 0 }

  async function askAll({ model, list, open }: ModelPlan): Promise<void> {
    // Aborting it also ends the pauses of this model's other calls.
    const halt = new AbortController()
    const stop = AbortSignal.any([options.stop, abort, halt.signal])
    // Baselines need no leases: two runs may ask a baseline the same, as its answers cost nothing.
    const isShared = !options.force && model.identity.host !== 'built-in'
    function stopModel(reason: string): void {
      if (halt.signal.aborted) return
      halt.abort()
      onEvent({ type: 'model stopped', model: model.identity.name, reason })
    }
    const gate = createGate(model.concurrency)
    const means = { ...writes, budget, gate, reading, now }
    let hasAnswered = false
    const signals = { stop, abort, stopModel, hasAnswered: () => hasAnswered }
    const context = { ...means, ...signals, leases: isShared ? leases : undefined }

    let askedElsewhere: Question[] = []
    /** Returns whether the server has seen the question. */
    async function ask(question: Question): Promise<boolean> {
      const outcome = await askQuestion(model, question, context)
      if (outcome.type === 'answered') {
        hasAnswered = true
        asked.answered++
        onEvent({ ...outcome, question, spent: budget.spent() })
      } else if (outcome.type === 'failed') {
        const failure = { question, reason: outcome.reason }
        asked.failed++
        if (asked.failures.length < MOST_FAILURES) asked.failures.push(failure)
        onEvent({ type: 'failed', failure, stopsModel: outcome.stopsModel })
      } else if (outcome.type === 'answered elsewhere') {
        asked.elsewhere++
        onEvent({ type: 'answered elsewhere' })
      } else if (outcome.type === 'asked elsewhere') {
        askedElsewhere.push(question)
      } else if (outcome.type === 'over budget') {
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

    // Only a server has a cache. And only for a server it matters that the next question is ready when a slot gets free.
    const isServer = model.learned !== undefined
    const isWarming = options.isWarming && isServer
    const width = Math.min(isServer ? 2 * model.concurrency : model.concurrency, open.length)
    const { next } = createWorkList({ list, open, isWarming, warmUpMs: WARMING_MS, stop })
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
    leases.renew().catch(() => broken.abort())
    options.paceMemory?.keep(models, now())
  }, RENEWAL_MS)
  try {
    await allDone(plans.map(askAll))
  } finally {
    clearInterval(renewal)
    options.paceMemory?.keep(models, now())
  }
  return { ...asked, spent: budget.spent() }
}

/** Answers that come at the same time are written together, whichever models they are of. */
function createWrites(store: Store) {
  return {
    addAnswer: batchWrites(async (answers: AnsweredQuestion[]) => {
      await store.add(answers)
      return answers.map(() => undefined)
    }),
    addFailure: batchWrites(async (failures: FailedQuestion[]) => {
      await store.addFailures(failures)
      return failures.map(() => undefined)
    }),
  }
}
