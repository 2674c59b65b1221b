import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import { printable } from '../lib/text/printable.ts'
import type { ResultsOptions } from '../run/results/open-results.ts'
import { DB_FLAG, TESTS_FLAG } from './command.ts'
import type { Context } from './context.ts'
import type { Flag, Flags } from './flags.ts'
import { LEVEL_FLAG, readLevels } from './level-flag.ts'
import { databaseOf, pathOf } from './paths.ts'

const SCOPE_FLAGS: Flag[] = [
  { name: 'app', value: 'NAME', isRepeatable: true, help: 'only this application' },
  LEVEL_FLAG,
  { name: 'prompt', value: 'NAME', isRepeatable: true, help: 'only this evaluation prompt' },
  { name: 'since', value: 'DATE', help: 'only answers from this day or time on: 2026-08-01, or 2026-08-01T09:30Z' },
  DB_FLAG,
  { ...TESTS_FLAG, help: 'the folder of the corpus, for categories and proofs; the folder may be missing (tests/)' },
]

/** What a report is about. */
export const SELECTION_FLAGS: Flag[] = [
  {
    name: 'model',
    value: 'NAME',
    isRepeatable: true,
    help: 'only this model; the baselines always stay in the report',
  },
  ...SCOPE_FLAGS,
]

/** The same for `compare`, where the models are arguments and no flag. */
export const COMPARISON_FLAGS: Flag[] = SCOPE_FLAGS

export function resultsOptions(flags: Flags, context: Context): ResultsOptions {
  return {
    db: databaseOf(flags, context),
    tests: pathOf(flags.text('tests'), 'tests', context),
    proofs: join(context.root, 'proofs'),
    models: flags.texts('model'),
    applications: flags.texts('app'),
    levels: readLevels(flags),
    prompts: flags.texts('prompt'),
    since: readDate(flags.text('since')),
  }
}

/** A day, or a time with its zone; a day begins at midnight UTC, as the stored times are in UTC. */
function readDate(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const date = new Date(text)
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) || Number.isNaN(date.getTime())) {
    throw new UsageError(
      `--since ${printable(text)}: a date was wanted.`,
      '--since 2026-08-01, or --since 2026-08-01T09:30Z for a time in UTC.',
    )
  }
  return date
}
