import { dirname, join } from 'node:path'
import { UsageError } from '../errors.ts'
import { printable } from '../lib/text/printable.ts'
import { newApplication } from '../run/corpus/new-application.ts'
import { type Command, TESTS_FLAG } from './command.ts'
import { pathOf, shortPath } from './paths.ts'

export const command: Command = {
  usage: 'APPLICATION [QUERY] [flags]',
  flags: [TESTS_FLAG],
  maxPositionals: 2,
  examples: [
    {
      line: 'npm run new -- my-app',
      does: 'tests/my-app/: a specification, its proof, and the six cases of one query',
    },
    { line: 'npm run new -- my-app share-document', does: 'six more cases, for another query' },
  ],

  async run({ flags, positionals: [application, query = 'list-documents'] }, context) {
    if (application === undefined)
      throw new UsageError('the name of the application is missing.', 'npm run new -- my-app')
    const files = newApplication(pathOf(flags.text('tests'), 'tests', context), application, query)
    const tests = flags.text('tests')
    const where = tests === undefined ? '' : ` --tests ${printable(tests)}`
    for (const file of files) context.stdout.write(`${shortPath(file, context)}\n`)
    const proof = files.find(file => file.endsWith('proof.yaml'))
    if (proof === undefined) {
      const old = shortPath(join(dirname(files[0] ?? ''), 'proof.yaml'), context)
      context.stderr.write(`Say how "${query}" is called, under "queries" of ${old}.\n`)
    }
    context.stderr.write(
      [
        `Prove its labels: npm run verify -- --app ${application}${where}`,
        `Evaluate it:      npm run evaluate -- --filter ${application}/${where}`,
        'Make it yours:    docs/first-application.md shows how, step by step.\n',
      ].join('\n'),
    )
    return 0
  },
}
