// Measures how good seeds and rules are. Mutants are made of good cases and proved: a mutant that nothing tells from
// its case has survived. It shows a gap in the seed or the rules, or it is equivalent to its case.

import { join } from 'node:path'
import type { Problem } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import type { Mutant } from '../../proof/cases/kind.ts'
import { kindOf } from '../../proof/cases/kinds.ts'
import type { QueryPlan } from '../../proof/plan/plan.ts'
import type { Assignment } from '../../proof/prover/prover.ts'
import { openProofCache, type ProofCache } from './proof-cache.ts'
import { type ProofSubject, proofSubjects } from './proof-subject.ts'
import { proveOn, type VerifyOptions } from './verify.ts'

/** What became of the mutants of one case. */
export interface CaseAdequacy {
  casePath: string
  query: string
  killed: number
  /** How many mutants are the case itself, which their normalText form or their plan shows. */
  equivalent: number
  /** How many mutants proof.yaml lists under `equivalent`, with a reason. */
  listed: number
  survivors: Survivor[]
}

type Survivor = Pick<Mutant, 'operator' | 'what' | 'line'>

export interface ApplicationAdequacy {
  application: string
  cases: CaseAdequacy[]
  problems: Problem[]
}

/** The share of mutants that must be killed, and the share that proof.yaml may list. */
export const GRADE = { killed: 0.95, listed: 0.1 }

export interface AdequacyOptions
  extends Pick<VerifyOptions, 'corpus' | 'cases' | 'cache' | 'force' | 'server' | 'width'> {
  onStart: (mutants: number, provedBefore: number) => void
  onMutant: () => void
}

/**
 * The most mutants in a group. The case itself is run with each group, and all are proved again when one breaks its
 * thread.
 */
const MUTANTS_PER_GROUP = 100

interface MutantToProve {
  mutant: Mutant
  original: CaseToProve
  path: string
  findings?: CaseFindings
}

/** A good case with its mutants. */
interface MutatedCase {
  one: CaseToProve
  query: QueryPlan
  mutants: MutantToProve[]
  /** How many mutants were left out, since they are the case itself. */
  equivalent: number
}

/** Proves the mutants of all good cases, and says for each case what became of them. */
export async function measureAdequacy(options: AdequacyOptions): Promise<ApplicationAdequacy[]> {
  const good = options.cases.filter(({ label }) => label === 'good')
  using cache = openProofCache(options.server === undefined ? options.cache : undefined)
  const applications: { subject: ProofSubject; cases: MutatedCase[] }[] = []
  for (const subject of await proofSubjects(options.corpus.applications, good, cache))
    applications.push({ subject, cases: await mutateAll(subject) })
  const assignments = applications.flatMap(({ subject, cases }) => assignmentFor(subject, cases, cache, options) ?? [])
  const mutants = applications.flatMap(({ cases }) => cases.flatMap(one => one.mutants))
  const provedBefore = mutants.filter(({ findings }) => findings).length
  options.onStart(mutants.length - provedBefore, provedBefore)
  if (assignments.length > 0) await proveOn(options, assignments)
  return applications.map(({ subject, cases }) => ({
    application: subject.application.name,
    cases: cases.map(one => grade(subject, one)),
    problems: subject.problems,
  }))
}

/** What is left to prove of an application once the cache has been asked; undefined where nothing is. */
function assignmentFor(
  { subject, base, queryOf, application, problems }: ProofSubject,
  cases: MutatedCase[],
  cache: ProofCache,
  options: AdequacyOptions,
): Assignment | undefined {
  if (!subject) return undefined
  const usesCache = !options.force && options.server === undefined
  const byPath = new Map(cases.flatMap(({ mutants }) => mutants.map(mutant => [mutant.path, mutant])))
  const keyOf = ({ mutant, original }: MutantToProve) =>
    hash(base, queryOf.get(original.path) ?? '', original.code, mutant.code)
  for (const mutant of byPath.values()) {
    const findings = usesCache ? cache.get(keyOf(mutant)) : undefined
    if (findings) mutant.findings = findings
  }
  const groups = cases.flatMap(({ one, query, mutants }) =>
    inParts(mutants.filter(({ findings }) => !findings)).map(part => ({
      query: query.name,
      original: one,
      cases: part.map(({ mutant: { code }, path }): CaseToProve => ({ ...one, path, code })),
    })),
  )
  if (groups.length === 0) return undefined
  return {
    subject,
    groups,
    groupsAtOnce: 1,
    onFindings: findings => {
      const mutant = byPath.get(findings.path)
      if (!mutant) return
      mutant.findings = findings
      // The machine may have been too busy: the next run tries the mutant again.
      if (!findings.undecided?.isTemporary) cache.set(keyOf(mutant), findings)
      options.onMutant()
    },
    onWrongPlan: (message, line, file) => {
      // Two threads may find the same mistake.
      if (problems.some(known => known.message === message)) return
      problems.push({ severity: 'error', file: join(application.directory, file), line, message })
    },
  }
}

/** The good cases that can be mutated, with their mutants. */
async function mutateAll({ subject, toProve, queryOf }: ProofSubject): Promise<MutatedCase[]> {
  if (!subject) return []
  const { plan, schema } = subject
  const mutated: MutatedCase[] = []
  for (const one of toProve) {
    const query = plan.queries.find(({ name }) => name === queryOf.get(one.path))
    const kind = kindOf(one.language)
    if (!query || !kind?.mutate) continue
    const application = { schema, context: Object.keys(plan.context) }
    const { mutants, equivalent } = await kind.mutate(one.code, query, application)
    mutated.push({
      one,
      query,
      mutants: mutants.map((mutant, nth) => ({ mutant, original: one, path: `${one.path} mutant ${nth + 1}` })),
      equivalent,
    })
  }
  return mutated
}

function inParts<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MUTANTS_PER_GROUP) }, (_, at) =>
    list.slice(at * MUTANTS_PER_GROUP, (at + 1) * MUTANTS_PER_GROUP),
  )
}

/** Counts what became of the mutants of a case, and reports mutants that are wrongly listed as equivalent. */
function grade(
  { problems, application }: ProofSubject,
  { one, query, mutants, equivalent }: MutatedCase,
): CaseAdequacy {
  const result: CaseAdequacy = {
    casePath: one.path,
    query: query.name,
    killed: 0,
    equivalent,
    listed: 0,
    survivors: [],
  }
  for (const { mutant, findings } of mutants) {
    // SQLSTATEs of class 42 say that PostgreSQL cannot prepare the mutant: the seed has not killed it.
    if (!findings || findings.undecided?.sqlState?.startsWith('42')) continue
    const { operator, what, line } = mutant
    const entry = query.equivalent.find(
      ({ mutant: text, casePath }) =>
        (casePath === undefined || one.path.includes(casePath)) &&
        normalText(text) === normalText(`${operator}: ${what}`),
    )
    const isKilled = findings.killedBy !== undefined || findings.undecided !== undefined
    if (entry && isKilled) {
      const message = `"${entry.mutant}" is listed as equivalent, but ${findings.killedBy ?? 'an error'} kills this mutant of ${one.path}.`
      problems.push({ severity: 'error', file: join(application.directory, 'proof.yaml'), line: entry.line, message })
    }
    if (isKilled) result.killed++
    else if (findings.isEquivalent) result.equivalent++
    else if (entry) result.listed++
    else result.survivors.push({ operator, what, line })
  }
  return result
}

function normalText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
