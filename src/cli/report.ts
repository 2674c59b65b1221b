import { writeReport } from '../run/write-report.ts'
import { type Command, DB_FLAG, OUT_FLAG } from './command.ts'
import { pathOf, shortPath } from './paths.ts'

export const command: Command = {
  usage: '[flags]',
  flags: [DB_FLAG, OUT_FLAG],
  maxPositionals: 0,
  examples: [
    { line: 'npm run report', does: 'from results.db into reports/' },
    { line: 'npm run report -- --db ours.db --out /tmp', does: 'from another database into another folder' },
  ],

  async run({ flags }, context) {
    const db = pathOf(flags.text('db'), 'results.db', context)
    const out = pathOf(flags.text('out'), 'reports', context)
    const path = await writeReport({ db, out, now: context.now() })
    context.stdout.write(`${shortPath(path, context)}\n`)
    return 0
  },
}
