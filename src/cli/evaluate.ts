import { join } from 'node:path'
import type { Model } from '../domain.ts'
import { UsageError } from '../errors.ts'
import { chooseModels } from '../run/choose-models.ts'
import { loadCorpus } from '../run/load-corpus.ts'
import { loadEvaluationPrompts } from '../run/load-evaluation-prompts.ts'
import { openPaceMemory } from '../run/pace-memory.ts'
import { estimateRun } from '../run/plan-run.ts'
import { selectCases } from '../run/select-cases.ts'
import { showPrompt } from '../run/show-prompt.ts'
import { type Command, DB_FLAG, SKIP_INVALID_FLAG, TESTS_FLAG } from './command.ts'
import { type Context, painter } from './context.ts'
import { estimateTable } from './estimate-table.ts'
import type { Flags } from './flags.ts'
import { modelOptions, REQUEST_FLAGS, SERVER_FLAGS } from './model-flags.ts'
import { pathOf } from './paths.ts'
import { printProblems } from './print-problems.ts'
import { outcomeAsJson, printOutcome, runEvaluation } from './run-evaluation.ts'
import { scoreTable } from './score-table.ts'

const MOST_REPEATS = 1000

export const command: Command = {
  summary: 'Asks models about the cases of the corpus and stores their answers.',
  usage: '[--model M] [--filter TEXT] [flags]',
  flags: [
    {
      name: 'model',
      value: 'M',
      isRepeatable: true,
      help: 'a model of OpenRouter, baseline/NAME, or "command:PROGRAM ARGS"',
    },
    { name: 'filter', value: 'TEXT', isRepeatable: true, help: 'only cases whose <app>/<file> contains TEXT' },
    { name: 'limit', value: 'N', help: 'only a sample of N queries, always the same, with all their cases' },
    { name: 'prompt', value: 'NAME', isRepeatable: true, help: 'ask with eval-prompts/NAME.txt; all for every one' },
    { name: 'repeats', value: 'N', help: 'ask everything N times (1)' },
    { name: 'force', help: 'ask again what was answered before' },
    { name: 'dry-run', help: 'say how many calls, tokens and dollars it would take, and ask nothing' },
    { name: 'max-cost', value: 'USD', help: 'stop asking before this much is spent' },
    ...SERVER_FLAGS,
    ...REQUEST_FLAGS,
    TESTS_FLAG,
    SKIP_INVALID_FLAG,
    DB_FLAG,
    { name: 'json', help: 'print the summary as JSON on stdout, and nothing else there' },
    { name: 'show-prompt', value: 'CASE', help: 'print exactly what would be sent about this case, and ask nothing' },
    { name: 'version', help: 'print the version of this program' },
  ],
  maxPositionals: 0,
  examples: [
    { line: 'npm run evaluate -- --model gpt-4o-mini', does: 'a model of OpenRouter on the whole corpus' },
    {
      line: 'npm run evaluate -- --model claude-3-opus --filter approve-po --dry-run',
      does: 'what some of the cases would cost',
    },
    { line: 'npm run evaluate -- --model qwen3:8b --base-url http://localhost:11434/v1', does: 'a local Ollama' },
    {
      line: 'npm run evaluate -- --model "command:python3 review.py"',
      does: 'a program of yours: prompt on stdin, reply on stdout',
    },
    {
      line: 'npm run evaluate -- --model gpt-4o-mini --limit 5 --repeats 3 --prompt all',
      does: 'compare prompts on five queries, three times each',
    },
    { line: 'npm run evaluate -- --show-prompt approve-po-03-bad', does: 'see what a model sees' },
    { line: 'npm run --silent evaluate -- --json > summary.json', does: 'the built-in baselines, for other programs' },
  ],

  async run({ flags }, context) {
    const tests = pathOf(flags.text('tests'), 'tests', context)
    const evaluationPrompts = loadEvaluationPrompts(context.root, flags.texts('prompt'))
    const limit = flags.count('limit')
    const repeats = flags.count('repeats', MOST_REPEATS) ?? 1
    const maxCost = flags.amount('max-cost')
    const { corpus, problems } = loadCorpus(tests, { skipInvalid: flags.isOn('skip-invalid') })

    printProblems(problems, context)

    const shown = flags.text('show-prompt')
    if (shown !== undefined) {
      const [evaluationPrompt, second] = evaluationPrompts
      if (!evaluationPrompt || second) throw new UsageError('--show-prompt shows one prompt.', 'give --prompt once.')
      context.stdout.write(showPrompt(corpus, evaluationPrompt, shown))
      return 0
    }

    const isDry = flags.isOn('dry-run')
    const paceMemory = openPaceMemory(join(context.cache, 'pace.json'), context.now())
    const models = await chooseModels(flags.texts('model'), {
      ...modelOptions(flags, context),
      remembered: paceMemory.recall,
      needsKey: !isDry,
    })
    refuseUnknownPrices(models, maxCost)
    const cases = selectCases(corpus.cases, { filters: flags.texts('filter'), limit })
    const db = pathOf(flags.text('db'), 'results.db', context)
    const paint = painter(context, context.stdout)
    const plan = { corpus, cases, evaluationPrompts, repeats, models, db, force: flags.isOn('force') }
    if (isDry) {
      const estimates = estimateRun(plan)
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
    const outcome = await runEvaluation({ ...plan, isWarming, paceMemory, maxCost }, context)
    if (flags.isOn('json')) {
      context.stdout.write(`${JSON.stringify(outcomeAsJson(outcome), null, 2)}\n`)
    } else if (outcome.summary.evaluations > 0) {
      context.stdout.write(`${scoreTable(outcome.summary, header => paint('bold', header))}\n`)
    }
    const exitCode = printOutcome(outcome, context)
    if (exitCode === 0) printNextStep(flags, context)
    return exitCode
  },
}

/** A limit that cannot be kept must not look as if it were. */
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
