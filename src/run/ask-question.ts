import type { Answer, Model, Provenance, Question, Verdict } from '../domain.ts'
import { CallFailure } from '../errors.ts'
import { buildPrompt } from '../prompt/build-prompt.ts'
import type { Store } from '../store/open-store.ts'
import { readReply } from '../verdict/read-reply.ts'
import type { Budget } from './budget.ts'
import { estimateCall, price } from './estimate.ts'
import { patiently } from './patiently.ts'

export interface AskContext {
  store: Store
  budget: Budget
  stop: AbortSignal
  abort: AbortSignal
  now: () => Date
}

export type AskOutcome =
  | { type: 'answered'; verdict: Verdict; reply: string }
  | { type: 'failed'; reason: string; stopsModel: boolean }
  /** The user stopped the run: that says nothing about the model. */
  | { type: 'given up' }
  | { type: 'too dear' }

/** One call and what came of it, stored. */
export async function askQuestion(model: Model, question: Question, context: AskContext): Promise<AskOutcome> {
  const { store, budget, stop, abort, now } = context
  const prompt = buildPrompt(question.application, question.evaluationPrompt, question.case)
  const estimate = estimateCall(prompt, model.prices)
  const reservation = await budget.reserve(JSON.stringify(model.identity), estimate)
  if (!reservation) return { type: 'too dear' }
  let cost = 0
  async function fail(reason: string, stopsModel: boolean, attempts: number): Promise<AskOutcome> {
    await patiently(() => store.addFailure(question, { timestamp: now().toISOString(), reason, attempts, cost }), abort)
    return { type: 'failed', reason, stopsModel }
  }
  const start = performance.now()
  try {
    const reply = await model.ask(prompt, { repeat: question.repeat, stop, abort })
    const latencyMs = reply.latencyMs ?? performance.now() - start
    const reading = readReply(reply)
    const provenance = reading.provenance && priced(reading.provenance, model, reply.earlierCost ?? 0)
    // An answer without a word about money has probably cost what was estimated; an error is not charged.
    cost = provenance?.cost ?? (provenance && reading.kind === 'verdict' ? estimate : 0)
    if (reading.kind === 'failure') return await fail(reading.message, reading.stopsModel, reply.attempts)
    const { verdict, text } = reading
    const answer: Answer = {
      timestamp: now().toISOString(),
      reply,
      verdict,
      provenance,
      typedName: model.typedName,
      latencyMs,
    }
    await patiently(() => store.add(question, answer), abort)
    return { type: 'answered', verdict, reply: text }
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error
    // The server may have gone on, and will bill what nobody waited for.
    if (error.mayBeBilled) cost = estimate
    return error.isGivenUp ? { type: 'given up' } : await fail(error.message, error.stopsModel, error.attempts)
  } finally {
    reservation.settle(cost)
  }
}

/** The cost that the server says, else what the price list makes of the tokens; and what earlier attempts have cost. */
function priced(provenance: Provenance, { prices }: Model, earlierCost: number): Provenance {
  const { cost, promptTokens, completionTokens, cachedTokens } = provenance
  const isCounted = prices !== undefined && promptTokens !== null && completionTokens !== null
  const own = cost ?? (isCounted ? price(prices, promptTokens, cachedTokens ?? 0, completionTokens) : null)
  return { ...provenance, cost: own === null && earlierCost === 0 ? null : (own ?? 0) + earlierCost }
}
