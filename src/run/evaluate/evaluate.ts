import type { Case } from '../../domain.ts'
import { loadLater } from '../../lib/process/load-later.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import type { Asked, EvaluateOptions, EvaluateOutcome } from './evaluation.ts'
import { type ModelPlan, planRun } from './plan-run.ts'

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
  const summary = await summarizeRun(store, plans, options.corpus, {
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
