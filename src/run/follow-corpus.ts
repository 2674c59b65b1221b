import { sep } from 'node:path'
import type { Case, Corpus } from '../domain.ts'
import { hash } from '../lib/hash.ts'
import type { Move } from '../store/sqlite/open-store.ts'
import { contentOf, type StoredPlace } from '../store/sqlite/rows.ts'

export interface Changes {
  /** Answers whose case has another place now, or whose file says something else about it. */
  moves: Move[]
  /** Paths of cases that are there no more. */
  retired: string[]
}

/**
 * What has happened to a corpus since its answers were stored: files renamed, renumbered, exchanged, moved or deleted.
 * Answers go with the content that they are about, so that nothing is asked again because of where it lies.
 */
export function followCorpus(places: StoredPlace[], corpus: Corpus, fileExists: (file: string) => boolean): Changes {
  if (places.length === 0) return { moves: [], retired: [] }
  const specifications = new Map(corpus.applications.map(({ name, prompt }) => [name, hash(prompt)]))
  const cases = new Map(
    corpus.cases.map(one => [one.path, { one, content: contentOf(one, specifications.get(one.application) ?? '') }]),
  )
  const applications = new Set(corpus.applications.map(({ name }) => name))
  // Another corpus in the same database is left alone.
  const ours = places.filter(
    place => applications.has(place.application) || place.testFile.startsWith(corpus.directory + sep),
  )

  const inPlace = ours.filter(place => cases.get(place.casePath)?.content === place.content)
  const answered = new Set(inPlace.map(({ casePath }) => casePath))
  const settled = new Set(inPlace)
  const displaced = ours.filter(
    place => !settled.has(place) && (cases.has(place.casePath) || !fileExists(place.testFile)),
  )
  const homeless = Map.groupBy(
    [...cases.values()].filter(({ one }) => !answered.has(one.path)),
    ({ content }) => content,
  )

  const moves: Move[] = inPlace.flatMap(place => {
    const one = cases.get(place.casePath)?.one
    return one && !isUpToDate(place, one) ? [{ casePath: place.casePath, content: place.content, to: one }] : []
  })
  const retired: string[] = []
  for (const { casePath, content } of displaced) {
    // Places that differ only in what is known of the case go to the same one.
    const before = moves.find(move => move.casePath === casePath && move.content === content)
    const to = before?.to ?? homeless.get(content)?.shift()?.one
    if (to) moves.push({ casePath, content, to })
    else if (!cases.has(casePath)) retired.push(casePath)
  }
  return { moves: unique(moves), retired: [...new Set(retired)] }
}

function isUpToDate({ testFile, label, violates, descriptionHash }: StoredPlace, one: Case): boolean {
  return (
    testFile === one.file &&
    label === one.label &&
    violates === JSON.stringify(one.violates) &&
    descriptionHash === hash(one.description)
  )
}

function unique(moves: Move[]): Move[] {
  return [...new Map(moves.map(move => [`${move.casePath}\n${move.content}`, move])).values()]
}
