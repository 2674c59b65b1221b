// Conditions of proof.yaml that nothing exercises: set to true, or to false, everything is proved as before.

import { hash } from '../../lib/hash.ts'
import { type AlteredCondition, conditionsIn } from '../../proof/plan/altered-plan.ts'
import type { Assignment } from '../../proof/prover/prover.ts'
import type { ConditionToNotice } from '../../proof/prover/worker.ts'
import type { ProofCache } from './proof-cache.ts'
import type { ProofSubject } from './proof-subject.ts'
import { proveOn, type VerifyOptions } from './verify.ts'

/** A condition that was set to a constant, and what noticed it; undefined: nothing. */
export interface NoticedCondition extends AlteredCondition {
  by: string | undefined
}

/** The most cases that are proved for one condition. */
const MOST_CASES = 8

export interface NoticeOptions extends Pick<VerifyOptions, 'cache' | 'force' | 'server' | 'width'> {
  /** The share of the conditions that is tried, and the seed that chooses them. */
  share?: { part: number; seed: string } | undefined
  onCondition: () => void
}

/** Sets each condition of each application to true and to false. Gives for each application what noticed it. */
export async function noticeConditions(
  subjects: ProofSubject[],
  cache: ProofCache,
  options: NoticeOptions,
): Promise<Map<string, NoticedCondition[]>> {
  const noticed = new Map<string, NoticedCondition[]>()
  const assignments = subjects.flatMap(one => assignmentFor(one, cache, options, noticed) ?? [])
  if (assignments.length > 0) await proveOn(options, assignments)
  return noticed
}

function assignmentFor(
  one: ProofSubject,
  cache: ProofCache,
  options: NoticeOptions,
  noticed: Map<string, NoticedCondition[]>,
): Assignment | undefined {
  const { subject, application } = one
  if (!subject) return undefined
  const found: NoticedCondition[] = []
  noticed.set(application.name, found)
  const usesCache = !options.force && options.server === undefined
  const keyOf = ({ altered, cases }: ConditionToNotice) =>
    hash('condition', one.base, JSON.stringify(altered), ...cases.map(({ path, code }) => `${path} ${code}`))
  const left = conditionsOf(one, options).filter(condition => {
    const known = usesCache ? cache.getNoticed(keyOf(condition)) : undefined
    if (known) found.push({ ...condition.altered, by: known.by })
    return known === undefined
  })
  if (left.length === 0) return undefined
  return {
    subject,
    groups: [],
    conditions: left,
    onFindings: () => {},
    onNoticed: (condition, by, isTemporary) => {
      found.push({ ...condition.altered, by })
      // What broke down may not break down again.
      if (!isTemporary) cache.setNoticed(keyOf(condition), { by })
      options.onCondition()
    },
    // The same mistake is reported by whoever proves the cases.
    onWrongPlan: () => {},
  }
}

/** All conditions of an application, each set to true and to false, or a part of them. */
function conditionsOf(one: ProofSubject, { share }: Pick<NoticeOptions, 'share'>): ConditionToNotice[] {
  if (!one.subject) return []
  const all = conditionsIn(one.subject.plan).flatMap(condition =>
    [true, false].filter(value => value !== condition.constant).map(value => ({ ...condition, value })),
  )
  const rank = (altered: AlteredCondition) => hash(share?.seed ?? '', one.application.name, JSON.stringify(altered))
  const chosen =
    share === undefined
      ? all
      : all.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, Math.ceil(share.part * all.length))
  return chosen.map(altered => ({ altered, cases: candidates(one, altered) }))
}

/**
 * The cases that are likely to notice: what is allowed to all is noticed by a bad case that breaks the rule, what is
 * allowed to none by a good case that uses the table.
 */
function candidates({ toProve, queryOf }: ProofSubject, altered: AlteredCondition): ConditionToNotice['cases'] {
  const { rule, tables, value, query } = altered
  const cases = toProve
    .map(one => ({ ...one, query: queryOf.get(one.path) ?? '' }))
    .filter(one => query === undefined || one.query === query)
  const named = (code: string) => tables.filter(table => new RegExp(`\\b${table}\\b`, 'i').test(code)).length
  const written = (code: string) =>
    tables.filter(table => new RegExp(`(?:into|update|from)\\s+${table}\\b`, 'i').test(code)).length
  const rank = (code: string) => 2 * named(code) + written(code)
  const bad = cases.filter(({ violates }) => violates.includes(rule))
  const good = cases.filter(({ label, code }) => label === 'good' && (tables.length === 0 || named(code) > 0))
  const sorted = [bad, good].map(list => list.toSorted((a, b) => rank(b.code) - rank(a.code)))
  return (value ? sorted : sorted.reverse()).flat().slice(0, MOST_CASES)
}
