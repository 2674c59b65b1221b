import { loadModule } from 'libpg-query'
import type { Case, Problem } from '../domain.ts'
import type { Audit, ClassifierScore, ScopeAudit, Shape } from '../shortcuts.ts'
import type { AuditCase, AuditedApplication } from './audit-case.ts'
import { checkPrompt } from './checks/check-prompt.ts'
import { findDuplicates } from './checks/duplicates.ts'
import { findMarkerWords } from './checks/marker-words.ts'
import { type ClassifierJob, createJobs } from './classifiers/classifiers.ts'
import { readCode } from './code/read-code.ts'
import { checkLimits, ENOUGH_APPLICATIONS } from './limits.ts'
import { createScope } from './scope.ts'
import { describeShape } from './shape.ts'
import { rateIdioms } from './signals/idiom-rates.ts'
import { scoreLength } from './signals/length.ts'
import { scoreReassurance } from './signals/reassurance.ts'

interface AuditOptions {
  /** The applications are only some of their folder. */
  isPart: boolean
  /** Calls `scoreClassifier`, in this thread or in another. Most of the work is there. */
  score: (job: ClassifierJob) => Promise<ClassifierScore>
}

/** Measures how well the labels can be guessed without understanding the code: in all applications together, and in each. */
export async function auditCases(
  applications: AuditedApplication[],
  cases: Case[],
  { isPart, score }: AuditOptions,
): Promise<Audit> {
  await loadModule()
  const byName = new Map(applications.map(one => [one.application.name, one]))
  const read = cases.flatMap((one): AuditCase[] => {
    const from = byName.get(one.application)
    return from ? [{ case: one, code: readCode(one.code, one.language), from }] : []
  })
  const [only, another] = applications
  const whole = auditScope(only && !another ? only.application.name : null, applications, read, score)
  const each = another
    ? applications.map(one => {
        const own = read.filter(({ from }) => from === one)
        return auditScope(one.application.name, [one], own, score)
      })
    : []
  const problems = [
    ...applications.flatMap(checkPrompt),
    ...notUnderstood(read),
    ...findMarkerWords(read),
    ...findDuplicates(read),
  ]
  // Promise.all, and not one await after the other: a rejected promise that nobody awaits yet would end the program.
  const [all, ...rest] = await Promise.all([whole, ...each])
  return {
    whole: all,
    applications: rest,
    problems,
    limits: checkLimits(all, { applications: applications.length, isPart }),
  }
}

async function auditScope(
  application: string | null,
  applications: AuditedApplication[],
  cases: AuditCase[],
  score: (job: ClassifierJob) => Promise<ClassifierScore>,
): Promise<ScopeAudit> {
  const scope = createScope(cases)
  const shape = describeShape(cases, applications)
  const common = { application, shape, reassurance: scoreReassurance(scope), idioms: rateIdioms(scope) }
  const notScored = reasonNotToScore(shape)
  if (notScored !== undefined) return { ...common, notScored, classifiers: [], lengths: [] }
  const leavesApplicationsOut = applications.length >= ENOUGH_APPLICATIONS
  const length = (name: string, text: (one: AuditCase) => string) =>
    scoreLength(
      scope,
      name,
      Float64Array.from(cases, one => text(one).length),
      leavesApplicationsOut,
    )
  const lengths = [
    length('length', ({ code }) => code.whole),
    length('length without comments', ({ code }) => code.withoutComments),
  ]
  // The shuffles take 200 times as many fits. For all applications together, these fits would take an hour.
  const jobs = createJobs(scope, { leavesApplicationsOut, isShuffled: applications.length === 1 })
  return { ...common, lengths, classifiers: await Promise.all(jobs.map(score)) }
}

function reasonNotToScore({ queries, good, bad }: Shape): string | undefined {
  if (good === 0 || bad === 0) return `there are only ${good === 0 ? 'bad' : 'good'} cases`
  return queries < 2 ? 'there is only one query, and no other to learn from' : undefined
}

function notUnderstood(cases: AuditCase[]): Problem[] {
  return cases
    .filter(({ code }) => !code.isUnderstood)
    .map(one => ({
      severity: 'warning',
      file: one.case.file,
      message: "PostgreSQL's scanner does not read this SQL; its comments and words were found as well as could be.",
    }))
}
