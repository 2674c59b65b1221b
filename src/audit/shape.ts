import type { Shape } from '../shortcuts.ts'
import type { AuditCase, AuditedApplication } from './audit-case.ts'

/** The patterns that all applications share. */
const CATEGORIES = [
  'sql-injection',
  'tenant-isolation',
  'missing-access-control',
  'soft-delete',
  'sensitive-fields',
  'pagination',
  'permission-validation',
  'state-transition',
  'temporal-access',
]

/**
 * How many queries, cases, languages, rules and categories there are. A bad case counts for its leading rule. Rules are not
 * counted over several applications: R1 means another rule in each.
 */
export function describeShape(cases: AuditCase[], applications: AuditedApplication[]): Shape {
  const bad = cases.filter(one => one.case.label === 'bad')
  const [only, another] = applications
  const rules = only && !another ? only.application.rules.map(({ id }) => id) : []
  const named = applications.filter(one => one.categories !== null)
  const known = named.length > 0 ? [...CATEGORIES, ...named.flatMap(one => Object.values(one.categories ?? {}))] : null
  return {
    queries: new Set(cases.map(queryKey)).size,
    good: cases.length - bad.length,
    bad: bad.length,
    languages: tally(cases.map(one => one.case.language.toLowerCase() || '(none)')),
    rules: another ? {} : tally(bad.flatMap(leadingRule), rules),
    categories: known && tally(bad.flatMap(categoryOf), known),
  }
}

/** Tells queries apart, also those of one name in two applications. */
export function queryKey(one: AuditCase): string {
  return `${one.case.application}/${one.case.query}`
}

function leadingRule(one: AuditCase): string[] {
  return one.case.violates.slice(0, 1)
}

function categoryOf(one: AuditCase): string[] {
  return leadingRule(one).flatMap(rule => one.from.categories?.[rule] ?? [])
}

function tally(names: string[], expected: string[] = []): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(expected.map(name => [name, 0]))
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
