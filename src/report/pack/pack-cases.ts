// Turns answers into the data of the page: a list of cases, and chunks of their details. Each chunk is compressed by itself,
// so that the reader's browser decompresses only the cases that are opened. Contestants are numbered as they come, because
// the summary is computed at the same time; `index-cases.ts` puts them into the order of the leaderboard.

import { makeVisible, visibleDeep } from '../../lib/text/hidden-characters.ts'
import { unwrap } from '../../lib/text/unwrap.ts'
import { presentWitness } from '../../lib/witness/present-witness.ts'
import { caseKey, contestantKey } from '../../summary.ts'
import { type AnswerColumns, type AnswerDetail, type CaseDetail, type PageCase, RESULT_LETTERS } from '../page-data.ts'
import { createAnchors } from './anchors.ts'
import {
  type AnswerBatches,
  type AnsweredCase,
  groupAnswers,
  type ProofOf,
  type ReportedAnswer,
} from './answered-case.ts'
import { compressText } from './compress.ts'
import { shorten } from './shorten.ts'

/** Characters of JSON in a chunk. A larger chunk compresses little better and takes longer to open. */
const CHUNK_SIZE = 128 * 1024
/** Chunks that may wait for compression, which runs in other threads. */
const MOST_WAITING = 8

export interface PackedCases {
  /** The key of each contestant, by its number. */
  contestants: string[]
  cases: PackedCase[]
  /** Gzip in base64. */
  chunks: string[]
  /** Characters of all chunks. */
  size: number
  /** Characters of all explanations, after they were shortened. */
  kept: number
  /** The length of each explanation in characters, before it was shortened. */
  lengths: number[]
  /** How many explanations were shortened, and by how many characters in total. */
  shortened: { answers: number; characters: number }
  /** False when `shouldStop` ended the work before the last case. */
  isWhole: boolean
}

/** A case of the page, without the fields that need the summary. */
export interface PackedCase extends Omit<PageCase, 'category' | 'rules' | 'verdicts' | 'level' | 'decoy'> {
  key: string
  /** The rules that the case file names. */
  violates: string[]
  /** For each contestant number: a letter for each repeat. */
  letters: string[]
}

export interface PackOptions {
  proofOf: ProofOf
  /** The longest explanation, in characters; longer ones are cut. */
  longest: number
  /** Called after each case with the size so far; true ends the work. */
  shouldStop?: (size: number) => boolean
}

/** Packs answers, which have to come in the order of cases. */
export async function packCases(
  answers: AnswerBatches,
  { proofOf, longest, shouldStop = () => false }: PackOptions,
): Promise<PackedCases> {
  const numbers = new Map<string, number>()
  const anchor = createAnchors()
  const cases: PackedCase[] = []
  const chunks = createChunks()
  const shortened = { answers: 0, characters: 0 }
  const lengths: number[] = []
  let kept = 0
  let isWhole = true

  for await (const one of groupAnswers(answers)) {
    const { facts } = one
    const details = one.answers.map(answer => toAnswerDetail(answer, numberOf(answer, numbers), longest))
    for (const { omitted, explanation } of details) {
      kept += explanation.length
      lengths.push(explanation.length + (omitted ?? 0))
      shortened.answers += omitted === null ? 0 : 1
      shortened.characters += omitted ?? 0
    }
    cases.push({
      ...toPageCase(one, anchor(facts.casePath)),
      key: caseKey(facts),
      violates: facts.violates,
      letters: lettersOf(details),
      ...chunks.next(),
    })
    const proof = visibleDeep(presentProof(proofOf(facts)))
    const specification = facts.reply === undefined ? {} : { specification: facts.specificationHash }
    const detail: CaseDetail = { code: makeVisible(facts.code), proof, answers: toColumns(details), ...specification }
    await chunks.add(JSON.stringify(detail))
    if (!shouldStop(chunks.size())) continue
    isWhole = false
    break
  }
  await chunks.end()
  return {
    ...{ contestants: [...numbers.keys()], cases, chunks: chunks.list, size: chunks.size() },
    ...{ kept, lengths, shortened, isWhole },
  }
}

/** Collects details and compresses them, a chunk at a time, in other threads. */
function createChunks() {
  const list: string[] = []
  const waiting: Promise<void>[] = []
  let size = 0
  let details: string[] = []
  let length = 0

  async function close(): Promise<void> {
    if (details.length === 0) return
    const number = list.push('') - 1
    const work = compressText(`[${details.join(',')}]`).then(packed => {
      list[number] = packed
      size += packed.length
    })
    waiting.push(work)
    details = []
    length = 0
    if (waiting.length > MOST_WAITING) await waiting.shift()
  }

  return {
    list,
    size: () => size,
    /** The position of the next detail. */
    next: () => ({ chunk: list.length, at: details.length }),
    async add(detail: string): Promise<void> {
      details.push(detail)
      length += detail.length
      if (length >= CHUNK_SIZE) await close()
    },
    async end(): Promise<void> {
      await close()
      await Promise.all(waiting)
    },
  }
}

function numberOf(answer: ReportedAnswer, numbers: Map<string, number>): number {
  const key = contestantKey(answer)
  const number = numbers.get(key) ?? numbers.size
  numbers.set(key, number)
  return number
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
  const { text, omitted } = shorten(answer.verdict.explanation, longest)
  const isFull = answer.reply !== undefined
  return {
    contestant,
    repeat: answer.repeat,
    result: answer.verdict.result,
    rules: answer.verdict.rules.map(makeVisible),
    explanation: makeVisible(text),
    omitted: omitted > 0 ? omitted : null,
    provider: visibleOrNull(answer.provider),
    servedModel: visibleOrNull(answer.servedModel),
    finishReason: visibleOrNull(answer.finishReason),
    promptTokens: answer.promptTokens,
    completionTokens: answer.completionTokens,
    cachedTokens: answer.cachedTokens,
    reasoningTokens: answer.reasoningTokens,
    // Rounded, because digits do not compress.
    cost: answer.cost === null ? null : Math.round(answer.cost * 1e7) / 1e7,
    latencyMs: answer.latencyMs,
    attempts: answer.attempts,
    evaluationPrompt: isFull ? answer.evaluationPromptHash : null,
    sent: visibleOrNull(answer.sent ?? null),
    reply: visibleOrNull(answer.reply ?? null),
  }
}

function toColumns(answers: AnswerDetail[]): AnswerColumns {
  const fields = Object.keys(answers[0] ?? {}) as (keyof AnswerDetail)[]
  return Object.fromEntries(
    fields
      .map(field => [field, answers.map(answer => answer[field])] as const)
      .filter(([, values]) => values.some(value => value !== null)),
  )
}

/** The letters of one contestant are in the order of its repeats, which is the order of the answers. */
function lettersOf(answers: AnswerDetail[]): string[] {
  const letters: string[] = []
  for (const { contestant, result } of answers)
    letters[contestant] = (letters[contestant] ?? '') + RESULT_LETTERS[result]
  return letters
}

function visibleOrNull(text: string | null): string | null {
  return text === null ? null : makeVisible(text)
}

function presentProof(proof: ReturnType<ProofOf>): CaseDetail['proof'] {
  return proof && { ...proof, witnesses: proof.witnesses.map(presentWitness) }
}
