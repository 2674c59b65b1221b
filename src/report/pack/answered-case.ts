// Groups the answers of the database by case.

import type { EvaluationDetail } from '../../domain.ts'
import { caseKey } from '../../summary.ts'
import type { Proof } from '../../witness.ts'

/** An evaluation with everything that the page shows. */
export type ReportedAnswer = Omit<EvaluationDetail, 'testFile'>

/** Answers in batches, so that the whole database is never in memory. */
export type AnswerBatches = AsyncIterable<ReportedAnswer[]> | Iterable<ReportedAnswer[]>

/** The proof of the case that was answered; null when there is none, or when the case was edited since. */
export type ProofOf = (answer: ReportedAnswer) => Pick<Proof, 'unproved' | 'witnesses'> | null

export interface AnsweredCase {
  /** The newest answer, which has the facts of the case: path, label, code. */
  facts: ReportedAnswer
  answers: ReportedAnswer[]
  /** The version of a case that was edited between evaluations: `{ number: 1, of: 2 }` is the older of two. */
  version: { number: number; of: number }
}

/** Groups answers, which have to come in the order of cases. Each version of an edited case is a group of its own. */
export async function* groupAnswers(batches: AnswerBatches): AsyncGenerator<AnsweredCase> {
  let group: ReportedAnswer[] = []
  for await (const answers of batches) {
    for (const answer of answers) {
      if (group[0] && group[0].casePath !== answer.casePath) {
        yield* toVersions(group)
        group = []
      }
      group.push(answer)
    }
  }
  yield* toVersions(group)
}

/** The versions of one case, the oldest first. */
function toVersions(answers: ReportedAnswer[]): AnsweredCase[] {
  if (answers.length === 0) return []
  if (isOneVersion(answers)) return [{ answers, facts: answers.reduce(newer), version: { number: 1, of: 1 } }]
  const versions = [...Map.groupBy(answers, caseKey).values()]
    .map(ofVersion => ({ answers: ofVersion, facts: ofVersion.reduce(newer) }))
    .sort((a, b) => compareAge(a.facts, b.facts))
  return versions.map((version, index) => ({ ...version, version: { number: index + 1, of: versions.length } }))
}

/** Nearly always true, and faster than grouping. */
function isOneVersion(answers: ReportedAnswer[]): boolean {
  const [first] = answers
  return answers.every(
    ({ label, language, codeHash, specificationHash }) =>
      codeHash === first?.codeHash &&
      specificationHash === first.specificationHash &&
      label === first.label &&
      language === first.language,
  )
}

function newer(a: ReportedAnswer, b: ReportedAnswer): ReportedAnswer {
  return compareAge(a, b) < 0 ? b : a
}

function compareAge(a: ReportedAnswer, b: ReportedAnswer): number {
  return a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id - b.id
}
