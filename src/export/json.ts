import type { Level } from '../domain.ts'
import type { Selection, Summary } from '../summary.ts'

/** The version of the format. It is raised when a field changes its meaning or is removed. */
const VERSION = 1

/** The whole summary as JSON. */
export function toJson(
  summary: Summary,
  about: { generatedAt: Date; selection: Selection & { levels: Level[] } },
): string {
  const { models, applications, levels, prompts, since = null } = about.selection
  const head = { version: VERSION, generatedAt: about.generatedAt.toISOString() }
  return `${JSON.stringify({ ...head, selection: { models, applications, levels, prompts, since }, summary }, null, 2)}\n`
}
