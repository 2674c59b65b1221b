import type { Hash } from 'node:crypto'
import type { Application, Case, Corpus, EvaluationPrompt, ModelIdentity, Question } from '../../domain.ts'
import { hash, hashAfter, hashFirst } from '../../lib/hash.ts'
import { buildPrompt } from '../../prompt/build-prompt.ts'
import { applicationOf } from '../corpus/application-of.ts'

export interface QuestionSet {
  corpus: Corpus
  cases: Case[]
  evaluationPrompts: EvaluationPrompt[]
  repeats: number
}

/**
 * Everything that one model is to be asked, by number from 0, in an order that keeps an application's shared prompt
 * together. A question is made when it is wanted: a hundred thousand of them with their prompts would fill the memory.
 */
export interface QuestionList {
  length: number
  at(index: number): Question
  /** Questions with the same have the same shared part of the prompt. */
  prefixOf(index: number): string
}

const MOST_KEYS = 5000
const MOST_HASHES = 5000
const CHUNK = 500

export function createQuestionList(
  { corpus, cases, evaluationPrompts, repeats }: QuestionSet,
  model: ModelIdentity,
): QuestionList {
  const ofPrompt = cases.length * repeats
  const length = evaluationPrompts.length * ofPrompt
  // A list is gone through when the run is planned, asked and summed up: of a short one the keys are kept, of a long one,
  // where they would take memory, the hashes of the prompts, which repeats share.
  const keys: (string | undefined)[] = []
  const promptHashes = new Map<number, Hash>()

  function partsOf(index: number) {
    const evaluationPrompt = evaluationPrompts[Math.floor(index / ofPrompt)]
    const one = cases[index % cases.length]
    if (!evaluationPrompt || !one) throw new Error(`there is no question ${index}`)
    return { evaluationPrompt, one, repeat: Math.floor((index % ofPrompt) / cases.length) + 1 }
  }

  /** The hash of the prompt, to go on from. */
  function promptHash(index: number, application: Application, evaluationPrompt: EvaluationPrompt, one: Case): Hash {
    const nth = Math.floor(index / ofPrompt) * cases.length + (index % cases.length)
    const known = promptHashes.get(nth)
    if (known) return known
    const made = hashFirst(buildPrompt(application, evaluationPrompt, one).text)
    if (promptHashes.size < MOST_HASHES) promptHashes.set(nth, made)
    return made
  }

  function at(index: number): Question {
    const { evaluationPrompt, one, repeat } = partsOf(index)
    const application = applicationOf(corpus, one)
    const rest = [evaluationPrompt.name, model.name, model.host, model.parameters, String(repeat)]
    const makeKey = () =>
      length <= MOST_KEYS
        ? hash(buildPrompt(application, evaluationPrompt, one).text, ...rest)
        : hashAfter(promptHash(index, application, evaluationPrompt, one), ...rest)
    const key = keys[index] ?? makeKey()
    if (length <= MOST_KEYS) keys[index] = key
    return { case: one, application, evaluationPrompt, model, repeat, key }
  }

  return {
    length,
    at,
    prefixOf(index) {
      const { evaluationPrompt, one } = partsOf(index)
      return `${evaluationPrompt.name}\n${one.application}`
    },
  }
}

/** All questions of a list, some at a time: what a store is asked at once. */
export function* chunksOf({ length, at }: QuestionList): Generator<{ first: number; questions: Question[] }> {
  for (let first = 0; first < length; first += CHUNK) {
    yield { first, questions: Array.from({ length: Math.min(CHUNK, length - first) }, (_, nth) => at(first + nth)) }
  }
}
