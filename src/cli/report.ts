import { writeReport } from '../run/write-report.ts'
import { type Command, OUT_FLAG } from './command.ts'
import { pathOf, shortPath } from './paths.ts'
import { resultsOptions, SELECTION_FLAGS } from './selection-flags.ts'

export const command: Command = {
  usage: '[flags]',
  flags: [...SELECTION_FLAGS, OUT_FLAG],
  maxPositionals: 0,
  examples: [
    { line: 'npm run report', does: 'from results.db into reports/' },
    { line: 'npm run report -- --db ours.db --out /tmp', does: 'from another database into another folder' },
  ],

  async run({ flags }, context) {
    const out = pathOf(flags.text('out'), 'reports', context)
    const { path } = await writeReport({ ...resultsOptions(flags, context), out, now: context.now() })
    context.stdout.write(`${shortPath(path, context)}\n`)
    return 0
  },
}
