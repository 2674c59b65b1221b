// Constants in the text of a case or of a condition. Dynamic SQL stands inside of strings, and a body inside of dollar
// quotes, so the text is searched as it is, whatever is around a constant.

/** The whole numbers in a text, each once: `50` and `1000`. */
export function numbersIn(text: string): number[] {
  const found = [...text.matchAll(/(?<![\w.$:])\d{1,9}(?![\w.])/g)].map(([number]) => Number(number))
  return [...new Set(found)]
}

/** The intervals in a text, each once: `30 days` of `interval '30 days'`, `'30 days'::interval` and `make_interval(days => 30)`. */
export function intervalsIn(text: string): string[] {
  const written = [
    ...text.matchAll(/\binterval\s*'+([^']+)'/gi),
    ...text.matchAll(/'([^']+)'+\s*::\s*interval\b/gi),
    ...text.matchAll(/\bcast\s*\(\s*'+([^']+)'+\s+as\s+interval\b/gi),
  ].map(([, interval = '']) => interval.trim().toLowerCase())
  const made = [...text.matchAll(/\bmake_interval\s*\(([^()]*)\)/gi)].map(([, parts = '']) =>
    [...parts.matchAll(/(\w+)\s*(?:=>|:=)\s*(\d+)/g)].map(([, unit, number]) => `${number} ${unit}`).join(' '),
  )
  return [...new Set([...written, ...made])].filter(interval => INTERVAL.test(interval))
}

/** An interval as people write it: `30 days`, `1 month 2 hours`, `24:00`. */
const INTERVAL =
  /^(?:[-+]?\d+(?:\.\d+)?\s*(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|mons?|years?)\b,?\s*|[-+]?\d+:\d\d(?::\d\d)?\s*)+$/

/** The numbers of days that a text adds to a date, or takes from one, as intervals: `30 days` of `:today - 30`. */
export function daysIn(text: string): string[] {
  const found = [...text.matchAll(/(?<!\d)[-+]\s*(\d{1,4})(?![\w.:-])/g)].map(([, days = '']) => `${Number(days)} days`)
  return [...new Set(found)]
}

/** The dates and times in a text: `2026-12-31`, `2026-05-04T09:00:00Z`. */
export function datesIn(text: string): string[] {
  const found = text.match(/\b\d{4}-[01]\d-[0-3]\d(?:[T ]\d{2}:\d{2}(?::\d{2})?)?/g) ?? []
  return [...new Set(found)]
}
