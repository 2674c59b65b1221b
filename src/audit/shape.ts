import { CATEGORIES } from '../domain.ts'
import type { Shape } from '../shortcuts.ts'
import type { AuditCase, AuditedApplication } from './audit-case.ts'

/**
 * Counts queries, cases, languages, rules and categories. A bad case counts for the first rule that it violates. Rules of
 * several applications are not counted: R1 is a different rule in each.
 */
export function describeShape(cases: AuditCase[], applications: AuditedApplication[]): Shape {
  const bad = cases.filter(one => one.case.label === 'bad')
  const [only, another] = applications
  const rules = only && !another ? only.application.rules.map(({ id }) => id) : []
  const named = applications.filter(one => one.categories !== null)
  // A category without bad cases is listed with 0.
  const known = named.length > 0 ? [...CATEGORIES, ...named.flatMap(one => Object.values(one.categories ?? {}))] : null
  return {
    queries: new Set(cases.map(queryKey)).size,
    good: cases.length - bad.length,
    bad: bad.length,
    languages: tally(cases.map(one => one.case.language.toLowerCase() || '(none)')),
    rules: another ? {} : tally(bad.flatMap(firstRule), rules),
    categories: known && tally(bad.flatMap(categoryOf), known),
  }
}

/** A key for the query of a case. Two applications may have a query of the same name. */
export function queryKey(one: AuditCase): string {
  return `${one.case.application}/${one.case.query}`
}

function firstRule(one: AuditCase): string[] {
  return one.case.violates.slice(0, 1)
}

function categoryOf(one: AuditCase): string[] {
  return firstRule(one).flatMap(rule => one.from.categories?.[rule] ?? [])
}

function tally(names: string[], expected: string[] = []): Record<string, number> {
  const counts: Record<string, number> = Object.fromEntries(expected.map(name => [name, 0]))
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
