import { join } from 'node:path'
import type { Application, Case, Corpus, Problem } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import { kindOf } from '../../proof/cases/kinds.ts'
import { prepareServer } from '../../proof/postgres/server-session.ts'
import { concludeProof } from '../../proof/prover/conclude.ts'
import { type Assignment, DEFAULTS, proveAll } from '../../proof/prover/prover.ts'
import type { Proof } from '../../witness.ts'
import { openProofCache } from './proof-cache.ts'
import { type ProofSubject, proofSubjects, wrongPlan } from './proof-subject.ts'

export interface VerifyOptions {
  corpus: Corpus
  cases: Case[]
  /** The folder for what need not be kept: proofs that were made before, an empty database. */
  cache: string
  /** Prove anew what was proved before. */
  force: boolean
  /** A PostgreSQL server in place of the one in this process. What it proves is not kept. */
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

interface Work extends ProofSubject {
  findings: Map<string, CaseFindings>
}

/** Proves the label of every case that can be run by running it. */
export async function verify(options: VerifyOptions): Promise<ApplicationProofs[]> {
  const { corpus, cases, server } = options
  using cache = openProofCache(server === undefined ? options.cache : undefined)
  const isAnew = options.force || server !== undefined
  const subjects = await proofSubjects(corpus.applications, cases, cache)
  const works: Work[] = subjects.map(one => ({ ...one, findings: new Map() }))
  const assignments: Assignment[] = []
  for (const work of works) {
    const { subject } = work
    if (!subject) continue
    const isKept = (one: CaseToProve) => {
      const kept = isAnew ? undefined : cache.get(keyOf(work.base, one))
      if (kept) work.findings.set(one.path, kept)
      return kept !== undefined
    }
    const left = work.toProve.filter(one => !isKept(one))
    const failures = isAnew ? undefined : cache.getSelfTest(work.base)
    if (failures) reportSelfTest(work, failures)
    if (left.length === 0 && failures) continue
    const queries = [...Map.groupBy(left, one => work.queryOf.get(one.path) ?? '')]
    assignments.push({
      subject,
      groups: queries.map(([query, cases]) => ({ query, cases })),
      onFindings: findings => {
        work.findings.set(findings.path, findings)
        const one = work.toProve.find(({ path }) => path === findings.path)
        if (!one) return
        // A machine that was too busy must not stay in the way: it is tried again.
        if (!findings.undecided?.isTemporary) cache.set(keyOf(work.base, one), findings)
        options.onProof(concludeProof(one, findings, work.application.rules))
      },
      onSelfTest: found => {
        if (found.length === 0) cache.setSelfTest(work.base, found)
        reportSelfTest(work, found)
      },
      onWrongPlan: (message, line, file) => {
        const problem = { severity: 'error' as const, file: join(work.application.directory, file), line, message }
        // Two workers may come upon the same mistake.
        if (!work.problems.some(known => known.message === message)) work.problems.push(problem)
      },
    })
  }
  const toProve = assignments.reduce(
    (sum, { groups }) => sum + groups.reduce((all, one) => all + one.cases.length, 0),
    0,
  )
  const wanted = works.reduce((sum, work) => sum + work.toProve.length, 0)
  options.onStart(toProve, wanted - toProve)
  if (assignments.length > 0) await proveOn(options, assignments)
  return works.map(work => ({
    application: work.application,
    problems: work.problems,
    proofs: work.cases.filter(one => kindOf(one.language)).map(one => conclude(work, one)),
  }))
}

/** Proves on the built-in PostgreSQL or on a server. @throws {UserError} when that gives no access or no rights. */
export async function proveOn(
  { server, cache, width }: Pick<VerifyOptions, 'server' | 'cache' | 'width'>,
  assignments: Assignment[],
): Promise<void> {
  const tasks = assignments.reduce((sum, { groups }) => sum + groups.length + 1, 0)
  const options = { ...DEFAULTS, width: Math.min(width, tasks) }
  if (server === undefined)
    return proveAll(assignments, { ...options, engine: { template: join(cache, 'postgres.tar') } })
  const leave = await prepareServer(server)
  try {
    await proveAll(assignments, { ...options, engine: { server, statementTimeoutMs: DEFAULTS.patienceMs } })
  } finally {
    await leave()
  }
}

function conclude(work: Work, one: Case): Proof {
  const unproved = (reason: string): Proof => ({ casePath: one.path, unproved: reason, witnesses: [], remarks: [] })
  if (!work.subject) return unproved(work.unproved)
  const ready = work.toProve.find(({ path }) => path === one.path)
  if (!ready) return unproved(`proof.yaml has no query "${one.query}"; add it under "queries"`)
  const findings = work.findings.get(one.path)
  if (!findings) return unproved(wrongPlan(work.problems))
  const isSound = !work.problems.some(({ severity }) => severity === 'error')
  const proof = concludeProof(ready, findings, work.application.rules)
  return isSound ? proof : { ...proof, unproved: proof.unproved ?? 'the rules failed their self-test' }
}

function reportSelfTest(work: Work, failures: string[]): void {
  const file = join(work.application.directory, 'proof.yaml')
  work.problems.push(
    ...failures.map(message => ({ severity: 'error' as const, file, message: `self-test: ${message}.` })),
  )
}

function keyOf(base: string, { code, language, label, violates }: CaseToProve): string {
  return hash(base, code, language, label, ...violates)
}
