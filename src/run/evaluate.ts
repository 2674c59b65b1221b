import { existsSync } from 'node:fs'
import { sep } from 'node:path'
import type { Corpus, Evaluation, Model, Provenance, Question, Reply, Verdict } from '../domain.ts'
import { CallFailure } from '../errors.ts'
import { readEnvelope } from '../lib/chat-envelope/read-envelope.ts'
import { allDone, runParallel } from '../lib/run-parallel.ts'
import { summarize } from '../metrics/summarize.ts'
import { buildPrompt } from '../prompt/build-prompt.ts'
import { openStore, type Store } from '../store/open-store.ts'
import type { Summary } from '../summary.ts'
import { readReply } from '../verdict/read-reply.ts'
import { type Budget, createBudget } from './budget.ts'
import { type Estimate, estimateCall, estimateCalls, price } from './estimate.ts'
import { planQuestions, type Selection } from './plan-questions.ts'

export interface PlanOptions extends Selection {
  models: Model[]
  /** The database's path. */
  db: string
  /** Ask again what was answered before. */
  force: boolean
}

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
  | { type: 'failed'; failure: Failure }
  /** By another run on the same database, meanwhile. */
  | { type: 'answered elsewhere' }
  | { type: 'model stopped'; model: string; reason: string; left: number }

