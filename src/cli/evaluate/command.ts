import { type Command, DB_FLAG, SKIP_INVALID_FLAG, TESTS_FLAG } from '../command.ts'
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
    const { runEvaluateCommand } = await import('./run-command.ts')
    return runEvaluateCommand(flags, context)
  },
}
