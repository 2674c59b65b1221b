import { readable } from './words-in-code.ts'

/** A name with a type of times: a parameter or a variable. */
const DECLARED =
  /(?<![\w."])("[^"]+"|\w+)\s+(?:constant\s+)?(?:pg_catalog\.)?(?:date|time|timetz|timestamp|timestamptz|(?:date|ts|tstz)(?:multi)?range)\b/gi

/** A text with a word that PostgreSQL reads by its clock, for a value of such a type. */
const DAY = "(?:e|u&)?'[^']*\\b(?:now|today|tomorrow|yesterday)\\b[^']*'"

/**
 * The parameters and variables of types of times that meet a word for a day: they take it (`v_day date := 'today'`) or are
 * compared with it. PostgreSQL casts such a word without being asked, so that the tree has no cast.
 */
export function dayVariables(definition: string): string[] {
  const code = readable(definition)
  const names = new Set([...code.matchAll(DECLARED)].map(([, name = '']) => name.replaceAll('"', '')))
  return [...names].filter(name => {
    const variable = `(?<![\\w])"?${name.replace(/\W/g, '\\$&')}"?(?!\\w)`
    const meets = `${variable}[^;']*${DAY}|${DAY}\\s*[^;'\\w]{1,4}\\s*${variable}`
    return new RegExp(meets, 'i').test(code)
  })
}