export interface EvaluateOutcome {
  /** Every answer to what was asked for, from this run and from earlier ones. */
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

/** Asks every model what it has not answered yet; each answer is stored before the next step. */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateOutcome> {
  const { models, onEvent } = options
  using store = openStore(options.db)
  const isGone = goneFrom(options.corpus)
  const plans = models.map(model => plan(model, options, question => store.claim(question, isGone) !== undefined))
  retireDeletedCases(store, options.corpus, isGone)
  const wanted = plans.reduce((sum, { questions }) => sum + questions.length, 0)
  const toAsk = plans.reduce((sum, { open }) => sum + open.length, 0)
  onEvent({ type: 'planned', toAsk, answeredBefore: wanted - toAsk })

  // What cannot be stored must not be asked: a full disk ends the calls of every model.
  const broken = new AbortController()
  const abort = AbortSignal.any([options.abort, broken.signal])
  const budget = createBudget(options.maxCost)
  const failures: Failure[] = []
  let answered = 0
  let elsewhere = 0

  async function askAll({ model, open }: Plan): Promise<void> {
    let stopped: string | undefined
    let done = 0
    await runParallel(
      open,
      Math.min(options.concurrency ?? model.concurrency, open.length),
      async question => {
        try {
          // Another run on the same database may have been faster.
          if (!options.force && store.find(question)) {
            done++
            elsewhere++
            onEvent({ type: 'answered elsewhere' })
            return
          }
          const outcome = await ask(model, question, { store, budget, abort, stop: options.stop, now: options.now })
          if (outcome.type === 'given up') return
          if (outcome.type === 'too dear') {
            stopped ??= `--max-cost ${options.maxCost} would be passed`
            return
          }
          done++
          if (outcome.type === 'answered') answered++
          else failures.push(outcome.failure)
          onEvent(outcome.type === 'answered' ? { ...outcome, spent: budget.spent() } : outcome)
          if (outcome.type === 'failed' && outcome.stopsModel) stopped ??= outcome.failure.reason
        } catch (error) {
          broken.abort()
          throw error
        }
      },
      () => stopped !== undefined || abort.aborted || options.stop.aborted,
    )
    if (stopped !== undefined) {
      onEvent({ type: 'model stopped', model: model.identity.name, reason: stopped, left: open.length - done })
    }
  }
  await allDone(plans.map(askAll))

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

/** What the run would take, without asking anything or writing to the database. */
export function estimateRun(options: PlanOptions): { model: Model; estimate: Estimate }[] {
  using store = openStore(existsSync(options.db) ? options.db : ':memory:')
  const isGone = goneFrom(options.corpus)
  return options.models.map(model => {
    const { open } = plan(model, options, question => store.isAnswered(question, isGone))
    return { model, estimate: estimateCalls(open, model.prices) }
  })
}

interface Plan {
  model: Model
  questions: Question[]
  open: Question[]
}

function plan(model: Model, options: PlanOptions, isAnswered: (question: Question) => boolean): Plan {
  const questions = [...planQuestions(options, model.identity)]
  // Also with --force: an answer under a file's old name moves along.
  const open = questions.filter(question => !isAnswered(question) || options.force)
  return { model, questions, open }
}

/** Whether an answer belongs to a case that is there no more: not in this corpus, and its file is gone. */
function goneFrom({ cases }: Corpus): (evaluation: Evaluation) => boolean {
  const paths = new Set(cases.map(({ path }) => path))
  return ({ casePath, testFile }) => !paths.has(casePath) && !existsSync(testFile)
}

/** What was deleted from this corpus is out of the scores. Other corpora in the same database are left alone. */
function retireDeletedCases(store: Store, { directory }: Corpus, isGone: (evaluation: Evaluation) => boolean): void {
  for (const evaluation of store.currentEvaluations()) {
    const isInside = evaluation.testFile.startsWith(directory + sep)
    if (isInside && isGone(evaluation)) store.retire(evaluation)
  }
}

interface AskContext {
  store: Store
  budget: Budget
  stop: AbortSignal
  abort: AbortSignal
  now: () => Date
}

type AskOutcome =
  | Omit<Extract<EvaluateEvent, { type: 'answered' }>, 'spent'>
  | (Extract<EvaluateEvent, { type: 'failed' }> & { stopsModel: boolean })
  /** The user stopped the run: that says nothing about the model. */
  | { type: 'given up' }
  | { type: 'too dear' }

/** One call and what came of it, stored. */
async function ask(model: Model, question: Question, context: AskContext): Promise<AskOutcome> {
  const { store, budget, stop, abort, now } = context
  const prompt = buildPrompt(question.application, question.evaluationPrompt, question.case)
  const estimate = estimateCall(prompt, model.prices)
  if (!budget.reserve(estimate)) return { type: 'too dear' }
  let cost = 0
  function fail(reason: string, stopsModel: boolean): AskOutcome {
    store.addFailure(question, { timestamp: now().toISOString(), reason })
    return { type: 'failed', failure: { question, reason }, stopsModel }
  }
  const start = performance.now()
  try {
    const reply = await model.ask(prompt, { repeat: question.repeat, stop, abort })
    const latencyMs = performance.now() - start
    const reading = readReply(reply)
    const provenance = reading.provenance && priced(reading.provenance, model)
    cost = provenance?.cost ?? 0
    if (reading.kind === 'failure') return fail(reading.message, reading.stopsModel)
    const { verdict } = reading
    const { typedName } = model
    store.add(question, { timestamp: now().toISOString(), reply, verdict, provenance, typedName, latencyMs })
    return { type: 'answered', question, verdict, reply: wordsOf(reply) }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    return error.isGivenUp ? { type: 'given up' } : fail(error.message, error.stopsModel)
  } finally {
    budget.settle(estimate, cost)
  }
}

/** What the model wrote, without the envelope. */
function wordsOf({ body, http }: Reply): string {
  if (!http) return body
  const envelope = readEnvelope(body, http)
  return envelope.kind === 'message' ? envelope.text : ''
}

/** The cost that the server says; else what the price list makes of the tokens. */
function priced(provenance: Provenance, { prices }: Model): Provenance {
  const { cost, promptTokens, completionTokens, cachedTokens } = provenance
  if (cost !== null || prices === undefined || promptTokens === null || completionTokens === null) return provenance
  return { ...provenance, cost: price(prices, promptTokens, cachedTokens ?? 0, completionTokens) }
}
