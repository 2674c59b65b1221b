// How good are seeds and rules? Good queries are mutated and the mutants proved: one that nothing tells from the query
// it was made from has survived, and shows a hole, or is equivalent.

import { join } from 'node:path'
import type { Problem } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import type { CaseToProve, Finding } from '../../proof/cases/finding.ts'
import { type Mutant, mutateWithEquivalents } from '../../proof/mutants/mutate.ts'
import { readSchema } from '../../proof/mutants/schema-knowledge.ts'
import type { QueryPlan } from '../../proof/plan/plan.ts'
import type { Assignment } from '../../proof/prover/prover.ts'
import { openProofCache } from './proof-cache.ts'
import { type ProofSubject, proofSubjects } from './proof-subject.ts'
import { proveOn, type VerifyOptions } from './verify.ts'

export interface CaseAdequacy {
  casePath: string
  query: string
  killed: number
  /** Shown to be the query itself: by its form or by its plan. */
  equivalent: number
  /** In proof.yaml, with a reason. */
  listed: number
  survivors: Survivor[]
}

type Survivor = Pick<Mutant, 'operator' | 'what' | 'line'>

export interface ApplicationAdequacy {
  application: string
  cases: CaseAdequacy[]
  problems: Problem[]
}

export const GRADE = { killed: 0.95, listed: 0.1 }

export interface AdequacyOptions
  extends Pick<VerifyOptions, 'corpus' | 'cases' | 'cache' | 'force' | 'server' | 'width'> {
  onStart: (mutants: number, provedBefore: number) => void
  onMutant: () => void
}

/** For each group the query itself is run too. More at once would have to be proved again when one of them never ends. */
const MUTANTS_A_GROUP = 100

interface Candidate {
  one: CaseToProve
  query: QueryPlan
  mutants: { mutant: Mutant; path: string; finding?: Finding }[]
  equivalent: number
}

export async function measureAdequacy(options: AdequacyOptions): Promise<ApplicationAdequacy[]> {
  const good = options.cases.filter(({ label }) => label === 'good')
  const works = proofSubjects(options.corpus.applications, good)
  const cache = openProofCache(options.server === undefined ? join(options.cache, 'mutants.json') : undefined)
  const isAnew = options.force || options.server !== undefined
  const candidates = new Map<ProofSubject, Candidate[]>()
  const assignments: Assignment[] = []
  let [made, kept] = [0, 0]
  for (const work of works) {
    if (!work.subject) continue
    const own = await mutateAll(work)
    candidates.set(work, own)
    const byPath = new Map(own.flatMap(({ mutants }) => mutants.map(mutant => [mutant.path, mutant])))
    const keyOf = ({ mutant: { sql } }: { mutant: Mutant }) => hash(work.base, sql)
    for (const mutant of byPath.values()) {
      const finding = isAnew ? undefined : cache.get(keyOf(mutant))
      if (finding) mutant.finding = finding
    }
    made += byPath.size
    kept += [...byPath.values()].filter(({ finding }) => finding).length
    const groups = own.flatMap(({ one, query, mutants }) =>
      inParts(mutants.filter(({ finding }) => !finding)).map(part => ({
        query: query.name,
        origin: one,
        cases: part.map(({ mutant, path }): CaseToProve => ({ path, label: 'good', code: mutant.sql, violates: [] })),
      })),
    )
    if (groups.length === 0) continue
    assignments.push({
      subject: work.subject,
      groups,
      groupsAtOnce: 1,
      onFinding: finding => {
        const mutant = byPath.get(finding.path)
        if (!mutant) return
        mutant.finding = finding
        cache.set(keyOf(mutant), finding)
        options.onMutant()
      },
      onWrongPlan: (message, line, file) =>
        work.problems.push({ severity: 'error', file: join(work.application.directory, file), line, message }),
    })
  }
  options.onStart(made - kept, kept)
  try {
    if (assignments.length > 0) await proveOn(options, assignments)
  } finally {
    cache.save()
  }
  return works.map(work => ({
    application: work.application.name,
    cases: (candidates.get(work) ?? []).map(candidate => grade(work, candidate)),
    problems: work.problems,
  }))
}

async function mutateAll({ subject, toProve, queryOf }: ProofSubject): Promise<Candidate[]> {
  if (!subject) return []
  const { plan, schema } = subject
  const knowledge = { ...(await readSchema(schema)), context: Object.keys(plan.context) }
  const candidates: Candidate[] = []
  for (const one of toProve) {
    const query = plan.queries.find(({ name }) => name === queryOf.get(one.path))
    if (!query) continue
    const parameters = [...query.parameters.map(({ name }) => name), ...knowledge.context]
    const { mutants, equivalent } = await mutateWithEquivalents(one.code, parameters, knowledge)
    candidates.push({
      one,
      query,
      mutants: mutants.map((mutant, nth) => ({ mutant, path: `${one.path} mutant ${nth + 1}` })),
      equivalent: equivalent.length,
    })
  }
  return candidates
}

function inParts<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MUTANTS_A_GROUP) }, (_, at) =>
    list.slice(at * MUTANTS_A_GROUP, (at + 1) * MUTANTS_A_GROUP),
  )
}

// What PostgreSQL says of a statement that it cannot even prepare (class 42): no seed has killed that.
const IS_INVALID = /\(42[0-9A-Z]{3}\)$/

function grade({ problems, application }: ProofSubject, { one, query, mutants, equivalent }: Candidate): CaseAdequacy {
  const result: CaseAdequacy = {
    casePath: one.path,
    query: query.name,
    killed: 0,
    equivalent,
    listed: 0,
    survivors: [],
  }
  for (const { mutant, finding } of mutants) {
    if (!finding || IS_INVALID.test(finding.trouble ?? '')) continue
    const { operator, what, line } = mutant
    const entry = query.equivalent.find(
      ({ mutant: text, casePath }) =>
        (casePath === undefined || one.path.includes(casePath)) && normal(text) === normal(`${operator}: ${what}`),
    )
    const isKilled = finding.killedBy !== undefined || finding.trouble !== undefined
    if (entry && isKilled) {
      const message = `"${entry.mutant}" is listed as equivalent, but ${finding.killedBy ?? 'running it'} kills it in ${one.path}.`
      problems.push({ severity: 'error', file: join(application.directory, 'proof.yaml'), line: entry.line, message })
    }
    if (isKilled) result.killed++
    else if (finding.isEquivalent) result.equivalent++
    else if (entry) result.listed++
    else result.survivors.push({ operator, what, line })
  }
  return result
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
