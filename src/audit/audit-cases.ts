import { loadModule } from 'libpg-query'
import { type Case, LEVELS, type Problem } from '../domain.ts'
import { levelOf } from '../lib/code/level-of.ts'
import type { Audit } from '../shortcuts.ts'
import type { AuditCase, AuditedApplication } from './audit-case.ts'
import { applicationsOf, auditScope, type Workers } from './audit-scope.ts'
import { checkPrompt } from './checks/check-prompt.ts'
import { findDuplicates } from './checks/duplicates.ts'
import { findMarkerWords } from './checks/marker-words.ts'
import { readCaseCode } from './code/read-code.ts'
import { checkLimits, checkShuffledLimits } from './limits.ts'
import { queryKey } from './shape.ts'

interface AuditOptions extends Workers {
  /** The applications are only some of their folder. */
  isPart: boolean
}

/**
 * Measures how well the labels can be guessed without understanding the code: in all applications together, in each, and in
 * each level by itself. Migrations are not judged together with statements: their length alone tells the two apart.
 */
export async function auditCases(
  applications: AuditedApplication[],
  cases: Case[],
  { isPart, ...workers }: AuditOptions,
): Promise<Audit> {
  await loadModule()
  const read = withLevelsOfQueries(readCases(applications, cases))
  const migrations = read.filter(({ level }) => level === 'migration')
  const others = read.filter(({ level }) => level !== 'migration')
  const [only, another] = applications
  const application = only && !another ? only.application.name : null
  const whole =
    others.length > 0 || migrations.length === 0
      ? auditScope(others, { application, level: null, ...workers })
      : auditScope(migrations, { application, level: 'migration', ...workers })
  const levels = LEVELS.filter(level => read.some(one => one.level === level))
  const byLevel = (levels.length > 1 ? levels : []).map(level => {
    const own = read.filter(one => one.level === level)
    return auditScope(own, { application, level, ...workers })
  })
  const each = (another ? applications : []).map(from => {
    const own = read.filter(one => one.from === from)
    const isMigrations = own.length > 0 && own.every(({ level }) => level === 'migration')
    const level = isMigrations ? 'migration' : null
    return auditScope(own, { application: from.application.name, level, score: workers.score })
  })
  const problems = [
    ...applications.flatMap(checkPrompt),
    ...notUnderstood(read),
    ...findMarkerWords(read),
    ...findDuplicates(read),
  ]
  // Promise.all, and not one await after the other: a rejected promise that nobody awaits yet would end the program.
  const [all, ofLevels, ofApplications] = await Promise.all([whole, Promise.all(byLevel), Promise.all(each)])
  const graded = { applications: applicationsOf(others).length, isPart }
  return {
    whole: all,
    levels: ofLevels,
    applications: ofApplications,
    problems,
    limits: [
      ...(all.level === 'migration' ? [] : checkLimits(all, graded)),
      ...[...(all.level === 'migration' ? [all] : []), ...ofLevels].flatMap(scope =>
        checkShuffledLimits(scope, { isPart }),
      ),
    ],
  }
}

function readCases(applications: AuditedApplication[], cases: Case[]): AuditCase[] {
  const byName = new Map(applications.map(one => [one.application.name, one]))
  return cases.flatMap((one): AuditCase[] => {
    const from = byName.get(one.application)
    return from ? [{ case: one, level: levelOf(one), code: readCaseCode(one), from }] : []
  })
}

/** A query is judged at one level: the one that most of its cases have, of several the largest. */
function withLevelsOfQueries(cases: AuditCase[]): AuditCase[] {
  const levels = new Map(
    [...Map.groupBy(cases, queryKey)].map(([query, own]) => {
      const countOf = (level: AuditCase['level']) => own.filter(one => one.level === level).length
      return [query, LEVELS.reduce((most, level) => (countOf(level) >= countOf(most) ? level : most))]
    }),
  )
  return cases.map(one => ({ ...one, level: levels.get(queryKey(one)) ?? one.level }))
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
