import { availableParallelism } from 'node:os'
import { UsageError } from '../errors.ts'
import { createModels } from '../run/create-models.ts'
import { loadCorpus } from '../run/load-corpus.ts'
import { loadEvaluationPrompts } from '../run/load-evaluation-prompts.ts'
import { selectCases } from '../run/select-cases.ts'
import { showPrompt } from '../run/show-prompt.ts'
import { type Command, DB_FLAG, SKIP_INVALID_FLAG, TESTS_FLAG } from './command.ts'
import { type Context, painter } from './context.ts'
import type { Flags } from './flags.ts'
import { printProblems } from './print-problems.ts'
import { outcomeAsJson, pathOf, printOutcome, runEvaluation } from './run-evaluation.ts'
import { scoreTable } from './score-table.ts'

const DEFAULT_TIMEOUT_S = 300

export const command: Command = {
  summary: 'Asks models about the cases of the corpus and stores their answers.',
  usage: '[--model M] [--filter TEXT] [flags]',
  flags: [
    {
      name: 'model',
      value: 'M',
      isRepeatable: true,
      help: 'baseline/NAME, or "command:PROGRAM ARGS"; all baselines if left out',
    },
    { name: 'filter', value: 'TEXT', isRepeatable: true, help: 'only cases whose <app>/<file> contains TEXT' },
    { name: 'limit', value: 'N', help: 'only a sample of N queries, always the same, with all their cases' },
    { name: 'prompt', value: 'NAME', isRepeatable: true, help: 'ask with eval-prompts/NAME.txt; all for every one' },
    { name: 'repeats', value: 'N', help: 'ask everything N times (1)' },
    { name: 'force', help: 'ask again what was answered before' },
    { name: 'timeout', value: 'SECONDS', help: `the longest that one answer may take (${DEFAULT_TIMEOUT_S})` },
    { name: 'concurrency', value: 'N', help: 'calls at once to one model (programs: one for each processor)' },
    TESTS_FLAG,
    SKIP_INVALID_FLAG,
    DB_FLAG,
    { name: 'json', help: 'print the summary as JSON on stdout, and nothing else there' },
    { name: 'show-prompt', value: 'CASE', help: 'print exactly what would be sent about this case, and ask nothing' },
    { name: 'version', help: 'print the version of this program' },
  ],
  maxPositionals: 0,
  examples: [
    { line: 'npm run evaluate', does: 'the built-in baselines on the whole corpus' },
    {
      line: 'npm run evaluate -- --model "command:python3 review.py"',
      does: 'a program of yours: prompt on stdin, reply on stdout',
    },
    {
      line: 'npm run evaluate -- --model baseline/coin --filter approve-po --filter list-pos',
      does: 'only some of the cases',
    },
    {
      line: 'npm run evaluate -- --model "command:my-agent -p" --limit 5 --repeats 3 --prompt all',
      does: 'compare prompts on five queries, three times each',
    },
    { line: 'npm run evaluate -- --show-prompt approve-po-03-bad', does: 'see what a model sees' },
    { line: 'npm run --silent evaluate -- --json > summary.json', does: 'for other programs' },
  ],

  async run({ flags }, context) {
    const tests = pathOf(flags.text('tests'), 'tests', context)
    const evaluationPrompts = loadEvaluationPrompts(context.root, flags.texts('prompt'))
    const models = createModels(flags.texts('model'), modelOptions(flags))
    const limit = flags.count('limit')
    const repeats = flags.count('repeats') ?? 1
    const concurrency = flags.count('concurrency')
    const { corpus, problems } = loadCorpus(tests, { skipInvalid: flags.isOn('skip-invalid') })

    const shown = flags.text('show-prompt')
    if (shown !== undefined) {
      const [evaluationPrompt, second] = evaluationPrompts
      if (!evaluationPrompt || second) throw new UsageError('--show-prompt shows one prompt.', 'give --prompt once.')
      context.stdout.write(showPrompt(corpus, evaluationPrompt, shown))
      return 0
    }

    const cases = selectCases(corpus.cases, { filters: flags.texts('filter'), limit })
    printProblems(problems, context)
    const db = pathOf(flags.text('db'), 'results.db', context)
    const outcome = await runEvaluation(
      { corpus, cases, evaluationPrompts, repeats, models, db, force: flags.isOn('force'), concurrency },
      context,
    )
    if (flags.isOn('json')) {
      context.stdout.write(`${JSON.stringify(outcomeAsJson(outcome), null, 2)}\n`)
    } else if (outcome.evaluations.length > 0) {
      const paint = painter(context, context.stdout)
      context.stdout.write(`${scoreTable(outcome.summary, header => paint('bold', header))}\n`)
    }
    const exitCode = printOutcome(outcome, context)
    if (exitCode === 0) printNextStep(flags, context)
    return exitCode
  },
}

function modelOptions(flags: Flags): { timeoutMs: number; commandConcurrency: number } {
  return {
    timeoutMs: (flags.amount('timeout') ?? DEFAULT_TIMEOUT_S) * 1000,
    commandConcurrency: availableParallelism(),
  }
}

function printNextStep(flags: Flags, { stderr }: Context): void {
  if (flags.texts('model').length === 0) {
    stderr.write('These are the built-in baselines. Your own: npm run evaluate -- --model "command:PROGRAM ARGS"\n')
  }
  stderr.write('A page to look at: npm run report\n')
}
