import { UserError } from '../errors.ts'
import { printable } from '../lib/text/printable.ts'
import { textTable } from '../lib/text/text-table.ts'
import { listModels } from '../run/models/list-models.ts'
import type { Command } from './command.ts'
import { painter } from './context.ts'
import { SERVER_FLAGS, serverOptions } from './model-flags.ts'

export const command: Command = {
  usage: '[TEXT] [flags]',
  flags: SERVER_FLAGS,
  maxPositionals: 8,
  examples: [
    { line: 'npm run models -- claude', does: "OpenRouter's models with claude in their name; needs no key" },
    { line: 'npm run models -- --base-url http://localhost:11434/v1', does: 'the models of a local Ollama' },
  ],

  async run({ flags, positionals }, context) {
    const text = positionals.join(' ')
    const { host, models } = await listModels(serverOptions(flags, context), text)
    if (models.length === 0) {
      throw new UserError(`no model at ${host} has "${printable(text)}" in its name.`, {
        tryThis: 'a shorter text, or none for all.',
      })
    }
    const paint = painter(context, context.stdout)
    const rows = models.map(({ id, prices, contextLength }) => [
      printable(id),
      perMillion(prices?.prompt),
      perMillion(prices?.completion),
      contextLength === null ? '–' : contextLength.toLocaleString('en'),
    ])
    const columns = [
      { title: 'model', align: 'left' as const },
      { title: '$ per million in', align: 'right' as const },
      { title: 'out', align: 'right' as const },
      { title: 'context', align: 'right' as const },
    ]
    context.stdout.write(`${textTable(columns, rows, header => paint('bold', header))}\n`)
    return 0
  },
}

function perMillion(price: number | undefined): string {
  return price === undefined ? '–' : (price * 1e6).toFixed(2)
}
