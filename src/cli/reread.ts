import { printable } from '../lib/text/printable.ts'
import { reread } from '../run/results/reread.ts'
import { type Command, DB_FLAG } from './command.ts'
import { databaseOf } from './paths.ts'

export const command: Command = {
  usage: '[flags]',
  flags: [DB_FLAG],
  maxPositionals: 0,
  examples: [{ line: 'npm run reread', does: 'after an update of this program, or to check the database' }],

  async run({ flags }, context) {
    const { replies, changes, rewordings } = await reread(databaseOf(flags, context))
    for (const { casePath, model, before, after } of changes) {
      context.stdout.write(`${before} -> ${after}  ${printable(casePath)} by ${printable(model)}\n`)
    }
    const reworded = rewordings > 0 ? `; explanations or rules changed: ${rewordings}` : ''
    context.stderr.write(`Replies read: ${replies}. Verdicts changed: ${changes.length}${reworded}.\n`)
    return 0
  },
}
