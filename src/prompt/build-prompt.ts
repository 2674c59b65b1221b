import type { Application, Case, EvaluationPrompt, Prompt } from '../domain.ts'

/**
 * The specification's Prompt section, the evaluation prompt, then the code. Nothing else of the case goes in: its
 * description, file name and label would give the answer away.
 */
export function buildPrompt(
  application: Application,
  evaluationPrompt: EvaluationPrompt,
  { code, language }: Case,
): Prompt {
  const fence = fenceFor(code)
  const shared = sharedPart(application, evaluationPrompt)
  const own = `# Code\n\n${fence}${language}\n${code}\n${fence}\n`
  return { text: shared + own, shared, own, code, language }
}

const sharedParts = new WeakMap<Application, Map<string, string>>()

/** Made once for all cases of an application: it is the longest part by far. */
function sharedPart(application: Application, { text }: EvaluationPrompt): string {
  const made = sharedParts.get(application) ?? new Map<string, string>()
  sharedParts.set(application, made)
  const shared = made.get(text) ?? `${application.prompt}\n\n${text.trim()}\n\n`
  made.set(text, shared)
  return shared
}

/** Longer than any run of backticks in the code, so that the code cannot end its own fence. */
function fenceFor(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(run => run.length))
  return '`'.repeat(longest + 1)
}
