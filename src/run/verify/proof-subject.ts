// Collects what the prover needs of an application, or says why no case of it can be proved.

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Application, Case, Corpus, Problem } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import { kindOf } from '../../proof/cases/kinds.ts'
import { checkAgreement } from '../../proof/plan/check-agreement.ts'
import { checkCategories } from '../../proof/plan/check-categories.ts'
import { type LoadedPlan, loadPlan } from '../../proof/plan/load-plan.ts'
import { type ProofPlan, queryNames } from '../../proof/plan/plan.ts'
import type { Subject } from '../../proof/prover/worker.ts'
import type { ProofCache } from './proof-cache.ts'

/** An application with the cases that are to be proved. */
export interface ProofSubject {
  application: Application
  cases: Case[]
  /** Absent: no case can be run, for the reason in `unproved`. */
  subject?: Subject
  unproved: string
  problems: Problem[]
  /** The cases that can be run. */
  toProve: CaseToProve[]
  /** By path of a case, the name of its query. */
  queryOf: Map<string, string>
  /** The hash of all that a proof depends on beside the case. */
  base: string
}

/** The applications that have cases among the given ones. The good cases of the whole corpus are references. */
export async function proofSubjects(
  corpus: Corpus,
  applications: Application[],
  cases: Case[],
  cache: ProofCache,
): Promise<ProofSubject[]> {
  const engine = engineHash()
  // A plan depends on the code that reads it, which is a part of the engine.
  const plans = {
    getPlan: (text: string) => cache.getPlan(hash(engine, text)),
    setPlan: (text: string, plan: ProofPlan) => cache.setPlan(hash(engine, text), plan),
  }
  const subjects: ProofSubject[] = []
  for (const application of applications) {
    const own = cases.filter(one => one.application === application.name)
    if (own.length > 0)
      subjects.push(proofSubject(application, own, corpus, engine, await loadPlan(application.directory, plans)))
  }
  return subjects
}

function proofSubject(
  application: Application,
  cases: Case[],
  corpus: Corpus,
  engine: string,
  { file, plan, text, problems, isMissing }: LoadedPlan,
): ProofSubject {
  const empty = { application, cases, toProve: [], queryOf: new Map<string, string>(), base: '' }
  if (isMissing)
    return { ...empty, problems, unproved: 'no proof.yaml; docs/first-application.md shows how to write one' }
  if (application.schema === undefined)
    return { ...empty, problems: [], unproved: 'SPEC.md has no sql block with the schema' }
  if (text === undefined) return { ...empty, problems, unproved: 'proof.yaml cannot be read' }
  if (!plan) return { ...empty, problems, unproved: wrongPlan(problems) }
  problems.push(...checkCategories(plan, file), ...checkAgreement(application, plan, file, findLine))
  const seeds = plan.seeds.flatMap(name => {
    const sql = readIfThere(join(application.directory, name))
    if (sql !== undefined) return [{ file: name, sql }]
    const message = `there is no ${name} beside proof.yaml.`
    problems.push({ severity: 'error', file, line: findLine(file, /^seeds:/), message })
    return []
  })
  if (problems.some(isError)) return { ...empty, problems, unproved: wrongPlan(problems) }
  const known = new Set(queryNames(plan))
  const runnable = cases.filter(one => kindOf(one.language) && known.has(one.query))
  return {
    ...empty,
    problems,
    unproved: '',
    subject: { name: application.name, schema: application.schema, plan, seeds },
    toProve: runnable.map(one => toProve(one, plan, corpus)),
    queryOf: new Map(runnable.map(one => [one.path, one.query])),
    base: hash(engine, application.schema, text, ...seeds.map(({ sql }) => sql)),
  }
}

function toProve(one: Case, { vary }: ProofPlan, corpus: Corpus): CaseToProve {
  const { path, label, code, language, violates } = one
  // Cases are compared on varied seeds alone: without them, the proof of a case does not depend on another case.
  const reference = Object.keys(vary).length > 0 ? referenceOf(one, corpus) : undefined
  return { path, label, code, language, violates, ...(reference === undefined ? {} : { reference }) }
}

/** The code of the first other good case of the query. */
function referenceOf({ application, query, language, code }: Case, { cases }: Corpus): string | undefined {
  const isOther = (one: Case) =>
    one.application === application && one.query === query && one.language === language && one.code !== code
  return cases.find(one => one.label === 'good' && isOther(one))?.code
}

function findLine(file: string, pattern: RegExp | string, after?: RegExp): number {
  const isFound = (line: string) => (typeof pattern === 'string' ? line.includes(pattern) : pattern.test(line))
  const lines = (readIfThere(file) ?? '').split('\n')
  const start = after ? lines.findIndex(line => after.test(line)) + 1 : 0
  return (
    Math.max(
      0,
      lines.findIndex((line, at) => at >= start && isFound(line)),
    ) + 1
  )
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/\r\n?/g, '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The hash of the prover's source and of PGlite's version: a proof that others made does not count. */
function engineHash(): string {
  const folder = join(import.meta.dirname, '../../proof')
  const files = globSync('**/*.ts', { cwd: folder })
    .filter(file => !file.endsWith('.test.ts') && !file.includes('testing/'))
    .sort()
  const version = readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8')
  const pglite = /node_modules\/@electric-sql\/pglite": \{\s*"version": "([^"]+)"/.exec(version)?.[1] ?? ''
  return hash(pglite, ...files.map(file => readFileSync(join(folder, file), 'utf8')))
}

/**
 * The reason for all cases of an application whose proof.yaml has mistakes. The mistakes themselves are printed apart.
 */
export function wrongPlan(problems: Problem[]): string {
  const first = problems.find(isError)
  const place = first?.line === undefined ? '' : ` (see line ${first.line} of ${basename(first.file)})`
  return `proof.yaml has mistakes${place}`
}

function isError({ severity }: Problem): boolean {
  return severity === 'error'
}
