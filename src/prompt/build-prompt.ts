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
  const shared = `${application.prompt}\n\n${evaluationPrompt.text.trim()}\n\n`
  const own = `# Code\n\n${fence}${language}\n${code}\n${fence}\n`
  return { text: shared + own, shared, own, code, language }
}

/** Longer than any run of backticks in the code, so that the code cannot end its own fence. */
function fenceFor(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(run => run.length))
  return '`'.repeat(longest + 1)
}
