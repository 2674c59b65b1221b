import type { Question, Result } from '../domain.ts'
import { hash } from '../lib/hash.ts'
import { summarize } from '../metrics/summarize.ts'
import type { Store } from '../store/open-store.ts'
import type { Judged, Summary } from '../summary.ts'
import type { Plan } from './plan-run.ts'

/** The scores of what was asked for. Answers that a score cannot tell apart are kept once: repeats take no memory. */
export function summarizeRun(store: Pick<Store, 'resultOf'>, plans: Plan[]): Summary {
  const judged: Judged[] = []
  const specifications = new Map<string, string>()
  for (const { list } of plans) {
    const kept = new Map<string, Judged>()
    for (let index = 0; index < list.length; index++) {
      const question = list.at(index)
      const result = store.resultOf(question)
      if (result === undefined) continue
      const name = JSON.stringify([question.case.path, question.evaluationPrompt.name, result])
      const one = kept.get(name) ?? toJudged(question, result, specifications)
      kept.set(name, one)
      judged.push(one)
    }
  }
  return summarize(judged)
}

function toJudged(question: Question, result: Result, specifications: Map<string, string>): Judged {
  const { application, query, path: casePath, label, language, code } = question.case
  const { prompt } = question.application
  const specificationHash = specifications.get(prompt) ?? hash(prompt)
  specifications.set(prompt, specificationHash)
  const { model, evaluationPrompt } = question
  const facts = { application, query, casePath, label, language, code, specificationHash, model }
  return { ...facts, prompt: evaluationPrompt.name, verdict: { result } }
}
