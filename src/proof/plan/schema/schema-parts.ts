// What the schema of proof.yaml is put together from. A message of a scalar says what was wanted; a message of a map says
// what is wrong with it. check-form.ts makes sentences of both, with the place and with what was found there.

import { z } from 'zod'
import { nearest } from '../../../lib/text/nearest.ts'
import { Scalar } from './yaml-tree.ts'

/** A single value in the file that passes the test. `json` is what a JSON Schema says of it. */
function scalar(wanted: string, passes: (one: Scalar) => boolean, json: Record<string, unknown>) {
  const check = (data: unknown) => data instanceof Scalar && passes(data)
  return z.custom<Scalar>(check, { error: wanted, params: { kind: 'scalar' } }).meta(json)
}

const isText = ({ text }: Scalar) => text !== null && text.trim() !== ''

/** A name, a role, a reason: anything but nothing. */
export const text = scalar('text was wanted', isText, { type: ['string', 'number', 'boolean'] })

/** A condition or a statement. `false` is a condition too. */
export const sql = scalar('SQL was wanted', one => isText(one) && typeof one.value !== 'number', {
  type: ['string', 'boolean'],
})

export const flag = scalar('true or false was wanted', ({ value: given }) => typeof given === 'boolean', {
  type: 'boolean',
})

const isCount = ({ text: written }: Scalar, least: number) => /^\d+$/.test(written ?? '') && Number(written) >= least

/** A whole number that is not below `least`. */
export function count(least: 0 | 1) {
  const wanted = `a whole number of ${least} or more was wanted`
  return scalar(wanted, one => isCount(one, least), { type: 'integer', minimum: least })
}

/** A whole number between two others. */
export function countBetween(least: number, most: number) {
  const wanted = `a whole number from ${least} to ${most} was wanted`
  return scalar(wanted, one => isCount(one, least) && Number(one.text) <= most, {
    type: 'integer',
    minimum: least,
    maximum: most,
  })
}

/** A whole number of 1 or more, or this word. */
export function countOr(word: string, wanted: string) {
  const json = { anyOf: [{ type: 'integer', minimum: 1 }, { const: word }] }
  return scalar(wanted, one => isCount(one, 1) || one.text === word, json)
}

export function oneOf(words: string[]) {
  const wanted = `${words.slice(0, -1).join(', ')} or ${words.at(-1)} was wanted`
  return scalar(wanted, one => words.includes(one.text ?? ''), { type: 'string', enum: words })
}

export const anyScalar = scalar('one value was wanted', () => true, { type: ['string', 'number', 'boolean', 'null'] })

export type WrittenValue = Scalar | WrittenValue[]

/** A value as PostgreSQL reads it; a list is an array. */
export const value: z.ZodType<WrittenValue> = z
  .lazy(() => z.union([anyScalar, z.array(value)], { error: 'one value, or a list of values, was wanted' }))
  .meta({ id: 'value', description: 'A value as PostgreSQL reads it. A list is an array; null is NULL.' })

/** One, or a list of such. */
export function oneOrMore<T extends z.ZodType>(one: T, wanted: string) {
  return z.union([one, z.array(one)], { error: wanted })
}

const PAIRS = 'name: value pairs were wanted'

/** zod takes any object for a map, a scalar of ours too. */
const map = z.custom<object>(
  data => typeof data === 'object' && data !== null && !Array.isArray(data) && !(data instanceof Scalar),
  { error: PAIRS, params: { kind: 'map' } },
)

/** A map from names that the author chooses. */
export function named<T extends z.ZodType>(one: T, name: z.ZodString = z.string()) {
  return z.record(name, one, { error: PAIRS })
}

/** A map that has these keys and no others. */
export function keys<T extends z.ZodRawShape>(
  shape: T,
  hints: {
    /** How to write what lacks a key. */
    how?: string
    /** For a key that belongs elsewhere, what to write; `name` is the name of this map in the file. */
    elsewhere?: Record<string, (name: string) => string>
  } = {},
) {
  const names = Object.keys(shape)
  const hint = (key: string, name: string) => {
    if (Object.hasOwn(hints.elsewhere ?? {}, key)) return hints.elsewhere?.[key]?.(name)
    return mayHave(key, names)
  }
  const fields = Object.entries(shape).map(([name, one]) => [name, withHint(one, hints.how ?? 'it was wanted')])
  const known = z.strictObject(Object.fromEntries(fields) as T, {
    // One line for each key: check-form.ts takes them apart again, because each key has its own line in the file.
    error: ({ keys: unknown, path }) => (unknown as string[]).map(key => hint(key, String(path?.at(-1)))).join('\n'),
  })
  return map.pipe(known as z.ZodType<z.output<typeof known>, object>)
}

/** For a key that is not among these names: the one that may have been meant, and all of them. */
export function mayHave(key: string, names: string[]): string {
  const meant = nearest(key, names)
  return `${meant ? `did you mean ${meant}? It` : 'it'} may have ${names.join(', ')}`
}

/** The same schema, with another message where there is nothing at all. */
function withHint(one: z.core.$ZodType, how: string): z.core.$ZodType {
  const { def } = one._zod
  const inWords = def.error as z.core.$ZodErrorMap | undefined
  const error: z.core.$ZodErrorMap = issue => (issue.input === undefined ? how : inWords?.(issue))
  return z.core.clone(one, { ...def, error }, { parent: true })
}
