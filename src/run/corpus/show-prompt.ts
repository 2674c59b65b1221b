import type { Corpus, EvaluationPrompt } from '../../domain.ts'
import { buildPrompt } from '../../prompt/build-prompt.ts'
import { applicationOf } from './application-of.ts'
import { findCase } from './select-cases.ts'

/** Exactly what would be sent about one case. */
export function showPrompt(corpus: Corpus, evaluationPrompt: EvaluationPrompt, name: string): string {
  const one = findCase(corpus.cases, name)
  return buildPrompt(applicationOf(corpus, one), evaluationPrompt, one).text
}
