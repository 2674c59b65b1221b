// Measures how good seeds, rules and the prover are. Mutants are made of good cases and proved. An edit that nothing tells
// from its case has survived: it shows a gap in the seed or the rules, or it is equivalent to its case. An attack that is
// proved as a good case has survived: it shows a gap in the prover.

import { join } from 'node:path'
import type { CodeFile, Problem } from '../../domain.ts'
import { chunks } from '../../lib/chunks.ts'
import { lineInFiles } from '../../lib/code/line-in-files.ts'
import { hash } from '../../lib/hash.ts'
import type { CaseToProve } from '../../proof/cases/case-to-prove.ts'
import type { Mutant } from '../../proof/cases/kind.ts'
import type { QueryPlan } from '../../proof/plan/plan.ts'
import type { Assignment } from '../../proof/prover/prover.ts'
import { type Fate, fateOfAttack, fateOfEdit } from './fate.ts'
import { type MutantToProve, type MutatedCase, mutateAll, type Sample, sampled } from './mutated-cases.ts'
import { openProofCache, type ProofCache } from './proof-cache.ts'
import { type ProofSubject, proofSubjects } from './proof-subject.ts'
import { type NoticedCondition, noticeConditions } from './unexercised.ts'
import { type ApplicationProofs, FAILED_SELF_TEST, proveOn, type VerifyOptions, verify } from './verify.ts'

/** What became of mutants. */
export interface Tally {
  /** How many break a rule. */
  byRule: number
  /** Of how many a call of `works` gives something else. */
  byWorks: number
  /** How many were neither proved nor refuted, so that a case like them would not be proved. */
  undecided: number
  /** How many are the case itself, which their normal form or their plan shows. */
  equivalent: number
  /** How many proof.yaml lists under `equivalent`, with a reason. */
  listed: number
  survivors: Survivor[]
}

interface OperatorTally extends Tally {
  operator: string
}

interface Survivor extends Pick<Mutant, 'operator' | 'what'> {
  /** The line of the piece in its file, from 1. */
  line: number
  /** The name of the file, where the code of the case is in files with names. */
  file?: string
}

/** What became of the mutants of one case. */
export interface CaseAdequacy {
  casePath: string
  query: string
  isMigration: boolean
  edits: Tally
  /** By operator. */
  attacks: OperatorTally[]
}

export interface ApplicationAdequacy {
  application: string
  cases: CaseAdequacy[]
  /** Good cases that are not proved themselves, with the reason: they have no grade. */
  ungraded: { casePath: string; reason: string }[]
  /**
   * The conditions of proof.yaml, each set to true and to false, and what noticed it. Empty where not all cases of the
   * application were chosen: a case that was left out may be the one that notices.
   */
  conditions: NoticedCondition[]
  problems: Problem[]
}

/** The share of mutants that must be killed, of migrations and of all other cases, and the share that proof.yaml may list. */
export const GRADE = { killed: 0.95, killedOfMigrations: 0.9, listed: 0.1 }

export interface AdequacyOptions
  extends Pick<VerifyOptions, 'corpus' | 'cases' | 'cache' | 'force' | 'server' | 'width'> {
  /** Only a part of the mutants. */
  sample?: Sample | undefined
  onStart: (mutants: number, provedBefore: number) => void
  onMutant: () => void
  /** Called for each condition of proof.yaml that was tried. */
  onCondition: () => void
}

/**
 * The most mutants in a group. The case itself is run with each group, and all are proved again when one breaks its
 * thread.
 */
const MUTANTS_PER_GROUP = 100

/** Proves the mutants of all good cases, and says for each case what became of them. */
export async function measureAdequacy(options: AdequacyOptions): Promise<ApplicationAdequacy[]> {
  const good = options.cases.filter(({ label }) => label === 'good')
  const verified = await verify({ ...options, ...QUIET, cases: good, force: false })
  const unproved = unprovedCases(verified)
  using cache = openProofCache(options.server === undefined ? options.cache : undefined)
  const proved = good.filter(({ path }) => !unproved.has(path))
  const mutated: { subject: ProofSubject; cases: MutatedCase[] }[] = []
  for (const subject of await proofSubjects(options.corpus, options.corpus.applications, proved, cache))
    mutated.push({ subject, cases: await mutateAll(subject) })
  const applications = chooseSample(mutated, options.sample)
  const assignments = applications.flatMap(({ subject, cases }) => assignmentFor(subject, cases, cache, options) ?? [])
  const mutants = applications.flatMap(({ cases }) => cases.flatMap(one => one.mutants))
  const provedBefore = mutants.filter(({ findings }) => findings).length
  options.onStart(mutants.length - provedBefore, provedBefore)
  if (assignments.length > 0) await proveOn(options, assignments)
  const all = mutated.flatMap(({ cases }) => cases.flatMap(one => one.mutants)).length
  const conditions = await noticeConditions(await wholeApplications(options, verified, cache), cache, {
    ...options,
    share: options.sample && { part: Math.min(1, options.sample.size / Math.max(1, all)), seed: options.sample.seed },
  })
  return options.corpus.applications.flatMap(({ name }) => {
    const found = applications.find(({ subject }) => subject.application.name === name)
    const ungraded = good
      .filter(one => one.application === name && unproved.has(one.path))
      .map(({ path }) => ({ casePath: path, reason: unproved.get(path) ?? '' }))
    if (!found && ungraded.length === 0) return []
    const cases = found?.cases.map(one => grade(found.subject, one)) ?? []
    const before = verified.find(({ application }) => application.name === name)?.problems ?? []
    const problems = found?.subject.problems ?? before
    return [{ application: name, cases, ungraded, conditions: conditions.get(name) ?? [], problems }]
  })
}

