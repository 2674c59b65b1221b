// Numbers as readers see them.

import { formatInterval, formatPercent } from '../lib/format-measure.ts'
import type { Measure } from '../summary.ts'

/** 83.3% (95% interval 72.1–89.4%); an interval of no width says nothing and is left out. */
export function formatMeasure({ value, interval }: Measure): string {
  const hasWidth = interval && interval.low < interval.high
  return formatPercent(value) + (hasWidth ? ` (95% interval ${formatInterval(interval)})` : '')
}

const THOUSANDS = new Intl.NumberFormat('en')

/** 1234 → 1,234 */
export function formatCount(count: number): string {
  return THOUSANDS.format(count)
}

/** 1, case → 1 case; 3, query, queries → 3 queries */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** 850 ms, 1.2 s, 2 min 5 s */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
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
