import { loadCorpus } from '../run/corpus/load-corpus.ts'
import { loadEvaluationPrompts } from '../run/corpus/load-evaluation-prompts.ts'
import { createBaselines } from '../run/models/choose-models.ts'
import { writeReport } from '../run/results/write-report.ts'
import { type Command, DB_FLAG, OUT_FLAG, SKIP_INVALID_FLAG, TESTS_FLAG } from './command.ts'
import { painter } from './context.ts'
import { evaluateWithProgress } from './evaluate/evaluate-with-progress.ts'
import { printOutcome } from './evaluate/print-outcome.ts'
import { scoreTable } from './evaluate/score-table.ts'
import { databaseOf, pathOf, shortPath } from './paths.ts'
import { printProblems } from './print-problems.ts'
import { resultsOptions } from './selection-flags.ts'

export const command: Command = {
  usage: '[flags]',
  flags: [TESTS_FLAG, SKIP_INVALID_FLAG, DB_FLAG, OUT_FLAG],
  maxPositionals: 0,
  examples: [
    { line: 'npm start', does: 'the corpus of this project' },
    { line: 'npm start -- --tests ../our-corpus --db ours.db', does: 'your own corpus, with its own database' },
  ],

  async run({ flags }, context) {
    const db = databaseOf(flags, context)
    const tests = pathOf(flags.text('tests'), 'tests', context)
    const { corpus, problems } = loadCorpus(tests, { skipInvalid: flags.isOn('skip-invalid') })
    printProblems(problems, context)
    const evaluationPrompts = loadEvaluationPrompts(context.root, [])
    const models = createBaselines()
    const selection = { corpus, cases: corpus.cases, evaluationPrompts, repeats: 1 }
    const outcome = await evaluateWithProgress(
      { ...selection, models, db, force: false, isWarming: false, paceMemory: undefined, maxCost: undefined },
      context,
    )
    const paint = painter(context, context.stdout)
    context.stdout.write(`\n${scoreTable(outcome.summary, header => paint('bold', header))}\n\n`)
    const exitCode = printOutcome(outcome, context)
    const out = pathOf(flags.text('out'), 'reports', context)
    const { path } = await writeReport({ ...resultsOptions(flags, context), out, now: context.now(), isFull: false })
    context.stdout.write(`Report: ${shortPath(path, context)}\n`)
    context.stderr.write('Next: npm run evaluate -- --model gpt-4o-mini (npm run evaluate -- --help says more)\n')
    return exitCode
  },
}
