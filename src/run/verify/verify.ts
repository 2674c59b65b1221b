import { join } from 'node:path'
import type { Application, Case, Corpus, Problem } from '../../domain.ts'
import { namePlaces } from '../../lib/code/line-in-files.ts'
import { hash } from '../../lib/hash.ts'
import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import { kindOf } from '../../proof/cases/kinds.ts'
import { checkServer } from '../../proof/postgres/server-session.ts'
import { concludeProof } from '../../proof/prover/conclude.ts'
import { type Assignment, DEFAULTS, proveAll } from '../../proof/prover/prover.ts'
import type { SelfTestFailure } from '../../proof/self-test/self-test-failure.ts'
import type { Proof } from '../../witness.ts'
import { openProofCache, type ProofCache } from './proof-cache.ts'
import { type ProofSubject, proofSubjects, wrongPlan } from './proof-subject.ts'

export interface VerifyOptions {
  corpus: Corpus
  cases: Case[]
  /** The folder of the caches: earlier proofs, and an empty database. */
  cache: string
  /** Prove all cases again, even those that the cache has. */
  force: boolean
  /** The address of a PostgreSQL server, in place of the PostgreSQL in this process. Its proofs are not cached. */
  server?: string | undefined
  width: number
  onStart: (toProve: number, provedBefore: number) => void
  onProof: (proof: Proof) => void
}

export interface ApplicationProofs {
  application: Application
  /** In the order of the cases. */
  proofs: Proof[]
  /** What is wrong with proof.yaml, a seed or the schema. */
  problems: Problem[]
}

/** An application with what was found about its cases, by path. */
interface ApplicationRun extends ProofSubject {
  findings: Map<string, CaseFindings>
}

/** Why a case is unproved whose own findings are right. */
export const FAILED_SELF_TEST = 'the rules failed their self-test'

/** Proves the labels of the cases by running them. */
export async function verify(options: VerifyOptions): Promise<ApplicationProofs[]> {
  const { corpus, cases, server } = options
  using cache = openProofCache(server === undefined ? options.cache : undefined)
  const subjects = await proofSubjects(corpus, corpus.applications, cases, cache)
  const runs: ApplicationRun[] = subjects.map(one => ({ ...one, findings: new Map() }))
  const assignments = runs.flatMap(run => assignmentFor(run, cache, options) ?? [])
  const toProve = sum(assignments.flatMap(({ groups }) => groups.map(group => group.cases.length)))
  const runnable = sum(runs.map(run => run.toProve.length))
  options.onStart(toProve, runnable - toProve)
  if (assignments.length > 0) await proveOn(options, assignments)
  return runs.map(run => ({
    application: run.application,
    problems: run.problems,
    proofs: run.cases.filter(one => kindOf(one.language)).map(one => conclude(run, one)),
  }))
}

/** What is left to prove of an application once the cache has been asked; undefined where nothing is. */
function assignmentFor(run: ApplicationRun, cache: ProofCache, options: VerifyOptions): Assignment | undefined {
  const { subject, base } = run
  if (!subject) return undefined
  const usesCache = !options.force && options.server === undefined
  const isCached = (one: CaseToProve) => {
    const cached = usesCache ? cache.get(keyOf(run, one)) : undefined
    if (cached) run.findings.set(one.path, cached)
    return cached !== undefined
  }
  const uncached = run.toProve.filter(one => !isCached(one))
  const failures = usesCache ? cache.getSelfTest(base) : undefined
  if (failures) reportSelfTest(run, failures)
  if (uncached.length === 0 && failures) return undefined
  const byQuery = Map.groupBy(uncached, one => run.queryOf.get(one.path) ?? '')
  return {
    subject,
    groups: [...byQuery].map(([query, cases]) => ({ query, cases })),
    onFindings: findings => {
      run.findings.set(findings.path, findings)
      const one = run.toProve.find(({ path }) => path === findings.path)
      if (!one) return
      // The machine may have been too busy: the next run tries the case again.
      if (!findings.undecided?.isTemporary) cache.set(keyOf(run, one), findings)
      options.onProof(concludeProof(one, findings, run.application.rules))
    },
    onSelfTest: found => {
      if (found.every(({ isWarning }) => isWarning)) cache.setSelfTest(base, found)
      reportSelfTest(run, found)
    },
    onWrongPlan: (message, line, file) => {
      const problem = { severity: 'error' as const, file: join(run.application.directory, file), line, message }
      // Two threads may find the same mistake.
      if (!run.problems.some(known => known.message === message)) run.problems.push(problem)
    },
  }
}

/**
 * Proves on the built-in PostgreSQL or on a server. @throws {UserError} when the server gives no access or too few
 * rights.
 */
export async function proveOn(
  { server, cache, width }: Pick<VerifyOptions, 'server' | 'cache' | 'width'>,
  assignments: Assignment[],
): Promise<void> {
  const tasks = sum(assignments.map(({ groups }) => groups.length + 1))
  const options = { ...DEFAULTS, width: Math.min(width, tasks) }
  if (server === undefined)
    return proveAll(assignments, { ...options, engine: { template: join(cache, 'postgres.tar') } })
  await checkServer(server)
  await proveAll(assignments, { ...options, engine: { server, statementTimeoutMs: DEFAULTS.patienceMs } })
}

/** The proof of a case, or why there is none. */
function conclude(run: ApplicationRun, one: Case): Proof {
  const unproved = (reason: string): Proof => ({ casePath: one.path, unproved: reason, witnesses: [], remarks: [] })
  if (!run.subject) return unproved(run.unproved)
  const toProve = run.toProve.find(({ path }) => path === one.path)
  if (!toProve) return unproved(`proof.yaml has no query "${one.query}"; add it under "queries"`)
  const findings = run.findings.get(one.path)
  if (!findings) return unproved(wrongPlan(run.problems))
  const isSound = !run.problems.some(({ severity }) => severity === 'error')
  const proof = concludeProof(toProve, findings, run.application.rules)
  if (proof.unproved !== undefined) return { ...proof, unproved: namePlaces(proof.unproved, one.files ?? []) }
  return isSound ? proof : { ...proof, unproved: FAILED_SELF_TEST }
}

function reportSelfTest(run: ApplicationRun, failures: SelfTestFailure[]): void {
  const file = join(run.application.directory, 'proof.yaml')
  run.problems.push(
    ...failures.map(({ isWarning, ...one }) => ({
      severity: isWarning ? ('warning' as const) : ('error' as const),
      file,
      ...one,
      message: `self-test: ${one.message}.`,
    })),
  )
}

/** The same code in another query is called otherwise. */
function keyOf({ base, queryOf }: ApplicationRun, one: CaseToProve): string {
  const { path, code, language, label, violates, reference = '' } = one
  return hash(base, queryOf.get(path) ?? '', code, reference, language, label, ...violates)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
