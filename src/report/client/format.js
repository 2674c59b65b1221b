// Numbers as text.

/** @param {number} count */
export function formatCount(count) {
  return count.toLocaleString('en')
}

/** @param {number} milliseconds */
export function formatDuration(milliseconds) {
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** @param {number} amount */
export function formatDollars(amount) {
  return `$${amount.toFixed(amount > 0 && amount < 0.1 ? 4 : 2)}`
}
