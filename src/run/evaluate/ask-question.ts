import type { Answer, Model, Prompt, Provenance, Question, Verdict } from '../../domain.ts'
import { CallFailure } from '../../errors.ts'
import type { Gate } from '../../lib/concurrency/gate.ts'
import { buildPrompt } from '../../prompt/build-prompt.ts'
import type { AnsweredQuestion, FailedQuestion } from '../../store/store.ts'
import type { readReply } from '../../verdict/read-reply.ts'
import type { Budget, Reservation } from './budget.ts'
import { estimateCall, price } from './estimate.ts'
import type { Leases } from './leases.ts'

export interface AskContext {
  /** Stores an answer, or a failure; resolves when it is stored. */
  addAnswer: (answered: AnsweredQuestion) => Promise<void>
  addFailure: (failed: FailedQuestion) => Promise<void>
  budget: Budget
  /** Lets in a call until its answer is stored: when the program is killed, no more answers than these are lost. */
  gate: Gate
  /** Code that reads replies; loaded while the first call is under way. */
  reading: Promise<{ readReply: typeof readReply }>
  /** Is aborted when `abort` is, too. */
  stop: AbortSignal
  abort: AbortSignal
  now: () => Date
  /** Called when the next call to this model would fail in the same way; at once, before the failure is stored. */
  stopModel: (reason: string) => void
  /** Whether the model has answered anything in this run. */
  hasAnswered: () => boolean
  /** Undefined when questions are asked whether or not another run is asking them. */
  leases: Leases | undefined
}

export type AskOutcome =
  | { type: 'answered'; verdict: Verdict; reply: string }
  | { type: 'failed'; reason: string; stopsModel: boolean }
  /** Another run on this database has answered the question, or is asking it. */
  | { type: 'answered elsewhere' }
  | { type: 'asked elsewhere' }
  /** The user stopped the run. This is no failure of the model. */
  | { type: 'given up' }
  | { type: 'over budget' }

/** Asks one question and stores the answer or the failure. While it waits for a lease, other calls go on. */
export async function askQuestion(model: Model, question: Question, context: AskContext): Promise<AskOutcome> {
  const { budget, stop, gate, leases } = context
  const prompt = buildPrompt(question.application, question.evaluationPrompt, question.case)
  const estimate = estimateCall(prompt, model.prices)
  const reserve = () => budget.reserve(JSON.stringify(model.identity), estimate)
  // The lease comes before the slot of the call, so that no slot is idle while the store works.
  const lease = await leases?.take(question)
  if (lease?.type === 'held') return { type: 'asked elsewhere' }
  if (lease?.type === 'answered') return { type: 'answered elsewhere' }
  await gate.enter()
  try {
    // Money is reserved only with a slot: a call that is tried again waits until others have settled what they cost, and
    // these others must not wait for its slot.
    const reservation = await reserve()
    if (!reservation) {
      await leases?.release(question)
      return { type: 'over budget' }
    }
    const questionBudget = createQuestionBudget(reservation, reserve, estimate)
    try {
      const { repeat } = question
      const call = { repeat, stop, abort: context.abort, mayTryAgain: questionBudget.mayTryAgain }
      return await answerQuestion(model, question, prompt, { ...context, call, questionBudget, estimate })
    } finally {
      questionBudget.close()
    }
  } finally {
    gate.leave()
  }
}

/** What is reserved of the budget for one question, over all its attempts. */
interface QuestionBudget {
  mayTryAgain(cost: number | null): Promise<boolean>
  isExhausted(): boolean
  /** What the last attempt has cost. */
  pay(cost: number): void
  close(): void
}

function createQuestionBudget(
  first: Reservation,
  reserve: () => Promise<false | Reservation>,
  estimate: number,
): QuestionBudget {
  let reservation: Reservation | false = first
  let last = 0
  return {
    async mayTryAgain(cost) {
      if (cost === 0 && reservation) reservation.cancel()
      else if (reservation) reservation.settle(cost ?? estimate)
      reservation = await reserve()
      return reservation !== false
    },
    isExhausted: () => reservation === false,
    pay(cost) {
      last = cost
    },
    close() {
      if (reservation) reservation.settle(last)
    },
  }
}

interface AnswerContext extends AskContext {
  call: Parameters<Model['ask']>[1]
  questionBudget: QuestionBudget
  estimate: number
}

async function answerQuestion(
  model: Model,
  question: Question,
  prompt: Prompt,
  {
    addAnswer,
    addFailure,
    leases,
    reading: loading,
    now,
    stopModel,
    hasAnswered,
    call,
    questionBudget,
    estimate,
  }: AnswerContext,
): Promise<AskOutcome> {
  async function fail(reason: string, stopsModel: boolean, attempts: number, cost: number): Promise<AskOutcome> {
    if (stopsModel) stopModel(reason)
    const failure = { timestamp: now().toISOString(), reason, attempts, cost }
    await addFailure({ question, failure })
    return { type: 'failed', reason, stopsModel }
  }
  const start = performance.now()
  try {
    const reply = await model.ask(prompt, call)
    const latencyMs = reply.latencyMs ?? performance.now() - start
    const { readReply } = await loading
    const reading = readReply(reply)
    const earlierCost = reply.earlierCost ?? 0
    const provenance = reading.provenance && priced(reading.provenance, model, earlierCost)
    // When the server does not say what an answer cost, the estimate is taken. Errors are not charged.
    const mayBeBilled = reading.kind === 'verdict' || reading.mayBeBilled
    const cost = provenance?.cost ?? (provenance && mayBeBilled ? estimate : 0)
    questionBudget.pay(cost - earlierCost)
    if (reading.kind === 'failure') {
      const stopsModel = reading.stopsModel || (reading.isWrongAddress && !hasAnswered())
      return await fail(reading.message, stopsModel, reply.attempts, cost)
    }
    const { verdict, text } = reading
    const timestamp = now().toISOString()
    const answer: Answer = { timestamp, reply, verdict, provenance, typedName: model.typedName, latencyMs }
    await addAnswer({ question, answer })
    return { type: 'answered', verdict, reply: text }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // The server may have finished the answer after we gave up, and bill it.
    const cost = error.mayBeBilled ? estimate : 0
    questionBudget.pay(cost)
    if (!error.isGivenUp) return await fail(error.message, error.stopsModel, error.attempts, cost)
    await leases?.release(question)
    return { type: questionBudget.isExhausted() ? 'over budget' : 'given up' }
  }
}

/** Adds the cost: what the server says, else the price list times the tokens; plus the cost of earlier attempts. */
function priced(provenance: Provenance, { prices }: Model, earlierCost: number): Provenance {
  const { cost, promptTokens, completionTokens, cachedTokens } = provenance
  const isCounted = prices !== undefined && promptTokens !== null && completionTokens !== null
  const own = cost ?? (isCounted ? price(prices, promptTokens, cachedTokens ?? 0, completionTokens) : null)
  return { ...provenance, cost: own === null && earlierCost === 0 ? null : (own ?? 0) + earlierCost }
}
