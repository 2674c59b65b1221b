// Values at the boundaries of a type, where code tends to go wrong: 0, the largest number, the empty text, the last day
// of a month.

import type { TestDatabase } from '../../database/test-database.ts'
import { quoted } from '../../sql/sql-text.ts'
import { isJson, isNumber, isText, isTime, isWholeNumber } from '../value-types.ts'
import { validValues } from './valid-values.ts'

/** Those that are too large for a type are left out. */
const WHOLE_NUMBERS = [
  ...['0', '-1', '1', '9223372036854775807', '-9223372036854775808', '2147483647', '-2147483648'],
  ...['10000', '1000000', '100000', '32767', '-32768'],
]
/** NaN is greater than any number, and no sum with it is less than zero. */
const NUMBERS = ['0', '-1', 'NaN', '0.01', '0.001', '10000', '1000000000']
const TIMES = ['-infinity', 'infinity', '2024-02-29T23:59:59Z', '2026-01-31T00:00:00Z', '2026-12-31T23:59:59Z']
const UUIDS = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff']
const LONG_TEXT = 'x'.repeat(300)
/** Blank, and no space: what code calls blank may be spaces alone. */
const BLANK_TEXT = '\t\r\n'
/** Blank at its beginning: code may test the whole text and keep a part of it. */
const PADDED_TEXT = `${' '.repeat(200)}x`
const MANY_ELEMENTS = 51

/**
 * The boundary values of a type, the most telling first. `samples` are values that `works` sends in the parameter, and
 * `instants` the times that the server trusts: boundaries lie around them too.
 */
export async function boundaryValues(
  database: TestDatabase,
  type: string,
  samples: string[],
  instants: string[],
): Promise<string[]> {
  const candidates = isTime(type)
    ? [...(await besideTimes(database, [...samples, ...instants])), ...TIMES]
    : candidatesOf(type, samples)
  return validValues(database, type, candidates)
}

function candidatesOf(type: string, samples: string[]): string[] {
  if (isWholeNumber(type)) return WHOLE_NUMBERS
  if (isNumber(type)) return NUMBERS
  if (isText(type)) return ['', BLANK_TEXT, ...samples.slice(0, 2).flatMap(likeText), '%', '_', LONG_TEXT, PADDED_TEXT]
  if (type === 'uuid') return UUIDS
  if (type.endsWith('[]')) return ['{}', '{NULL}', ...samples.slice(0, 1).flatMap(likeList)]
  if (isJson(type)) return ['null', '{}', '[]', ...samples.slice(0, 1).flatMap(likeJson)]
  return []
}

/** Texts that a careless comparison takes for the text: in other case, with blanks around it, its beginning. */
function likeText(text: string): string[] {
  const otherCase = text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
  return [otherCase, ` ${text} `, text.slice(0, Math.ceil(text.length / 2))]
}

/** The list with its elements twice, and with many elements. */
function likeList(list: string): string[] {
  const [, elements = ''] = /^\{([^{}]+)\}$/.exec(list) ?? []
  if (elements === '') return []
  return [`{${elements},${elements}}`, `{${Array(MANY_ELEMENTS).fill(elements).join(',')}}`]
}

/** The JSON object with a value of a wrong type under each key. */
function likeJson(json: string): string[] {
  let object: unknown
  try {
    object = JSON.parse(json)
  } catch {
    return []
  }
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return []
  return Object.entries(object).map(([key, value]) =>
    JSON.stringify({ ...object, [key]: typeof value === 'object' ? 'x' : [value] }),
  )
}

/** A second before and after each time, and the end of its month. */
async function besideTimes(database: TestDatabase, times: string[]): Promise<string[]> {
  const valid = await validValues(database, 'timestamptz', times)
  if (valid.length === 0) return []
  const list = valid.map(time => `(${quoted(time)}::timestamptz)`).join(', ')
  const [result] = await database.session.run(`select distinct beside::text from (values ${list}) as given (at),
    unnest(array[at - interval '1 second', at + interval '1 second', at,
      date_trunc('month', at) + interval '1 month' - interval '1 second']) as beside where isfinite(at) order by 1`)
  return (result?.rows ?? []).flatMap(([time]) => time ?? [])
}
