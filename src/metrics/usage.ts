import type { Usage } from '../summary.ts'
import type { Spent } from './collect.ts'

export function usageOf({ cost, promptTokens, completionTokens, latencyMs }: Spent): Usage {
  const sorted = (numbers: number[]) => numbers.filter(number => !Number.isNaN(number)).sort((a, b) => a - b)
  // Sorted, because sums of fractions depend on their order in the last digit.
  const total = (numbers: number[]) => {
    const known = sorted(numbers)
    return known.length === 0 ? null : known.reduce((sum, number) => sum + number, 0)
  }
  const latencies = sorted(latencyMs)
  return {
    cost: total(cost),
    costKnown: sorted(cost).length,
    promptTokens: total(promptTokens),
    completionTokens: total(completionTokens),
    latencyMedianMs: quantile(latencies, 0.5),
    latency95Ms: quantile(latencies, 0.95),
  }
}

/** The nearest rank: the smallest value that at least this share of all values does not exceed. */
function quantile(sorted: number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
