import type { Corpus, EvaluationPrompt } from '../domain.ts'
import { UserError } from '../errors.ts'
import { buildPrompt } from '../prompt/build-prompt.ts'
import { findCase } from './select-cases.ts'

/** Exactly what would be sent about one case. */
export function showPrompt(corpus: Corpus, evaluationPrompt: EvaluationPrompt, name: string): string {
  const one = findCase(corpus.cases, name)
  const application = corpus.applications.find(({ name }) => name === one.application)
  if (!application) throw new UserError(`the application ${one.application} has no sound SPEC.md.`)
  return buildPrompt(application, evaluationPrompt, one).text
}
