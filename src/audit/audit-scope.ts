import type { Level } from '../domain.ts'
import type { ClassifierScore, Plant, ScopeAudit, Shape, TellingWord } from '../shortcuts.ts'
import type { AuditCase, AuditedApplication } from './audit-case.ts'
import { type ClassifierJob, createJobs } from './classifiers/classifiers.ts'
import type { PlantJob } from './classifiers/plants.ts'
import { commentText } from './code/read-code.ts'
import { wordGrams } from './features/grams.ts'
import { ENOUGH_APPLICATIONS, fixedBounds, shuffledBounds } from './limits.ts'
import { createScope, type Scope, SHUFFLES } from './scope.ts'
import { describeShape } from './shape.ts'
import { rateIdioms } from './signals/idiom-rates.ts'
import { scoreLength } from './signals/length.ts'
import { scoreReassurance } from './signals/reassurance.ts'
import { findTellingWord } from './signals/telling-word.ts'

/** Of 400 shuffles, two lie below the limits of migrations and two above. */
const SHUFFLES_OF_MIGRATIONS = 400
/** The shuffles take so many times the fits. For more cases, which take longer each, they would take minutes. */
const MOST_SHUFFLED = 250
/** A try takes as long as a shuffle; with many cases it takes longer, and fewer are made. */
const TRIES = { few: 40, many: 100, manyUpTo: 200 }

/** What does the work, in this thread or in others. Most of the work is there. */
export interface Workers {
  /** Calls `scoreClassifier`. */
  score: (job: ClassifierJob) => Promise<ClassifierScore>
  /** Calls `findSmallestPlant`; absent where nobody wants to know. */
  plant?: ((job: PlantJob) => Promise<Plant>) | undefined
}

export interface ScopeOptions extends Workers {
  /** The name of the one application that the scope is about; null of several. */
  application: string | null
  level: Level | null
}

/** Measures the shortcuts of these cases. */
export async function auditScope(cases: AuditCase[], options: ScopeOptions): Promise<ScopeAudit> {
  const { application, level, score, plant } = options
  const applications = applicationsOf(cases)
  const scope = createScope(cases, level === 'migration' ? SHUFFLES_OF_MIGRATIONS : SHUFFLES)
  const shape = describeShape(cases, applications)
  const about = { application, level, shape }
  const common = {
    ...about,
    reassurance: scoreReassurance(scope),
    idioms: rateIdioms(scope),
    tellingWords: [],
    plants: [],
  }
  const notScored = reasonNotToScore(shape)
  if (notScored !== undefined) return { ...common, notScored, classifiers: [], lengths: [] }
  const tellingWords = level !== null ? findTellingWords(scope) : []
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
  const isSmall = application !== null || (level !== null && cases.length <= MOST_SHUFFLED)
  const jobs = createJobs(scope, { leavesApplicationsOut, isShuffled: isSmall || level === 'migration' })
  const classifiers = await Promise.all(jobs.map(score))
  // Only of what has limits: statements and functions together, and migrations.
  const isLimited = level === 'migration' || (level === null && application === null)
  const plantJobs = plant && isLimited ? createPlantJobs(scope, { classifiers, tellingWords, level }) : []
  const plants = plant ? await Promise.all(plantJobs.map(plant)) : []
  return { ...common, lengths, classifiers, tellingWords, plants }
}

export function applicationsOf(cases: AuditCase[]): AuditedApplication[] {
  return [...new Set(cases.map(({ from }) => from))]
}

function textsOf(cases: AuditCase[], where: Plant['where']): string[] {
  return cases.map(({ code }) => (where === 'code' ? code.withoutComments : code.comments.map(commentText).join('\n')))
}

function findTellingWords(scope: Scope): TellingWord[] {
  return (['code', 'comments'] as const).flatMap(where => {
    const found = findTellingWord(textsOf(scope.cases, where), wordGrams, scope)
    return found ? [{ where, ...found }] : []
  })
}

function createPlantJobs(
  scope: Scope,
  { classifiers, tellingWords, level }: Pick<ScopeAudit, 'classifiers' | 'tellingWords' | 'level'>,
): PlantJob[] {
  const { cases, queries, shuffles } = scope
  return (['code', 'comments'] as const).flatMap(where => {
    const boundsOf = (by: keyof PlantJob['bounds']) => {
      const name = `${by}, ${where === 'code' ? 'code only' : 'comments'}`
      const classifier = classifiers.find(one => one.name === name)
      return level === 'migration' ? classifier && shuffledBounds(classifier.leavingQueryOut) : fixedBounds(where)
    }
    const [words, characters] = [boundsOf('words'), boundsOf('characters')]
    if (!words || !characters) return []
    const bounds = { words, characters }
    const texts = textsOf(cases, where)
    const mostDeviations = tellingWords.find(one => one.where === where)?.chance ?? null
    const tries = cases.length <= TRIES.manyUpTo ? TRIES.many : TRIES.few
    return (['bad', 'good'] as const).map(label => ({
      ...{ label, where, texts, bounds, tries },
      ...(mostDeviations === null ? {} : { mostDeviations }),
      labels: { queries, shuffles },
    }))
  })
}

function reasonNotToScore({ queries, good, bad }: Shape): string | undefined {
  if (good === 0 || bad === 0) return `there are only ${good === 0 ? 'bad' : 'good'} cases`
  return queries < 2 ? 'there is only one query, and no other to learn from' : undefined
}
