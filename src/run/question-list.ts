import type { Application, Case, Corpus, EvaluationPrompt, ModelIdentity, Question } from '../domain.ts'
import { hash } from '../lib/hash.ts'
import { buildPrompt } from '../prompt/build-prompt.ts'
import { applicationOf } from './application-of.ts'

export interface Selection {
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

const MOST_KEYS = 10_000

export function createQuestionList(
  { corpus, cases, evaluationPrompts, repeats }: Selection,
  model: ModelIdentity,
): QuestionList {
  const ofPrompt = cases.length * repeats
  const length = evaluationPrompts.length * ofPrompt
  // A list is gone through when the run is planned, asked and summed up. Of a long one, the keys would take memory.
  const keys = length <= MOST_KEYS ? new Array<string | undefined>(length) : []

  function partsOf(index: number) {
    const evaluationPrompt = evaluationPrompts[Math.floor(index / ofPrompt)]
    const one = cases[index % cases.length]
    if (!evaluationPrompt || !one) throw new Error(`there is no question ${index}`)
    return { evaluationPrompt, one, repeat: Math.floor((index % ofPrompt) / cases.length) + 1 }
  }

  function keyOf(application: Application, evaluationPrompt: EvaluationPrompt, one: Case, repeat: number): string {
    const { text } = buildPrompt(application, evaluationPrompt, one)
    return hash(text, evaluationPrompt.name, model.name, model.host, model.parameters, String(repeat))
  }

  return {
    length,
    at(index) {
      const { evaluationPrompt, one, repeat } = partsOf(index)
      const application = applicationOf(corpus, one)
      const key = keys[index] ?? keyOf(application, evaluationPrompt, one, repeat)
      if (index < keys.length) keys[index] = key
      return { case: one, application, evaluationPrompt, model, repeat, key }
    },
    prefixOf(index) {
      const { evaluationPrompt, one } = partsOf(index)
      return `${evaluationPrompt.name}\n${one.application}`
    },
  }
}
