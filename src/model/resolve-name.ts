import { distance } from 'fastest-levenshtein'
import { UsageError } from '../errors.ts'
import { printable } from '../lib/text/printable.ts'
import type { ListedModel } from './model-list.ts'

const SHOWN = 6
// Ways of routing that OpenRouter accepts behind any id without listing them.
const ROUTING_SUFFIX = /:(nitro|floor|exacto|online|extended)$/

/**
 * The id behind what was typed: `gpt-4o-mini` is `openai/gpt-4o-mini`, `claude-3-5-sonnet` is `anthropic/claude-3.5-sonnet`.
 * Never a guess: when several or none fit, an error that shows them.
 */
export function resolveName(typed: string, list: ListedModel[]): { id: string; listed: ListedModel } {
  const suffix = ROUTING_SUFFIX.exec(typed)?.[0] ?? ''
  // The form that LiteLLM uses; OpenRouter refuses it.
  const wanted = typed.slice(0, typed.length - suffix.length).replace(/^openrouter\/(?=.+\/)/, '')
  const readings: ((model: ListedModel) => boolean)[] = [
    ({ id }) => id === typed || id === wanted,
    ({ canonicalSlug }) => canonicalSlug === wanted,
    ({ id }) => slugOf(id) === wanted,
    ({ id }) => sameLetters(id, wanted) || sameLetters(slugOf(id), wanted),
    ({ canonicalSlug }) => canonicalSlug !== null && sameLetters(slugOf(canonicalSlug), wanted),
  ]
  for (const fits of readings) {
    const found = list.filter(fits)
    const [listed, second] = found
    if (listed && !second) return { id: listed.id === typed ? typed : listed.id + suffix, listed }
    if (second)
      throw unclear(
        typed,
        `${found.length} models are called "${printable(typed)}"`,
        found.map(({ id }) => id),
      )
  }
  throw unclear(typed, `there is no model "${printable(typed)}"`, similar(wanted, list))
}

function slugOf(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}

function sameLetters(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[._-]/g, '')
}

function similar(wanted: string, list: ListedModel[]): string[] {
  const ids = list.map(({ id }) => id)
  const holding = ids.filter(id => plain(id).includes(plain(wanted)))
  const near = ids.toSorted(
    (a, b) => distance(plain(slugOf(a)), plain(slugOf(wanted))) - distance(plain(slugOf(b)), plain(slugOf(wanted))),
  )
  return [...new Set([...holding, ...near])].slice(0, SHOWN)
}

function unclear(typed: string, what: string, ids: string[]): UsageError {
  const shown = ids
    .slice(0, SHOWN)
    .map(id => printable(id))
    .join(', ')
  return new UsageError(
    `${what}; did you mean ${shown || 'another'}?`,
    `npm run models -- ${printable(typed.split('/').at(-1) ?? typed, 40)} lists what there is.`,
  )
}
