import type { Application, Case, EvaluationPrompt, Prompt } from '../domain.ts'

/**
 * Joins the Prompt section of the specification, the evaluation prompt and the code. The description, the file name and
 * the label of the case are left out, because they would give the answer away.
 */
export function buildPrompt(
  application: Application,
  evaluationPrompt: EvaluationPrompt,
  { code, language, files }: Case,
): Prompt {
  const shared = sharedPart(application, evaluationPrompt)
  const blocks = files?.map(file => `\`${file.name}\`\n\n${fenced(file)}`) ?? [fenced({ code, language })]
  const own = `# Code\n\n${blocks.join('\n')}`
  return { text: shared + own, shared, own, code, language }
}

const sharedParts = new WeakMap<Application, Map<string, string>>()

/** Built once for all cases of an application, because the shared part is by far the longest. */
function sharedPart(application: Application, { text }: EvaluationPrompt): string {
  const cached = sharedParts.get(application) ?? new Map<string, string>()
  sharedParts.set(application, cached)
  const shared = cached.get(text) ?? `${application.prompt}\n\n${text.trim()}\n\n`
  cached.set(text, shared)
  return shared
}

function fenced({ code, language }: Pick<Case, 'code' | 'language'>): string {
  const fence = fenceFor(code)
  return `${fence}${language}\n${code}\n${fence}\n`
}

/** A fence longer than any run of backticks in the code, so that the code cannot end its own fence. */
function fenceFor(code: string): string {
  const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map(run => run.length))
  return '`'.repeat(longest + 1)
}
