// The answers as the database gives them, one case after the other.

import type { Evaluation } from '../../domain.ts'
import { caseKey } from '../../summary.ts'
import type { Proof } from '../../witness.ts'

/** An evaluation with everything that the page tells of it. */
export type ReportedAnswer = Omit<Evaluation, 'testFile'> & {
  servedModel: string | null
  finishReason: string | null
  cachedTokens: number | null
  reasoningTokens: number | null
  attempts: number
  evaluationPromptHash: string
  /** Only where a full report is wanted. */
  reply?: string
  sent?: string | null
}

/** Some at a time, so that the database need not be in memory as a whole. */
export type AnswerBatches = AsyncIterable<ReportedAnswer[]> | Iterable<ReportedAnswer[]>

/** What execution showed about this very case; null where nobody tried, or it was edited since. */
export type ProofOf = (answer: ReportedAnswer) => Pick<Proof, 'unproved' | 'witnesses'> | null

export interface AnsweredCase {
  /** Its newest answer, for what is known of the case itself. */
  facts: ReportedAnswer
  answers: ReportedAnswer[]
  /** Which of the versions of this case, when it was edited between evaluations: `{ number: 1, of: 2 }` is the oldest. */
  version: { number: number; of: number }
}

/** Puts answers that come in the order of cases together. Two versions of one case, an edited one, are two. */
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

/** Nearly always, and cheaper to tell than to group. */
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
