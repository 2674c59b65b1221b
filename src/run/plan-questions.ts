import type { Case, Corpus, EvaluationPrompt, ModelIdentity, Question } from '../domain.ts'
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
 * Everything that one model is to be asked, in an order that keeps an application's shared prompt together. Prompts are
 * not kept: with thousands of questions their text would fill the memory.
 */
export function* planQuestions(
  { corpus, cases, evaluationPrompts, repeats }: Selection,
  model: ModelIdentity,
): Generator<Question> {
  for (const evaluationPrompt of evaluationPrompts) {
    for (let repeat = 1; repeat <= repeats; repeat++) {
      for (const one of cases) {
        const application = applicationOf(corpus, one)
        const { text } = buildPrompt(application, evaluationPrompt, one)
        const key = hash(text, evaluationPrompt.name, model.name, model.host, model.parameters, String(repeat))
        yield { case: one, application, evaluationPrompt, model, repeat, key }
      }
    }
  }
}
