import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Application, Case, Corpus, Problem, Proof } from '../domain.ts'
import { hash } from '../lib/hash.ts'
import { checkAgreement } from '../proof/check-agreement.ts'
import { concludeProof } from '../proof/conclude.ts'
import type { CaseToProve, Finding } from '../proof/finding.ts'
import { parseProof } from '../proof/parse-proof.ts'
import { type Assignment, DEFAULTS, proveAll } from '../proof/prover.ts'
import type { Subject } from '../proof/worker.ts'
import { openProofCache } from './proof-cache.ts'

export interface VerifyOptions {
  corpus: Corpus
  cases: Case[]
  /** The folder for what need not be kept: proofs that were made before, an empty database. */
  cache: string
  /** Prove anew what was proved before. */
  force: boolean
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

const SQL = ['', 'sql', 'pgsql', 'plpgsql', 'postgres', 'postgresql']

/** Proves the label of every SQL case by running it. */
export async function verify(options: VerifyOptions): Promise<ApplicationProofs[]> {
  const { corpus, cases } = options
  const cache = openProofCache(join(options.cache, 'proofs.json'))
  const engine = engineHash()
  const works = corpus.applications
    .map(application => ({ application, cases: cases.filter(one => one.application === application.name) }))
    .filter(work => work.cases.length > 0)
    .map(work => prepare(work.application, work.cases, engine))

  const assignments: Assignment[] = []
  for (const work of works) {
    const { subject } = work
    if (!subject) continue
    const isKept = (one: CaseToProve) => {
      const kept = options.force ? undefined : cache.get(keyOf(work.base, one))
      if (kept) work.findings.set(one.path, kept)
      return kept !== undefined
    }
    const left = work.toProve.filter(one => !isKept(one))
    const failures = options.force ? undefined : cache.getSelfTest(work.base)
    if (failures) reportSelfTest(work, failures)
    if (left.length === 0 && failures) continue
    const queries = [...Map.groupBy(left, one => work.queryOf.get(one.path) ?? '')]
    assignments.push({
      subject,
      groups: queries.map(([query, cases]) => ({ query, cases })),
      onFinding: finding => {
        work.findings.set(finding.path, finding)
        const one = work.toProve.find(({ path }) => path === finding.path)
        if (!one) return
        cache.set(keyOf(work.base, one), finding)
        options.onProof(concludeProof(one, finding, work.application.rules))
      },
      onSelfTest: found => {
        cache.setSelfTest(work.base, found)
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
  try {
    if (assignments.length > 0) {
      const width = Math.min(
        options.width,
        assignments.reduce((sum, { groups }) => sum + groups.length + 1, 0),
      )
      await proveAll(assignments, { ...DEFAULTS, engine: { template: join(options.cache, 'postgres.tar') }, width })
    }
  } finally {
    cache.save()
  }
  return works.map(work => ({
    application: work.application,
    problems: work.problems,
    proofs: work.cases.flatMap(one => {
      if (!isSql(one)) return []
      return conclude(work, one)
    }),
  }))
}

interface Work {
  application: Application
  cases: Case[]
  /** Absent: nothing can be run, for the reason in `unproved`. */
  subject?: Subject
  unproved: string
  problems: Problem[]
  toProve: CaseToProve[]
  queryOf: Map<string, string>
  findings: Map<string, Finding>
  /** Hash of all that a proof depends on beside the case. */
  base: string
}

function prepare(application: Application, cases: Case[], engine: string): Work {
  const file = join(application.directory, 'proof.yaml')
  const work: Work = {
    application,
    cases,
    unproved: '',
    problems: [],
    toProve: [],
    queryOf: new Map(),
    findings: new Map(),
    base: '',
  }
  const text = readIfThere(file)
  if (text === undefined) return { ...work, unproved: 'no proof.yaml' }
  if (application.schema === undefined) return { ...work, unproved: 'SPEC.md has no sql block with the schema' }
  const { plan, remarks } = parseProof(text)
  work.problems.push(...remarks.map(remark => ({ severity: 'error' as const, file, ...remark })))
  if (!plan) return { ...work, unproved: 'proof.yaml has mistakes' }
  work.problems.push(...checkAgreement(application, cases, plan, file))
  const seeds = plan.seeds.flatMap(name => {
    const sql = readIfThere(join(application.directory, name))
    if (sql !== undefined) return [{ file: name, sql }]
    work.problems.push({ severity: 'error', file, line: 1, message: `there is no ${name} beside proof.yaml.` })
    return []
  })
  if (work.problems.length > 0) return { ...work, unproved: 'proof.yaml has mistakes' }
  const known = new Set(plan.queries.map(({ name }) => name))
  const provable = cases.filter(one => isSql(one) && known.has(one.query))
  return {
    ...work,
    subject: { name: application.name, schema: application.schema, plan, seeds },
    toProve: provable.map(({ path, label, code, violates }) => ({ path, label, code, violates })),
    queryOf: new Map(provable.map(one => [one.path, one.query])),
    base: hash(engine, application.schema, text, ...seeds.map(({ sql }) => sql)),
  }
}

function conclude(work: Work, one: Case): Proof {
  const unproved = (reason: string): Proof => ({ casePath: one.path, unproved: reason, witnesses: [], remarks: [] })
  if (!work.subject) return unproved(work.unproved)
  const ready = work.toProve.find(({ path }) => path === one.path)
  if (!ready) return unproved(`proof.yaml has no query "${one.query}"`)
  const finding = work.findings.get(one.path)
  if (!finding) return unproved('proof.yaml has mistakes')
  const isSound = !work.problems.some(({ severity }) => severity === 'error')
  const proof = concludeProof(ready, finding, work.application.rules)
  return isSound ? proof : { ...proof, unproved: proof.unproved ?? 'the rules failed their self-test' }
}

function reportSelfTest(work: Work, failures: string[]): void {
  const file = join(work.application.directory, 'proof.yaml')
  work.problems.push(
    ...failures.map(message => ({ severity: 'error' as const, file, message: `self-test: ${message}.` })),
  )
}

function isSql({ language }: Case): boolean {
  return SQL.includes(language.toLowerCase())
}

function keyOf(base: string, { code, label, violates }: CaseToProve): string {
  return hash(base, code, label, ...violates)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r\n?/g, '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** A proof is worth as much as what made it: other code or another PostgreSQL, another proof. */
function engineHash(): string {
  const folder = join(import.meta.dirname, '../proof')
  const files = globSync('*.ts', { cwd: folder })
    .filter(file => !file.endsWith('.test.ts'))
    .sort()
  const version = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
  const pglite = /node_modules\/@electric-sql\/pglite": \{\s*"version": "([^"]+)"/.exec(version)?.[1] ?? ''
  return hash(pglite, ...files.map(file => readFileSync(join(folder, file), 'utf8')))
}
