import { join } from 'node:path'
import type { Case, Corpus } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import type { CaseVersion, CorpusChanges, StoredCase } from '../../store/store.ts'

interface CorpusCase {
  one: Case
  content: string
}

/**
 * What has happened to a corpus since its answers were stored: files renamed, renumbered, exchanged or deleted. A case is
 * known by its path in the corpus and by its content, never by where the corpus lies: several checkouts may share a
 * database. So answers are copied to where this corpus has their content, and none is taken away from another checkout.
 */
export function followCorpus(
  stored: StoredCase[],
  corpus: Corpus,
  fileExists: (file: string) => boolean,
): CorpusChanges {
  const specifications = new Map(corpus.applications.map(({ name, prompt }) => [name, hash(prompt)]))
  const cases = new Map(
    corpus.cases.map(one => {
      const specificationHash = specifications.get(one.application) ?? ''
      const content = contentOf({ codeHash: hash(one.code), specificationHash, language: one.language })
      return [one.path, { one, content }]
    }),
  )
  const [inPlace, displaced] = partition(stored, old => cases.get(old.casePath)?.content === contentOf(old))
  const { absent, present } = findAbsent(stored, cases, corpus, fileExists)
  return { copies: findCopies(inPlace, displaced, cases), updates: findUpdates(inPlace, cases), absent, present }
}

/** Answers about content that the corpus has, but under another path. Where several cases have it, each gets its share. */
function findCopies(
  inPlace: StoredCase[],
  displaced: StoredCase[],
  cases: Map<string, CorpusCase>,
): CorpusChanges['copies'] {
  if (displaced.length === 0) return []
  const answered = new Set(inPlace.map(({ casePath }) => casePath))
  const [withAnswers, without] = partition([...cases.values()], ({ one }) => answered.has(one.path))
  const homes = Map.groupBy([...without, ...withAnswers], ({ content }) => content)
  return [...Map.groupBy(distinct(displaced), contentOf)].flatMap(([content, versions]) => {
    const targets = homes.get(content) ?? []
    return versions.flatMap((from, nth) => {
      const to = targets[nth % targets.length]?.one
      return to ? [{ from, to }] : []
    })
  })
}

/** Current answers that say something else of their case than its file does. */
function findUpdates(inPlace: StoredCase[], cases: Map<string, CorpusCase>): CorpusChanges['updates'] {
  return inPlace.flatMap(old => {
    const one = cases.get(old.casePath)?.one
    return one && old.isCurrent && !isUpToDate(old, one) ? [{ version: old, to: one }] : []
  })
}

function isUpToDate({ violates, descriptionHash }: StoredCase, one: Case): boolean {
  return JSON.stringify(violates) === JSON.stringify(one.violates) && descriptionHash === hash(one.description)
}

/**
 * Of its own applications, the corpus says which cases there are; a broken file is there too. An application that it does
 * not have belongs to another corpus, unless the content of its case is in this one: then the application was renamed.
 */
function findAbsent(
  stored: StoredCase[],
  cases: Map<string, CorpusCase>,
  { applications, directory }: Corpus,
  fileExists: (file: string) => boolean,
): Pick<CorpusChanges, 'absent' | 'present'> {
  const names = new Set(applications.map(({ name }) => name))
  const contents = new Set(cases.values().map(({ content }) => content))
  const [ours, others] = partition(stored, ({ application }) => names.has(application))
  const [present, deleted] = partition(
    pathsOf(ours),
    path => cases.has(path) || fileExists(join(directory, ...path.split('/'))),
  )
  const renamed = pathsOf(others.filter(old => old.isCurrent && contents.has(contentOf(old))))
  return { absent: [...deleted, ...renamed], present }
}

function contentOf({ codeHash, specificationHash, language }: Omit<CaseVersion, 'casePath'>): string {
  return `${codeHash} ${specificationHash} ${language}`
}

function pathsOf(stored: StoredCase[]): string[] {
  return [...new Set(stored.map(({ casePath }) => casePath))]
}

function distinct(stored: StoredCase[]): StoredCase[] {
  return [...new Map(stored.map(old => [`${old.casePath} ${contentOf(old)}`, old])).values()]
}

function partition<T>(items: T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter(item => !isFirst(item))]
}
