// How good are seeds and rules? Good queries are mutated and the mutants proved: one that nothing tells from the query
// it was made from has survived, and shows a hole, or is equivalent.

import { join } from 'node:path'
import type { Problem } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'

import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import type { Mutant } from '../../proof/cases/kind.ts'
import { kindOf } from '../../proof/cases/kinds.ts'

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

interface MutantToProve {
  mutant: Mutant
  original: CaseToProve
  path: string
  findings?: CaseFindings
}

interface Candidate {
  one: CaseToProve
  query: QueryPlan
  mutants: MutantToProve[]
  equivalent: number
}

export async function measureAdequacy(options: AdequacyOptions): Promise<ApplicationAdequacy[]> {
  const good = options.cases.filter(({ label }) => label === 'good')
  using cache = openProofCache(options.server === undefined ? options.cache : undefined)
  const works = await proofSubjects(options.corpus.applications, good, cache)
  const isAnew = options.force || options.server !== undefined
  const candidates = new Map<ProofSubject, Candidate[]>()
  const assignments: Assignment[] = []
  let [made, kept] = [0, 0]
  for (const work of works) {
    if (!work.subject) continue
    const own = await mutateAll(work)
    candidates.set(work, own)
    const byPath = new Map(own.flatMap(({ mutants }) => mutants.map(mutant => [mutant.path, mutant])))
    const keyOf = ({ mutant, original }: MutantToProve) => hash(work.base, original.code, mutant.code)
    for (const mutant of byPath.values()) {
      const findings = isAnew ? undefined : cache.get(keyOf(mutant))
      if (findings) mutant.findings = findings
    }
    made += byPath.size
    kept += [...byPath.values()].filter(({ findings }) => findings).length
    const groups = own.flatMap(({ one, query, mutants }) =>
      inParts(mutants.filter(({ findings }) => !findings)).map(part => ({
        query: query.name,
        original: one,
        cases: part.map(({ mutant: { code }, path }): CaseToProve => ({ ...one, path, code })),
      })),
    )
    if (groups.length === 0) continue
    assignments.push({
      subject: work.subject,
      groups,
      groupsAtOnce: 1,
      onFindings: findings => {
        const mutant = byPath.get(findings.path)
        if (!mutant) return
        mutant.findings = findings
        cache.set(keyOf(mutant), findings)
        options.onMutant()
      },
      onWrongPlan: (message, line, file) =>
        work.problems.push({ severity: 'error', file: join(work.application.directory, file), line, message }),
    })
  }
  options.onStart(made - kept, kept)
  if (assignments.length > 0) await proveOn(options, assignments)
  return works.map(work => ({
    application: work.application.name,
    cases: (candidates.get(work) ?? []).map(candidate => grade(work, candidate)),
    problems: work.problems,
  }))
}

async function mutateAll({ subject, toProve, queryOf }: ProofSubject): Promise<Candidate[]> {
  if (!subject) return []
  const { plan, schema } = subject
  const candidates: Candidate[] = []
  for (const one of toProve) {
    const query = plan.queries.find(({ name }) => name === queryOf.get(one.path))
    const kind = kindOf(one.language)
    if (!query || !kind?.mutate) continue
    const application = { schema, context: Object.keys(plan.context) }
    const { mutants, equivalent } = await kind.mutate(one.code, query, application)
    candidates.push({
      one,
      query,
      mutants: mutants.map((mutant, nth) => ({ mutant, original: one, path: `${one.path} mutant ${nth + 1}` })),
      equivalent,
    })
  }
  return candidates
}

function inParts<T>(list: T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / MUTANTS_A_GROUP) }, (_, at) =>
    list.slice(at * MUTANTS_A_GROUP, (at + 1) * MUTANTS_A_GROUP),
  )
}

function grade({ problems, application }: ProofSubject, { one, query, mutants, equivalent }: Candidate): CaseAdequacy {
  const result: CaseAdequacy = {
    casePath: one.path,
    query: query.name,
    killed: 0,
    equivalent,
    listed: 0,
    survivors: [],
  }
  for (const { mutant, findings } of mutants) {
    // Class 42 is what PostgreSQL says of a statement that it cannot even prepare: no seed has killed that.
    if (!findings || findings.undecided?.sqlState?.startsWith('42')) continue
    const { operator, what, line } = mutant
    const entry = query.equivalent.find(
      ({ mutant: text, casePath }) =>
        (casePath === undefined || one.path.includes(casePath)) && normal(text) === normal(`${operator}: ${what}`),
    )
    const isKilled = findings.killedBy !== undefined || findings.undecided !== undefined
    if (entry && isKilled) {
      const message = `"${entry.mutant}" is listed as equivalent, but ${findings.killedBy ?? 'running it'} kills it in ${one.path}.`
      problems.push({ severity: 'error', file: join(application.directory, 'proof.yaml'), line: entry.line, message })
    }
    if (isKilled) result.killed++
    else if (findings.isEquivalent) result.equivalent++
    else if (entry) result.listed++
    else result.survivors.push({ operator, what, line })
  }
  return result
}

function normal(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
