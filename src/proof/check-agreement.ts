import type { Application, Case, Problem } from '../domain.ts'
import type { ProofPlan } from './plan.ts'

/** Rule ids and trusted parameters must be the same in SPEC.md, proof.yaml and `# Violates`. */
export function checkAgreement(application: Application, cases: Case[], plan: ProofPlan, file: string): Problem[] {
  const problems: Problem[] = []
  const error = (message: string, line = 1, where = file) =>
    problems.push({ severity: 'error', file: where, line, message })
  const specified = application.rules.map(({ id }) => id)
  const planned = plan.rules.map(({ id }) => id)
  for (const { id, line } of plan.rules) {
    if (!specified.includes(id))
      error(`${id} is not among the rules of SPEC.md (${specified.join(', ') || 'none'}).`, line)
  }
  for (const id of specified) {
    if (!planned.includes(id)) error(`${id} of SPEC.md is not here; say it for a machine.`)
  }
  const context = Object.keys(plan.context)
  for (const name of application.trusted ?? []) {
    if (!context.includes(name)) error(`SPEC.md says that the server sets :${name}; "context" does not have it.`)
  }
  for (const name of application.trusted ? context : []) {
    if (!application.trusted?.includes(name)) {
      error(`"context" has ${name}; the calling convention of SPEC.md does not say that the server sets :${name}.`)
    }
  }
  for (const { file: caseFile, violates } of cases) {
    for (const id of violates) {
      if (!planned.includes(id)) error(`"# Violates" names ${id}, which proof.yaml does not have.`, 1, caseFile)
    }
  }
  for (const rule of plan.rules) {
    const needsExample = Object.keys(rule.changes).length + rule.requires.length > 0
    if (needsExample && !rule.example) {
      error(
        `${rule.id} judges changes and has no "example"; give one that is allowed and one that is forbidden.`,
        rule.line,
      )
    }
  }
  return problems
}
