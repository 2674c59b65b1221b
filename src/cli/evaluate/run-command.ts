import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Model } from '../../domain.ts'
import { UsageError } from '../../errors.ts'
import { keepHeapSmall } from '../../lib/process/keep-heap-small.ts'
import { loadCorpus } from '../../run/corpus/load-corpus.ts'
import { loadEvaluationPrompts } from '../../run/corpus/load-evaluation-prompts.ts'
import { selectCases } from '../../run/corpus/select-cases.ts'
import { estimateRun } from '../../run/evaluate/plan-run.ts'
import { chooseModels } from '../../run/models/choose-models.ts'
import { openPaceMemory } from '../../run/models/pace-memory.ts'
import { type Context, painter } from '../context.ts'
import type { Flags } from '../flags.ts'
import { readLevels } from '../level-flag.ts'
import { modelOptions } from '../model-flags.ts'
import { databaseOf, pathOf } from '../paths.ts'
import { printProblems } from '../print-problems.ts'
import { evaluateWithProgress } from './evaluate-with-progress.ts'
import { outcomeAsJson, printOutcome } from './print-outcome.ts'

const MOST_REPEATS = 1000

/** Runs `npm run evaluate`. The flags are in `command.ts`, so that --help loads none of this. */
export async function runEvaluateCommand(flags: Flags, context: Context): Promise<number> {
  const tests = pathOf(flags.text('tests'), 'tests', context)
  const evaluationPrompts = loadEvaluationPrompts(context.root, flags.texts('prompt'))
  const limit = flags.count('limit')
  const repeats = flags.count('repeats', MOST_REPEATS) ?? 1
  const maxCost = flags.amount('max-cost')
  const shown = flags.text('show-prompt')
  const isDry = flags.isOn('dry-run')
  const paceMemory = openPaceMemory(join(context.cache, 'pace.json'), context.now())
  const options = { ...modelOptions(flags, context), remembered: paceMemory.recall, needsKey: !isDry }
  // The server's list of models is fetched while the corpus is read. Defects of the corpus are reported first.
  const choosing = shown === undefined ? chooseModels(flags.texts('model'), options) : Promise.resolve([])
  choosing.catch(() => undefined)
  // Reading the corpus blocks the event loop, so the request must have been sent before.
  await nextTurn()
  const { corpus, problems } = loadCorpus(tests, { skipInvalid: flags.isOn('skip-invalid') })
  printProblems(problems, context)
  if (shown !== undefined) {
    const [evaluationPrompt, second] = evaluationPrompts
    if (!evaluationPrompt || second) throw new UsageError('--show-prompt shows one prompt.', 'give --prompt once.')
    const { showPrompt } = await import('../../run/corpus/show-prompt.ts')
    context.stdout.write(showPrompt(corpus, evaluationPrompt, shown))
    return 0
  }

  const models = await choosing
  refuseUnknownPrices(models, maxCost)
  const cases = selectCases(corpus.cases, { filters: flags.texts('filter'), levels: readLevels(flags), limit })
  const db = databaseOf(flags, context)
  const paint = painter(context, context.stdout)
  const plan = { corpus, cases, evaluationPrompts, repeats, models, db, force: flags.isOn('force') }
  if (isDry) {
    const { estimateTable } = await import('./estimate-table.ts')
    const estimates = await estimateRun(plan)
    context.stdout.write(
      flags.isOn('json')
        ? `${JSON.stringify(
            estimates.map(({ model, estimate }) => ({ model: model.identity, ...estimate })),
            null,
            2,
          )}\n`
        : `${estimateTable(estimates, header => paint('bold', header))}\n`,
    )
    context.stderr.write('An estimate: four characters a token, 600 tokens an answer. Nothing was asked.\n')
    return 0
  }
  const isWarming = !flags.isOn('no-warm')
  keepHeapSmall()
  const outcome = await evaluateWithProgress(
    { ...plan, isWarming, paceMemory, maxCost, isWhole: flags.isOn('json') },
    context,
  )
  if (flags.isOn('json')) {
    context.stdout.write(`${JSON.stringify(outcomeAsJson(outcome), null, 2)}\n`)
  } else if (outcome.summary.evaluations > 0) {
    const { scoreTable } = await import('./score-table.ts')
    context.stdout.write(`${scoreTable(outcome.summary, header => paint('bold', header))}\n`)
  }
  const exitCode = printOutcome(outcome, context)
  if (exitCode === 0) printNextStep(flags, context)
  return exitCode
}

/** Refuses --max-cost for a model without a known price: the limit could not be kept. */
function refuseUnknownPrices(models: Model[], maxCost: number | undefined): void {
  const unknown = models.find(({ prices }) => prices === undefined)
  if (maxCost === undefined || !unknown) return
  throw new UsageError(
    `the price of ${unknown.identity.name} at ${unknown.identity.host} is not known, so --max-cost cannot be kept.`,
    'leave --max-cost out; --limit N asks less.',
  )
}

function printNextStep(flags: Flags, { stderr }: Context): void {
  if (flags.texts('model').length === 0) {
    stderr.write('These are the built-in baselines. A model: npm run evaluate -- --model gpt-4o-mini\n')
  }
  stderr.write('A page to look at: npm run report\n')
}
