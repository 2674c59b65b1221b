import type { Case } from '../../domain.ts'
import { UsageError } from '../../errors.ts'
import { hash } from '../../lib/hash.ts'
import { printable } from '../../lib/text/printable.ts'

const SHOWN = 12

/**
 * The cases whose `<app>/<file>` contains one of the filters (all, without filters); of these, `limit` queries with all
 * their cases. The sample is drawn by a hash of the query's name: the same each time, and adding a query moves no other.
 */
export function selectCases(
  cases: Case[],
  { filters, limit }: { filters: string[]; limit: number | undefined },
): Case[] {
  const matching = cases.filter(({ path }) => filters.length === 0 || filters.some(filter => path.includes(filter)))
  if (matching.length === 0) {
    const wanted = filters.map(filter => `"${printable(filter)}"`).join(', ')
    throw new UsageError(`no case matches ${wanted}.`, `a part of one of these: ${listed(cases)}`)
  }
  if (limit === undefined) return matching
  const queries = [...new Set(matching.map(queryOf))].sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
  const sample = new Set(queries.slice(0, limit))
  return matching.filter(one => sample.has(queryOf(one)))
}

/** The one case that `name` points at: its path, its file's name, with or without `.md`, or a part that only it has. */
export function findCase(cases: Case[], name: string): Case {
  const names = [name, `${name}.md`]
  const exact = cases.filter(({ path }) => names.some(one => path === one || path.endsWith(`/${one}`)))
  const whole = exact.filter(({ path }) => names.includes(path))
  const found = whole.length > 0 ? whole : exact.length > 0 ? exact : cases.filter(({ path }) => path.includes(name))
  const [first, second] = found
  if (first && !second) return first
  const matches = found.length === 0 ? 'no case' : `${found.length} cases`
  throw new UsageError(
    `"${printable(name)}" matches ${matches}; one was wanted.`,
    `one of these: ${listed(found.length > 0 ? found : cases)}`,
  )
}

function queryOf({ application, query }: Case): string {
  return `${application}/${query}`
}

function listed(cases: Case[]): string {
  const more = cases.length > SHOWN ? ` … and ${cases.length - SHOWN} more` : ''
  return (
    cases
      .slice(0, SHOWN)
      .map(({ path }) => path)
      .join(', ') + more
  )
}
