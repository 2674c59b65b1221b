import { join } from 'node:path'
import type { Problem } from '../../domain.ts'
import type { AuditedApplication } from '../audit-case.ts'

/** The Prompt section alone decides every label, so the Prompt section has to say which parameters the server sets. */
export function checkPrompt({ application, trusted }: AuditedApplication): Problem[] {
  const file = join(application.directory, 'SPEC.md')
  if (application.trusted === undefined) {
    const wanted = 'a "## Calling convention" that says which `:names` the server sets and can be trusted was wanted'
    const message = `the Prompt section does not list the trusted parameters; ${wanted}.`
    // Only a warning without trusted parameters in proof.yaml: the application may need none.
    return [{ severity: trusted.length > 0 ? 'error' : 'warning', file, message }]
  }
  const missing = trusted.filter(name => !application.trusted?.includes(name)).map(name => `:${name}`)
  if (missing.length === 0) return []
  const message = `the Prompt section does not list ${missing.join(', ')}, which proof.yaml trusts; it was wanted there.`
  return [{ severity: 'error', file, message }]
}
