import { digestText, type ResultDigest } from '../../cases/outcome.ts'

/** From the strictest to the loosest, what two results may have in common. */
const LEVELS: ((digest: ResultDigest, asksForOrder: boolean) => string)[] = [
  (digest, asksForOrder) => digestText(digest, asksForOrder),
  digest => digestText(digest, false),
  ({ error, keys, returnedOrChanged, changes }) => JSON.stringify([error, keys, returnedOrChanged, changes.length]),
  ({ error, returnedOrChanged }) => JSON.stringify([error, returnedOrChanged]),
  ({ error, returnedOrChanged, changes }) => String(error === undefined && returnedOrChanged + changes.length > 0),
]

/** Whether two results of the call at this position are alike. */
export type AreAlike = (at: number, own: ResultDigest, other: ResultDigest) => boolean

/**
 * Two good cases may differ in what no rule is about: one raises an error where the other gives nothing. They are compared
 * by what they have in common in the test database as it is: in all of the first `works` calls, and in the call itself.
 */
export function comparison(own: ResultDigest[], other: ResultDigest[], works: number, asksForOrder: boolean): AreAlike {
  const levels = own.map((digest, at) => {
    const beside = other[at]
    return LEVELS.findIndex(text => beside && text(digest, asksForOrder) === text(beside, asksForOrder))
  })
  const common = Math.max(0, ...levels.slice(0, works))
  return (at, one, beside) => {
    const level = levels[at] ?? -1
    const text = level < 0 ? undefined : LEVELS[Math.max(common, level)]
    return !text || text(one, asksForOrder) === text(beside, asksForOrder)
  }
}
