// Turns answers into what the page carries: an index of all cases, and chunks of their details, each compressed by itself
// so that a reader's browser opens only what is looked at.

import { makeVisible, visibleDeep } from '../lib/hidden-characters.ts'
import { caseKey, contestantKey, type Summary } from '../summary.ts'
import { createAnchors } from './anchors.ts'
import { type AnsweredCase, groupAnswers, type ProofOf, type ReportedAnswer } from './answered-case.ts'
import { nameContestants } from './contestant.ts'
import {
  type AnswerDetail,
  type CaseDetail,
  type PageCase,
  type PageContestant,
  type PageIndex,
  RESULT_LETTERS,
} from './page-data.ts'
import { shorten } from './shorten.ts'
import { packText } from './to-data.ts'

/** Characters of JSON in a chunk. A larger one compresses little better and opens later. */
const CHUNK_SIZE = 128 * 1024
/** Chunks that wait for the compressor, which runs in other threads. */
const MOST_WAITING = 8

export interface PackedCases {
  index: PageIndex
  /** Gzip in base64. */
  chunks: string[]
  /** Characters of all chunks. */
  size: number
  /** Cut explanations, and the characters that they lost. */
  shortened: { answers: number; characters: number }
}

export interface PackOptions {
  summary: Summary
  /** How contestants are called, where not by their own names. */
  names?: PageContestant[]
  proofOf: ProofOf
  /** Explanations are cut here. */
  longest: number
  /** Asked after each chunk; true ends the work, since its outcome will not be used. */
  isHopeless?: (size: number, cases: number) => boolean
}

/** Packs answers that come in the order of cases. Null when it was called hopeless. */
export async function packCases(
  answers: Iterable<ReportedAnswer>,
  { summary, names = nameContestants(summary.contestants), proofOf, longest, isHopeless = () => false }: PackOptions,
): Promise<PackedCases | null> {
  const places = new Map(summary.contestants.map((contestant, place) => [contestantKey(contestant), place]))
  const caseScores = new Map(summary.caseScores.map(score => [score.key, score]))
  const anchor = createAnchors()
  const cases: PageCase[] = []
  const shortened = { answers: 0, characters: 0 }
  const waiting: Promise<void>[] = []
  const chunks: string[] = []
  let size = 0
  let details: string[] = []
  let length = 0

  const closeChunk = async () => {
    const number = chunks.push('') - 1
    const work = packText(`[${details.join(',')}]`).then(packed => {
      chunks[number] = packed
      size += packed.length
    })
    waiting.push(work)
    details = []
    length = 0
    if (waiting.length > MOST_WAITING) await waiting.shift()
  }

  for (const one of groupAnswers(answers)) {
    const { facts } = one
    const score = caseScores.get(caseKey(facts))
    const inOrder = one.answers
      .map(answer => ({ answer, contestant: places.get(contestantKey(answer)) ?? -1 }))
      .filter(({ contestant }) => contestant >= 0)
      .sort((a, b) => a.contestant - b.contestant || a.answer.repeat - b.answer.repeat)
    if (inOrder.length === 0) continue
    const described = inOrder.map(({ answer, contestant }) => toAnswerDetail(answer, contestant, longest))
    for (const { omitted = 0 } of described) {
      if (omitted === 0) continue
      shortened.answers++
      shortened.characters += omitted
    }
    cases.push({
      ...toPageCase(one, anchor(facts.casePath)),
      category: facts.label === 'bad' ? visibleOrNull(score?.category ?? null) : null,
      rules: (score?.broken ?? facts.violates).map(makeVisible),
      verdicts: verdictLetters(described, summary.contestants.length),
      chunk: chunks.length,
      at: details.length,
    })
    const isFull = facts.reply !== undefined
    const detail: CaseDetail = {
      code: makeVisible(facts.code),
      proof: visibleDeep(proofOf(facts)),
      answers: described,
      ...(isFull ? { specification: facts.specificationHash } : {}),
    }
    const json = JSON.stringify(detail)
    details.push(json)
    length += json.length
    if (length < CHUNK_SIZE) continue
    await closeChunk()
    if (isHopeless(size, cases.length)) break
  }
  if (details.length > 0) await closeChunk()
  await Promise.all(waiting)
  if (isHopeless(size, cases.length)) return null
  return { index: { contestants: names, cases }, chunks, size, shortened }
}

function toPageCase({ facts, version }: AnsweredCase, id: string) {
  const { casePath, application, query, label, language, description } = facts
  return {
    id,
    path: makeVisible(casePath),
    application: makeVisible(application),
    query: makeVisible(query),
    label,
    language: makeVisible(language),
    description: makeVisible(unwrap(description)),
    ...(version.of > 1 ? { version: `version ${version.number} of ${version.of}` } : {}),
  }
}

function toAnswerDetail(answer: ReportedAnswer, contestant: number, longest: number): AnswerDetail {
  const { repeat, verdict, timestamp, latencyMs, attempts, promptTokens, completionTokens } = answer
  const { cachedTokens, reasoningTokens, cost, reply, sent } = answer
  const { text, omitted } = shorten(verdict.explanation, longest)
  return {
    contestant,
    repeat,
    result: verdict.result,
    rules: verdict.rules.map(makeVisible),
    explanation: makeVisible(text),
    ...(omitted > 0 ? { omitted } : {}),
    provider: visibleOrNull(answer.provider),
    servedModel: visibleOrNull(answer.servedModel),
    finishReason: visibleOrNull(answer.finishReason),
    promptTokens,
    completionTokens,
    cachedTokens,
    reasoningTokens,
    cost,
    latencyMs,
    attempts,
    timestamp,
    ...(reply === undefined
      ? {}
      : {
          evaluationPrompt: answer.evaluationPromptHash,
          sent: visibleOrNull(sent ?? null),
          reply: makeVisible(reply),
        }),
  }
}

function verdictLetters(answers: AnswerDetail[], contestants: number): string {
  const letters = Array.from({ length: contestants }, () => '')
  for (const { contestant, result } of answers) letters[contestant] += RESULT_LETTERS[result]
  return letters.join(',')
}

function visibleOrNull(text: string | null): string | null {
  return text === null ? null : makeVisible(text)
}

// Prose in a Markdown file is wrapped by hand. Lines are joined, unless the next begins a paragraph, a list or the like.
function unwrap(text: string): string {
  return text.replace(/(?<=\S)\r?\n(?=[\p{L}`"'(])/gu, ' ')
}
