import { UsageError } from '../../errors.ts'
import { compareModels } from '../../run/results/compare-models.ts'
import type { Command } from '../command.ts'
import { painter } from '../context.ts'
import { COMPARISON_FLAGS, resultsOptions } from '../selection-flags.ts'
import { comparisonSection } from './comparison-section.ts'

export const command: Command = {
  usage: 'MODEL_A MODEL_B [flags]',
  flags: [
    ...COMPARISON_FLAGS,
    { name: 'all', help: 'list every case in which the two models differ' },
    { name: 'json', help: 'print only the comparison on stdout, as JSON' },
  ],
  maxPositionals: 2,
  examples: [
    {
      line: 'npm run compare -- gpt-4o-mini claude-3-opus',
      does: 'two models, for every prompt that both were asked with',
    },
    { line: 'npm run compare -- gpt-4o-mini baseline/coin --prompt terse', does: 'a model and a baseline, one prompt' },
    {
      line: 'npm run compare -- "llama3 @ localhost:8000" "llama3 @ localhost:9000"',
      does: 'the same model on two servers',
    },
  ],

  async run({ flags, positionals }, context) {
    const [first, second] = positionals
    if (first === undefined || second === undefined) {
      throw new UsageError('two models were wanted.', 'npm run compare -- MODEL_A MODEL_B')
    }
    const comparisons = await compareModels(resultsOptions(flags, context), [first, second])
    if (flags.isOn('json')) {
      context.stdout.write(`${JSON.stringify(comparisons, null, 2)}\n`)
      return 0
    }
    const paint = painter(context, context.stdout)
    const sections = comparisons.map(one => comparisonSection(one, paint, flags.isOn('all')))
    context.stdout.write(`${sections.join('\n\n')}\n`)
    return 0
  },
}
