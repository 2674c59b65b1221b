import type { Interval } from '../../summary.ts'

/** What stands where there is nothing to compute a number from. */
export const NO_VALUE = '–'

/** 0.8333 → 83.3% */
export function formatPercent(value: number | null | undefined): string {
  return value === null || value === undefined ? NO_VALUE : `${tenths(value)}%`
}

/** As the list of measures says: 83.3%, or 0.42 for a coefficient. */
export function formatValue(value: number | null | undefined, format: 'percent' | 'coefficient'): string {
  if (format === 'percent') return formatPercent(value)
  return value === null || value === undefined ? NO_VALUE : value.toFixed(2)
}

/** 0.721 and 0.894 → 72.1–89.4% */
export function formatInterval({ low, high }: Interval): string {
  return `${tenths(low)}–${tenths(high)}%`
}

/** 0.0312 → 0.0312; what is smaller than 0.0001 says so. */
export function formatP(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4)
}

function tenths(value: number): string {
  return (value * 100).toFixed(1)
}
