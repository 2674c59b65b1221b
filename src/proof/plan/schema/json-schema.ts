import { z } from 'zod'
import { proofFile } from './proof-schema.ts'

/** The schema of proof.yaml for editors. Draft 7 is the one that all of them know. */
export function proofJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(proofFile, { target: 'draft-7', unrepresentable: 'any' })
  return {
    $schema,
    title: 'proof.yaml',
    description: 'The rules of an application for a machine, and how its queries are called; see docs/proof-format.md.',
    ...schema,
  }
}
