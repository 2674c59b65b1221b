/** Enough digits to tell small sums apart: $0.0012, $3.40. */
export function formatDollars(amount: number | undefined): string {
  if (amount === undefined) return 'unknown'
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`
}
