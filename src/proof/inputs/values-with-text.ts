// Values that hold a text: the text itself, or a list or JSON with the text in one of its places.

import { sortedBy } from '../../lib/sorted-by.ts'
import type { Value } from '../plan/plan.ts'
import { isJson, isText } from './value-types.ts'

/** The most places of the client's JSON that a text is put in. */
const MOST_PLACES = 6

/**
 * The values of the type that hold the text. A text that is a list or JSON already is sent as it is. A parameter of the
 * type `text` may take a list or JSON that the query casts; its samples show that.
 */
export function valuesWithText(type: string, samples: string[], text: string): Value[] {
  const objects = samples.map(parsed).filter(sample => typeof sample === 'object' && sample !== null)
  const takesLists = isText(type) && objects.length === 0 && samples.length > 0 && samples.every(isArrayText)
  const takesJson = isJson(type) || (isText(type) && objects.length > 0)
  const plain = isText(type) ? [text] : []
  if (type.endsWith('[]') || takesLists)
    return [...plain, isArrayText(text) ? text : `{"${text.replace(/["\\]/g, '\\$&')}"}`]
  if (!takesJson || parsed(text) !== undefined) return [text]
  // Samples often have the same places: each place is taken once.
  const places = new Map<string, unknown>()
  for (const { path, json } of objects.flatMap(object => withTextInPlace(object, text)))
    if (!places.has(path)) places.set(path, json)
  // Places of values come before places of names.
  const ordered = sortedBy([...places], ([path]) => (path.endsWith(NAME) ? 'name' : ''))
  const all = ordered.slice(0, MOST_PLACES).map(([, json]) => JSON.stringify(json))
  return [...new Set([...plain, ...all])]
}

/** Whether a text is an array as PostgreSQL writes it: `{1,2}`. */
function isArrayText(text: string): boolean {
  return /^\{.*\}$/.test(text)
}

/** JSON in which one text or one name was replaced, with the path that leads there: `.tags[0]`. */
interface Replacement {
  path: string
  json: unknown
}

/** The end of a path that leads to a name: `.sort as a name`. */
const NAME = ' as a name'

/** The JSON once for each text and each name in it, with the given text in its place. */
function withTextInPlace(json: unknown, text: string, path = ''): Replacement[] {
  if (typeof json === 'string') return [{ path, json: text }]
  if (Array.isArray(json))
    return json.flatMap((item, index) =>
      withTextInPlace(item, text, `${path}[${index}]`).map(inner => ({
        path: inner.path,
        json: json.with(index, inner.json),
      })),
    )
  if (typeof json !== 'object' || json === null) return []
  const fields = Object.entries(json)
  return fields.flatMap(([name, value], index) => {
    const replace = (field: [string, unknown]) => Object.fromEntries(fields.with(index, field))
    return [
      ...withTextInPlace(value, text, `${path}.${name}`).map(inner => ({
        path: inner.path,
        json: replace([name, inner.json]),
      })),
      { path: `${path}.${name}${NAME}`, json: replace([text, value]) },
    ]
  })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
