// Elements inside a constant: `'{0,4096}'::bigint[]` is a list, and so is `'[0, 4096]'::jsonb`. Each text here is the whole
// constant without one of its elements.

import type { Alternative } from './alternatives.ts'

/** The elements of an array, a multirange or JSON that is written in a text; none for any other text. */
export function elementsIn(text: string): Alternative[] {
  const json = parseJson(text)
  if (json !== undefined)
    return withoutEach(json).map(({ text: part, rest }) => ({ text: part, rest: JSON.stringify(rest) }))
  const [, before = '', inner, after = ''] = /^(\s*(?:\[[-\d:]+\]\s*=\s*)?\{)([\s\S]*)(\}\s*)$/.exec(text) ?? []
  if (inner === undefined || inner.trim() === '') return []
  const parts = splitList(inner)
  return parts.flatMap((part, nth) => {
    const rest = before + parts.filter((_, other) => other !== nth).join(',') + after
    // An array of arrays: all of them have the same length, so that one goes as a whole.
    return [{ text: part.trim(), rest }]
  })
}

/** The words of a list that code cuts apart: `string_to_array('0,4096', ',')`. */
export function wordsIn(text: string): Alternative[] {
  const words = [...text.matchAll(/[^\s,;|/]+/g)]
  if (words.length < 2) return []
  return words.map(({ 0: word, index }, nth) => {
    const next = words[nth + 1]?.index
    const last = words[nth - 1]
    const rest =
      next === undefined
        ? text.slice(0, (last?.index ?? 0) + (last?.[0].length ?? 0)) + text.slice(index + word.length)
        : text.slice(0, index) + text.slice(next)
    return { text: word, rest }
  })
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

function parseJson(text: string): Json[] | { [key: string]: Json } | undefined {
  try {
    const value: Json = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** A value of JSON without each of its elements, at every depth. */
function withoutEach(value: Json): { text: string; rest: Json }[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value))
    return value.flatMap((one, nth) => [
      { text: JSON.stringify(one), rest: value.filter((_, other) => other !== nth) },
      ...withoutEach(one).map(({ text, rest }) => ({ text, rest: value.with(nth, rest) })),
    ])
  return Object.entries(value).flatMap(([key, one]) => {
    const others = Object.fromEntries(Object.entries(value).filter(([other]) => other !== key))
    return [
      { text: JSON.stringify({ [key]: one }), rest: others },
      ...withoutEach(one).map(({ text, rest }) => ({ text, rest: { ...value, [key]: rest } })),
    ]
  })
}

/** Cuts at commas that stand in no quotes, brackets or braces. A range begins and ends with brackets of any two kinds. */
function splitList(inner: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const [token] of inner.matchAll(/"(?:[^"\\]|\\.)*"|\\.|[\s\S]/g)) {
    if (/^[{[(]$/.test(token)) depth += 1
    if (/^[}\])]$/.test(token)) depth -= 1
    if (token === ',' && depth === 0) parts.push('')
    else parts.push((parts.pop() ?? '') + token)
  }
  return parts
}
