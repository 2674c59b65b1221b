import { join } from 'node:path'
import { UsageError } from '../../errors.ts'
import { replaceFile } from '../../lib/files/replace-file.ts'
import { writeNewFile } from '../../lib/files/write-new-file.ts'
import { printable } from '../../lib/text/printable.ts'
import { exportResults, FORMATS, type Format } from '../../run/results/export-results.ts'
import { reportName } from '../../run/results/report-name.ts'
import type { Summary } from '../../summary.ts'
import type { Context } from '../context.ts'
import type { Flag, Flags } from '../flags.ts'
import { pathOf, shortPath } from '../paths.ts'
import { resultsOptions } from '../selection-flags.ts'

export const FORMAT_FLAG: Flag = {
  name: 'format',
  value: 'NAME',
  help: `for other programs: ${Object.keys(FORMATS).join(', ')}; printed on stdout, or written to --out`,
}

export function readFormat(flags: Flags): Format | undefined {
  const format = flags.text('format')
  if (format === undefined || format === 'html') return undefined
  if (Object.hasOwn(FORMATS, format)) return format as Format
  throw new UsageError(`--format ${printable(format)}: unknown.`, `one of html, ${Object.keys(FORMATS).join(', ')}.`)
}

/** Prints what is chosen, or writes it into the file or the folder that --out names. */
export async function exportReport(flags: Flags, format: Format, context: Context): Promise<Summary> {
  const options = { ...resultsOptions(flags, context), format, now: context.now() }
  const typed = flags.text('out')
  if (typed === undefined) return exportResults(options, piece => context.stdout.write(piece))
  const pieces: string[] = []
  const summary = await exportResults(options, piece => pieces.push(piece))
  const path = writeTo(pathOf(typed, '', context), FORMATS[format].ending, pieces, options.now)
  context.stdout.write(`${shortPath(path, context)}\n`)
  return summary
}

/** A name with the format's ending is the file itself, as CI wants it; anything else is a folder for a new file. */
function writeTo(out: string, ending: string, pieces: string[], now: Date): string {
  if (!out.endsWith(`.${ending}`)) return writeNewFile(join(out, reportName(now, ending)), pieces)
  replaceFile(out, pieces.join(''))
  return out
}
