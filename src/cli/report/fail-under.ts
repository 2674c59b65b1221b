import { UsageError } from '../../errors.ts'
import { contestantNames } from '../../lib/contestant-names.ts'
import { NO_VALUE } from '../../lib/text/format-measure.ts'
import { printable } from '../../lib/text/printable.ts'
import { FIGURES, MEASURE_LIST } from '../../measure-list.ts'
import type { Score, Summary } from '../../summary.ts'
import type { Context } from '../context.ts'
import type { Flag, Flags } from '../flags.ts'

/** What a limit can be set for, by its name in the flag. */
const VALUES = new Map<string, (score: Score) => number | null>([
  ...MEASURE_LIST.flatMap(({ key, flagName }) =>
    flagName === undefined ? [] : [[flagName, (score: Score) => score[key]?.value ?? null] as const],
  ),
  [FIGURES.answeredShare.flagName, score => score.answeredShare],
])
const NAMES = [...VALUES.keys()].join(', ')

export const FAIL_UNDER_FLAG: Flag = {
  name: 'fail-under',
  value: 'NAME=N',
  isRepeatable: true,
  help: `end with 1 when a model is below N; NAME is one of ${NAMES}`,
}

interface Limit {
  name: string
  least: number
}

export function readLimits(flags: Flags): Limit[] {
  return flags.texts('fail-under').map(text => {
    const [, name = '', number = ''] = /^([a-z0-9]+)=(-?[\d.]+)$/.exec(text) ?? []
    const least = number === '' ? Number.NaN : Number(number)
    if (!VALUES.has(name) || Number.isNaN(least) || Math.abs(least) > 1) {
      throw new UsageError(
        `--fail-under ${printable(text)}: a measure and a number up to 1 were wanted.`,
        `--fail-under balanced=0.8; the measures are ${NAMES}.`,
      )
    }
    return { name, least }
  })
}

/** Says on stderr which models are below a limit, baselines left out. Returns the exit code. */
export function checkLimits({ contestants }: Summary, limits: Limit[], { stderr }: Context): number {
  if (limits.length === 0) return 0
  const names = contestantNames(contestants)
  const models = contestants.map((one, place) => ({ ...one, name: names[place] ?? '' })).filter(one => !one.isBaseline)
  if (models.length === 0) {
    stderr.write('Failed: there are only baselines, and --fail-under is for models.\n')
    return 1
  }
  const below = limits.flatMap(({ name, least }) =>
    models.flatMap(model => {
      const value = VALUES.get(name)?.(model.score) ?? null
      // A measure without a value fails too.
      if (value !== null && value >= least) return []
      const found = value === null ? NO_VALUE : String(Number(value.toFixed(4)))
      return [`Failed: ${printable(model.name)} (${printable(model.prompt)}) has ${name} ${found}, below ${least}.\n`]
    }),
  )
  for (const line of below) stderr.write(line)
  return below.length > 0 ? 1 : 0
}
