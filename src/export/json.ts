import type { Selection, Summary } from '../summary.ts'

/** Raised when something that other programs may read changes its meaning or goes away. */
const VERSION = 1

/** The whole summary. */
export function toJson(summary: Summary, about: { generatedAt: Date; selection: Selection }): string {
  const { models, applications, prompts, since = null } = about.selection
  const head = { version: VERSION, generatedAt: about.generatedAt.toISOString() }
  return `${JSON.stringify({ ...head, selection: { models, applications, prompts, since }, summary }, null, 2)}\n`
}