/**
 * The good cases that are not proved, with the reason. A mutant of such a case would show nothing. Rules that fail their
 * self-test are no such reason: mutants show what the seed lacks.
 */
function unprovedCases(verified: ApplicationProofs[]): Map<string, string> {
  const proofs = verified.flatMap(one => one.proofs)
  return new Map(
    proofs.flatMap(({ casePath, unproved }) =>
      unproved === undefined || unproved === FAILED_SELF_TEST ? [] : [[casePath, unproved]],
    ),
  )
}

/** The applications of which all cases were chosen, and whose rules pass their self-test: it must not notice at all times. */
async function wholeApplications(
  { corpus, cases }: AdequacyOptions,
  verified: ApplicationProofs[],
  cache: ProofCache,
): Promise<ProofSubject[]> {
  const isSound = (name: string) =>
    verified.some(one => one.application.name === name && one.problems.every(({ severity }) => severity !== 'error'))
  const isChosen = new Set(cases.map(({ path }) => path))
  const whole = corpus.applications.filter(
    ({ name }) => isSound(name) && corpus.cases.every(one => one.application !== name || isChosen.has(one.path)),
  )
  return proofSubjects(corpus, whole, cases, cache)
}

const QUIET = { onStart: () => {}, onProof: () => {} }

function chooseSample<T extends { cases: MutatedCase[] }>(all: T[], sample: Sample | undefined): T[] {
  if (sample === undefined) return all
  const cases = sampled(
    all.flatMap(one => one.cases),
    sample,
  )
  const byPath = new Map(cases.map(one => [one.one.path, one]))
  return all.map(one => ({ ...one, cases: one.cases.map(each => byPath.get(each.one.path) ?? each) }))
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
    hash(base, queryOf.get(original.path) ?? '', original.code, mutant.code, mutant.isAttack ? 'attack' : 'edit')
  for (const mutant of byPath.values()) {
    const findings = usesCache ? cache.get(keyOf(mutant)) : undefined
    if (findings) mutant.findings = findings
  }
  const groups = cases.flatMap(({ one, queryName, mutants }) =>
    [false, true].flatMap(areAttacks =>
      chunks(
        mutants.filter(({ findings, mutant }) => !findings && mutant.isAttack === areAttacks),
        MUTANTS_PER_GROUP,
      ).map(part => ({
        query: queryName,
        original: one,
        areAttacks,
        cases: part.map(asCase),
      })),
    ),
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

function asCase({ mutant, original, path }: MutantToProve): CaseToProve {
  return { ...original, path, code: mutant.code, reference: original.code }
}

/** Counts what became of the mutants of a case, and reports mutants that are wrongly listed as equivalent. */
function grade(subject: ProofSubject, { one, queryName, query, mutants, equivalent }: MutatedCase): CaseAdequacy {
  const edits = { ...emptyTally(), equivalent }
  const attacks = new Map<string, OperatorTally>()
  const { files = [] } = subject.cases.find(({ path }) => path === one.path) ?? {}
  for (const mutant of mutants) {
    const { operator, isAttack } = mutant.mutant
    if (!mutant.findings) continue
    const fate = isAttack ? fateOfAttack(asCase(mutant), mutant.findings) : fateOfEdit(mutant.findings)
    if (isAttack && !attacks.has(operator)) attacks.set(operator, { operator, ...emptyTally() })
    const tally = (isAttack ? attacks.get(operator) : undefined) ?? edits
    count(tally, fate, survivorOf(mutant.mutant, files), listedAs(mutant, query, subject, fate))
  }
  const isMigration = query.operation !== undefined
  return { casePath: one.path, query: queryName, isMigration, edits, attacks: [...attacks.values()] }
}

function emptyTally(): Tally {
  return { byRule: 0, byWorks: 0, undecided: 0, equivalent: 0, listed: 0, survivors: [] }
}

function survivorOf({ operator, what, line }: Mutant, files: CodeFile[]): Survivor {
  return { operator, what, ...lineInFiles(files, line) }
}

function count(tally: Tally, fate: Fate, survivor: Survivor, isListed: boolean): void {
  if (fate === 'rule') tally.byRule++
  else if (fate === 'works') tally.byWorks++
  else if (fate === 'undecided') tally.undecided++
  else if (fate === 'equivalent') tally.equivalent++
  else if (fate === 'survived' && isListed) tally.listed++
  else if (fate === 'survived') tally.survivors.push(survivor)
}

/** Whether proof.yaml lists the mutant as equivalent. A listed mutant that a rule or `works` kills is a mistake there. */
function listedAs(
  { mutant: { operator, what }, original, findings }: MutantToProve,
  query: QueryPlan,
  { problems, application }: ProofSubject,
  fate: Fate,
): boolean {
  const entry = query.equivalent.find(
    ({ mutant: text, casePath }) =>
      (casePath === undefined || original.path.includes(casePath)) &&
      normalText(text) === normalText(`${operator}: ${what}`),
  )
  if (entry && (fate === 'rule' || fate === 'works' || fate === 'undecided')) {
    const message = `"${entry.mutant}" is listed as equivalent, but ${findings?.killedBy ?? 'an error'} kills this mutant of ${original.path}.`
    problems.push({ severity: 'error', file: join(application.directory, 'proof.yaml'), line: entry.line, message })
  }
  return entry !== undefined
}

function normalText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
