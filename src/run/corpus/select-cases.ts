import type { Case, Level } from '../../domain.ts'
import { UsageError } from '../../errors.ts'
import { levelOf } from '../../lib/code/level-of.ts'
import { hash } from '../../lib/hash.ts'
import { printable } from '../../lib/text/printable.ts'

const SHOWN = 12

/**
 * The cases whose `<app>/<file>` contains one of the filters (all, without filters), of these levels (all, without); of these, `limit` queries with all
 * their cases. The sample is drawn by a hash of the query's name: the same each time, and adding a query moves no other.
 */
export function selectCases(
  cases: Case[],
  { filters, levels = [], limit }: { filters: string[]; levels?: Level[]; limit: number | undefined },
): Case[] {
  const matching = cases.filter(({ path }) => filters.length === 0 || filters.some(filter => path.includes(filter)))
  if (matching.length === 0) {
    const wanted = filters.map(filter => `"${printable(filter)}"`).join(', ')
    throw new UsageError(`no case matches ${wanted}.`, `a part of one of these: ${listed(cases)}`)
  }
  const ofLevels = levels.length === 0 ? matching : matching.filter(one => levels.includes(levelOf(one)))
  if (ofLevels.length === 0)
    throw new UsageError(
      `no case that was chosen is a ${levels.join(' or a ')}.`,
      `one of ${[...new Set(matching.map(levelOf))].join(', ')}.`,
    )
  if (limit === undefined) return ofLevels
  const queries = [...new Set(ofLevels.map(queryOf))].sort((a, b) => (hash(a) < hash(b) ? -1 : 1))
  const sample = new Set(queries.slice(0, limit))
  return ofLevels.filter(one => sample.has(queryOf(one)))
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
