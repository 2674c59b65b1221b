import { quoted } from '../../../../sql/sql-text.ts'
import type { Operator } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { trustedParameters } from '../parameters.ts'

const DAYS_LATER = [45, 400]

/** A guard that falls at a later time: `guard OR :now >= '2026-06-18'`. */
export const loosenAfterTime: Operator = {
  name: 'loosen-after-time',
  mutate: (path, context) => {
    const later = trustedParameters(context)
      .filter(({ type }) => /^(?:date|timestamp)/.test(type))
      .flatMap(({ sql, values }) => values.flatMap(value => daysAfter(value).map(day => `${sql} >= ${quoted(day)}`)))
    return loosen(path, context, () => later)
  },
}

function daysAfter(value: string): string[] {
  const start = new Date(value)
  if (Number.isNaN(start.getTime())) return []
  return DAYS_LATER.map(days => new Date(start.getTime() + days * 86_400_000).toISOString().slice(0, 10))
}
