import type { Evaluation, Model, Question, Verdict } from '../domain.ts'
import { CallFailure } from '../errors.ts'
import { allDone, runParallel } from '../lib/run-parallel.ts'
import { summarize } from '../metrics/summarize.ts'
import { buildPrompt } from '../prompt/build-prompt.ts'
import { openStore, type Store } from '../store/open-store.ts'
import type { Summary } from '../summary.ts'
import { readVerdict } from '../verdict/read-verdict.ts'
import { planQuestions, type Selection } from './plan-questions.ts'

export interface EvaluateOptions extends Selection {
  models: Model[]
  /** The database's path. */
  db: string
  /** Ask again what was answered before. */
  force: boolean
  /** Calls at once to one model; without it, what the model bears. */
  concurrency: number | undefined
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
  | { type: 'answered'; question: Question; verdict: Verdict; reply: string }
  | { type: 'failed'; failure: Failure }
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
  /** Not asked: the run was interrupted, or their model had been stopped. */
  notAsked: number
}

/** Asks every model what it has not answered yet; each answer is stored before the next step. */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateOutcome> {
  const { models, onEvent } = options
  using store = openStore(options.db)
  const plans = models.map(model => plan(model, store, options))
  const wanted = plans.reduce((sum, { questions }) => sum + questions.length, 0)
  const toAsk = plans.reduce((sum, { open }) => sum + open.length, 0)
  onEvent({ type: 'planned', toAsk, answeredBefore: wanted - toAsk })

  // What cannot be stored must not be asked: a full disk ends the calls of every model.
  const broken = new AbortController()
  const signal = AbortSignal.any([options.abort, broken.signal])
  const failures: Failure[] = []
  let answered = 0

  async function askAll({ model, open }: Plan): Promise<void> {
    let stopped = false
    let done = 0
    await runParallel(
      open,
      Math.min(options.concurrency ?? model.concurrency, open.length),
      async question => {
        try {
          const event = await ask(model, question, signal, { store, now: options.now })
          if (!event) return
          done++
          if (event.type === 'answered') answered++
          else failures.push(event.failure)
          onEvent(event)
          if (event.type === 'failed' && event.stopsModel && !stopped) {
            stopped = true
            const left = open.length - done
            onEvent({ type: 'model stopped', model: model.identity.name, reason: event.failure.reason, left })
          }
        } catch (error) {
          broken.abort()
          throw error
        }
      },
      () => stopped || signal.aborted || options.stop.aborted,
    )
  }
  await allDone(plans.map(askAll))

  const evaluations = plans.flatMap(({ questions }) => questions.flatMap(question => store.find(question) ?? []))
  return {
    evaluations,
    summary: summarize(evaluations),
    wanted,
    answered,
    failures,
    notAsked: toAsk - answered - failures.length,
  }
}

interface Plan {
  model: Model
  questions: Question[]
  open: Question[]
}

function plan(model: Model, store: Store, options: EvaluateOptions): Plan {
  const questions = [...planQuestions(options, model.identity)]
  return { model, questions, open: questions.filter(question => options.force || !store.find(question)) }
}

type AskEvent =
  | Extract<EvaluateEvent, { type: 'answered' }>
  | (Extract<EvaluateEvent, { type: 'failed' }> & { stopsModel: boolean })

/** One call and what came of it, stored; undefined when it was given up, which says nothing about the model. */
async function ask(
  model: Model,
  question: Question,
  signal: AbortSignal,
  { store, now }: { store: Store; now: () => Date },
): Promise<AskEvent | undefined> {
  const prompt = buildPrompt(question.application, question.evaluationPrompt, question.case)
  const start = performance.now()
  try {
    const reply = await model.ask(prompt, { repeat: question.repeat, signal })
    const latencyMs = performance.now() - start
    const verdict = readVerdict(reply.text)
    store.add(question, { timestamp: now().toISOString(), reply, verdict, latencyMs })
    return { type: 'answered', question, verdict, reply: reply.text }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    if (signal.aborted) return undefined
    store.addFailure(question, { timestamp: now().toISOString(), reason: error.message })
    return { type: 'failed', failure: { question, reason: error.message }, stopsModel: error.stopsModel }
  }
}
