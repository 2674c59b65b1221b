// Numbers, dates and lists as text.

import { formatInterval, formatPercent } from '../lib/text/format-measure.ts'
import type { Measure } from '../summary.ts'
import { formatCount } from './client/format.js'

export { formatCount, formatDuration } from './client/format.js'

/** 83.3% (95% interval 72.1–89.4%); an interval of no width is left out. */
export function formatMeasure({ value, interval }: Measure): string {
  const hasWidth = interval && interval.low < interval.high
  return formatPercent(value) + (hasWidth ? ` (95% interval ${formatInterval(interval)})` : '')
}

/** 1, case → 1 case; 3, query, queries → 3 queries */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** catch rate → Catch rate */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** 2026-08-14 09:30 UTC */
export function formatDate(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** a · a and b · a, b and c · a, b and 2 others */
export function formatList(items: string[], most = 3): string {
  const shown = items.length > most ? [...items.slice(0, most - 1), `${items.length - most + 1} others`] : items
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}
