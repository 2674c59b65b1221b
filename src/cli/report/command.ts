import { writeReport } from '../../run/results/write-report.ts'
import { type Command, OUT_FLAG } from '../command.ts'
import type { Context } from '../context.ts'
import type { Flags } from '../flags.ts'
import { pathOf, shortPath } from '../paths.ts'
import { resultsOptions, SELECTION_FLAGS } from '../selection-flags.ts'
import { exportReport, FORMAT_FLAG, readFormat } from './export-report.ts'
import { checkLimits, FAIL_UNDER_FLAG, readLimits } from './fail-under.ts'
import { openFile } from './open-file.ts'

export const command: Command = {
  usage: '[flags]',
  flags: [
    ...SELECTION_FLAGS,
    { ...OUT_FLAG, help: 'the folder for the report (reports/); with --format it may be a file, such as results.xml' },
    FORMAT_FLAG,
    FAIL_UNDER_FLAG,
    { name: 'full', help: 'keep every explanation whole, with requests and replies, whatever the size' },
    { name: 'open', help: 'open the page in the browser' },
  ],
  maxPositionals: 0,
  examples: [
    { line: 'npm run report', does: 'from results.db into reports/' },
    { line: 'npm run report -- --open', does: 'opens the new report; reports/latest.html always leads to the newest' },
    { line: 'npm run report -- --db ours.db --out /tmp', does: 'from another database into another folder' },
    {
      line: 'npm run report -- --model gpt-4o-mini --app purchase-order --since 2026-08-01',
      does: 'one model on one application, since a day',
    },
    { line: 'npm run --silent report -- --format json > results.json', does: 'every figure, for other programs' },
    {
      line: 'npm run report -- --format junit --out results.xml --fail-under balanced=0.8',
      does: 'for CI: one test per evaluation; ends with 1 when a model is below 80 %',
    },
  ],

  async run({ flags }, context) {
    const limits = readLimits(flags)
    const format = readFormat(flags)
    const summary = await (format ? exportReport(flags, format, context) : writePage(flags, context))
    return checkLimits(summary, limits, context)
  },
}

async function writePage(flags: Flags, context: Context) {
  const out = pathOf(flags.text('out'), 'reports', context)
  const now = context.now()
  const { path, summary } = await writeReport({
    ...resultsOptions(flags, context),
    out,
    now,
    isFull: flags.isOn('full'),
  })
  context.stdout.write(`${shortPath(path, context)}\n`)
  if (flags.isOn('open')) await openFile(path, context)
  return summary
}
