import { type Command, DB_FLAG, SKIP_INVALID_FLAG, TESTS_FLAG } from '../command.ts'
import { LEVEL_FLAG } from '../level-flag.ts'
import { REQUEST_FLAGS, SERVER_FLAGS } from '../model-flags.ts'

export const command: Command = {
  usage: '[--model M] [--filter TEXT] [flags]',
  flags: [
    {
      name: 'model',
      value: 'M',
      isRepeatable: true,
      help: 'a model of OpenRouter, baseline/NAME, or "command:PROGRAM ARGS"',
    },
    { name: 'filter', value: 'TEXT', isRepeatable: true, help: 'only cases whose <app>/<file> contains TEXT' },
    LEVEL_FLAG,
    { name: 'limit', value: 'N', help: 'only a sample of N queries (always the same N), with all their cases' },
    {
      name: 'prompt',
      value: 'NAME',
      isRepeatable: true,
      help: 'ask with eval-prompts/NAME.txt; "all" asks with every prompt',
    },
    { name: 'repeats', value: 'N', help: 'ask each question N times (1)' },
    { name: 'force', help: 'ask again questions that have an answer' },
    { name: 'dry-run', help: 'estimate calls, tokens and dollars, and ask no model' },
    { name: 'max-cost', value: 'USD', help: 'stop before more than this is spent' },
    ...SERVER_FLAGS,
    ...REQUEST_FLAGS,
    TESTS_FLAG,
    SKIP_INVALID_FLAG,
    DB_FLAG,
    { name: 'json', help: 'print only the summary on stdout, as JSON' },
    {
      name: 'show-prompt',
      value: 'CASE',
      help: 'print the prompt of this case exactly as it is sent, and ask no model',
    },
    { name: 'version', help: 'print the version of this program' },
  ],
  maxPositionals: 0,
  examples: [
    { line: 'npm run evaluate -- --model gpt-4o-mini', does: 'a model of OpenRouter on the whole corpus' },
    {
      line: 'npm run evaluate -- --model claude-3-opus --filter approve-po --dry-run',
      does: 'the estimated cost of some cases',
    },
    { line: 'npm run evaluate -- --model qwen3:8b --base-url http://localhost:11434/v1', does: 'a local Ollama' },
    {
      line: 'npm run evaluate -- --model "command:python3 review.py"',
      does: 'your own program: it reads the prompt on stdin and writes its reply to stdout',
    },
    {
      line: 'npm run evaluate -- --model gpt-4o-mini --limit 5 --repeats 3 --prompt all',
      does: 'compare prompts on five queries, three times each',
    },
    { line: 'npm run evaluate -- --show-prompt approve-po-03-bad', does: 'the prompt that a model gets' },
    {
      line: 'npm run --silent evaluate -- --json > summary.json',
      does: 'the scores of the built-in baselines, for other programs',
    },
  ],

  async run({ flags }, context) {
    const { runEvaluateCommand } = await import('./run-command.ts')
    return runEvaluateCommand(flags, context)
  },
}
