import type { Case, Question, Verdict } from '../../domain.ts'
import { loadLater } from '../../lib/load-later.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import type { Leaderboard } from '../../summary.ts'
import type { PaceMemory } from '../models/pace-memory.ts'
import { type ModelPlan, type PlanOptions, planRun } from './plan-run.ts'

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
  /** The summary is to have all that can be computed, not only what a terminal shows. */
  isWhole?: boolean
  now: () => Date
  onEvent: (event: EvaluateEvent) => void
}

export interface Failure {
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

/** What came of asking. */
export interface Asked {
  /** How many questions this run asked a model and got an answer to. */
  answered: number
  failed: number
  /** The first of them; the database has all. */
  failures: Failure[]
  /** Answered by another run on the same database meanwhile. */
  elsewhere: number
  /** USD. */
  spent: number
}

export interface EvaluateOutcome extends Asked {
  /** Of every answer to what was asked for, from this run and from others. */
  summary: Leaderboard
  /** How many evaluations were asked for in all. */
  wanted: number
  /** Not asked: the run was interrupted, their model was stopped, or the money was spent. */
  notAsked: number
}

const NOTHING: Asked = { answered: 0, failed: 0, failures: [], elsewhere: 0, spent: 0 }

/** Asks every model what it has not answered yet; each answer is stored before it is reported. */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateOutcome> {
  await using store = await openStore(options.db)
  const plans = await planRun(store, options)
  const wanted = plans.reduce((sum, { list }) => sum + list.length, 0)
  const toAsk = plans.reduce((sum, { open }) => sum + open.length, 0)
  options.onEvent({ type: 'planned', toAsk, answeredBefore: wanted - toAsk })
  const asking = toAsk > 0 ? ask(store, plans, options) : NOTHING
  const summing = toAsk > 0 ? loadLater(() => prepareSummary(options.cases)) : prepareSummary([])
  const [asked, { summarizeRun, draw }] = await Promise.all([asking, summing])
  const notAsked = toAsk - asked.answered - asked.elsewhere - asked.failed
  const summary = await summarizeRun(store, plans, options.corpus.applications, {
    draw,
    isWhole: options.isWhole ?? false,
  })
  return { ...asked, summary, wanted, notAsked }
}

async function prepareSummary(cases: Case[]) {
  const { summarizeRun, drawEarly } = await import('./summarize-run.ts')
  return { summarizeRun, draw: drawEarly(cases) }
}

async function ask(store: Store, plans: ModelPlan[], options: EvaluateOptions): Promise<Asked> {
  const { askModels } = await import('./ask-models.ts')
  return askModels(store, plans, options)
}
