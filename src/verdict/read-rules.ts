import type { JsonValue } from './read-json.ts'

// A model that names more rules than this is only guessing, and what is stored needs a limit.
const MOST_RULES = 50
const LONGEST_LIST = 2000

const NAMED = /^[^\p{L}\p{N}]*(?:rule|requirement|r)[\s#_-]*0*([1-9]\d{0,3})(?![\p{L}\p{N}])/iu
// Some models write 3 for R3.
const NUMBER = /^[^\p{L}\p{N}]*0*([1-9]\d{0,3})[^\p{L}\p{N}]*$/u

/** Reads `violated_rules`: `["R3"]`, `["Rule 3: tenant isolation"]`, `[3]` and `"R3, R5"`. Anything else is ignored. */
export function readRules(value: JsonValue | undefined): string[] {
  const items = value?.kind === 'list' ? value.items.slice(0, LONGEST_LIST) : value ? [value] : []
  const ids = items.flatMap(item => (item.kind === 'list' || item.kind === 'object' ? [] : idsIn(item.text)))
  return [...new Set(ids)].slice(0, MOST_RULES)
}

function idsIn(text: string): string[] {
  return text
    .slice(0, LONGEST_LIST)
    .split(/[,;/&+\n]|\band\b/i)
    .map(part => (NAMED.exec(part) ?? NUMBER.exec(part))?.[1])
    .filter(number => number !== undefined)
    .map(number => `R${number}`)
}
