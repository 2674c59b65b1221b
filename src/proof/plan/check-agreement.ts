import { join } from 'node:path'
import type { Application, Problem } from '../../domain.ts'
import type { ProofPlan } from './plan.ts'

/**
 * The first line of a file that has the text or matches the pattern, from 1; 1 where none does. With `after`, only lines
 * after the first one that matches `after` are looked at.
 */
export type FindLine = (file: string, pattern: RegExp | string, after?: RegExp) => number

/** Rule ids and trusted parameters must be the same in SPEC.md and proof.yaml. */
export function checkAgreement(application: Application, plan: ProofPlan, file: string, findLine: FindLine): Problem[] {
  const problems: Problem[] = []
  const error = (where: string, line: number, message: string) =>
    problems.push({ severity: 'error', file: where, line, message })
  const specification = join(application.directory, 'SPEC.md')
  const specified = application.rules.map(({ id }) => id)
  const planned = plan.rules.map(({ id }) => id)
  for (const { id, line } of plan.rules) {
    if (!specified.includes(id))
      error(file, line, `${id} is not among the rules of SPEC.md (${specified.join(', ') || 'none'}).`)
  }
  for (const { id, text } of application.rules) {
    if (planned.includes(id)) continue
    // A rule without a written id is found by its words.
    const line = Math.max(findLine(specification, `**${id}**`), findLine(specification, text.split('\n')[0] ?? ''))
    error(specification, line, `${id} is not in proof.yaml; say it there for a machine.`)
  }
  const context = Object.keys(plan.context)
  for (const name of application.trusted ?? []) {
    if (context.includes(name)) continue
    const message = `the server sets :${name}; "context" in proof.yaml does not have it.`
    error(specification, findLine(specification, `\`:${name}\``, /^## +Calling convention/i), message)
  }
  for (const name of application.trusted ? context : []) {
    if (application.trusted?.includes(name)) continue
    const message = `"context" has ${name}; the calling convention of SPEC.md does not say that the server sets :${name}.`
    error(file, plan.lines[`context.${name}`] ?? 1, message)
  }
  for (const rule of plan.rules) {
    const needsExample = Object.keys(rule.changes).length + rule.requires.length > 0 || rule.always !== undefined
    if (!needsExample || rule.examples.some(({ allowed, forbidden }) => allowed && forbidden)) continue
    const form = 'example: {as: an actor, allowed: a statement, forbidden: a statement}'
    const message = `${rule.id} judges changes and has no "example" to test it by; write ${form}.`
    error(file, rule.line, message)
  }
  return problems
}
