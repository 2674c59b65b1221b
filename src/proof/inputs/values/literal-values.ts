// Values that a case's own literals suggest. A flaw such as `or :days > 30` shows in a call with 31, and in no other.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import { typeOf } from '../../database/parameter-types.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { QueryPlan, Value } from '../../plan/plan.ts'
import { quoted } from '../../sql/sql-text.ts'
import type { Effort } from '../effort.ts'
import { canHoldText, isNumber, isTime, isWholeNumber } from '../value-types.ts'
import { valuesWithText } from '../values-with-text.ts'
import { isLongText } from './long-texts.ts'
import { trustedInstants } from './trusted-instants.ts'
import { validValues } from './valid-values.ts'

/** The values that literals suggest for one parameter. */
export interface LiteralValues {
  name: string
  values: LiteralValue[]
}

interface LiteralValue {
  value: Value
  /** The literal as it stands in the code. */
  literal: string
  /** The value holds the literal itself, and not one beside it. */
  isOwn: boolean
  /** The value is worth a pair: it is the literal itself, and no number for a text. */
  isPaired: boolean
}

/** The values of each parameter of the query that a literal suggests. */
export async function literalValues(
  database: TestDatabase,
  query: QueryPlan,
  literals: readonly string[],
  effort: Effort,
): Promise<LiteralValues[]> {
  const found: LiteralValues[] = []
  const spans = await validValues(database, 'interval', literals.filter(isSpan))
  for (const { name, values: written } of query.parameters) {
    const type = typeOf(database, query, name)
    const samples = written.filter(value => value !== null)
    const values: LiteralValue[] = []
    for (const literal of literals) {
      const near = isTime(type) && spans.includes(literal) ? await timesAfter(database, literal) : nearTo(type, literal)
      for (const [nth, text] of near.entries()) {
        const held: Value[] = canHoldText(type) ? valuesWithText(type, samples, text) : [text]
        const isPaired = (at: number) => nth + at === 0 && !(canHoldText(type) && isDigits(literal))
        values.push(...held.map((value, at) => ({ value, literal, isOwn: nth === 0, isPaired: isPaired(at) })))
      }
    }
    const valid = new Set<Value>(
      await validValues(
        database,
        type,
        values.flatMap(({ value }) => value ?? []),
      ),
    )
    found.push({
      name,
      values: mostTelling(
        values.filter(({ value }) => valid.has(value)),
        effort.literals,
      ),
    })
  }
  return found.filter(({ values }) => values.length > 0)
}

/** So many of the values: texts longer than the code speaks of, then words and numbers as they stand in the code, then a sample. */
function mostTelling(values: LiteralValue[], most: number): LiteralValue[] {
  const isLong = ({ literal, isOwn }: LiteralValue) => isOwn && isLongText(literal)
  const isPlain = ({ literal, isOwn }: LiteralValue) => isOwn && /^[\w-]+$/.test(literal)
  const long = sampleEvenly(values.filter(isLong), Math.ceil(most / 3))
  const plain = sampleEvenly(
    values.filter(value => isPlain(value) && !isLong(value)),
    most - long.length,
  )
  const chosen = [...long, ...plain]
  const others = values.filter(value => !chosen.includes(value) && !isLongText(value.literal))
  return [...chosen, ...sampleEvenly(others, Math.max(0, most - chosen.length))]
}

/** The literal itself, then values beside it: 30, 29 and 31; OPEN and open. */
function nearTo(type: string, literal: string): string[] {
  if (isNumber(type)) {
    if (!isDigits(literal) || (isWholeNumber(type) && literal.includes('.'))) return []
    return literal.includes('.') ? [literal] : [literal, `${BigInt(literal) - 1n}`, `${BigInt(literal) + 1n}`]
  }
  if (!canHoldText(type)) return [literal]
  return [literal, literal === literal.toLowerCase() ? literal.toUpperCase() : literal.toLowerCase()]
}

function isDigits(text: string): boolean {
  return /^\d+(\.\d+)?$/.test(text)
}

/** Whether a text may be an interval: `30 days`, `01:00`. */
function isSpan(literal: string): boolean {
  return /\d\s*(s|m|h|d|w|y|sec|min|hour|day|week|mon|year)|\d:\d/i.test(literal)
}

/** The times that lie so far from the trusted time, and a second before and after them. */
async function timesAfter(database: TestDatabase, span: string): Promise<string[]> {
  const instants = trustedInstants(database)
  if (instants.length === 0) return []
  const list = instants.map(time => `(${quoted(time)}::timestamptz)`).join(', ')
  const [result] = await database.session.run(`select (at + sign * ${quoted(span)}::interval + beside)::text
    from (values ${list}) as given (at), unnest(array[-1, 1]) as sign,
      unnest(array['0 s', '-1 s', '1 s']::interval[]) as beside`)
  return (result?.rows ?? []).flatMap(([time]) => time ?? [])
}
