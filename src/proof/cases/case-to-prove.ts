import type { Label } from '../../domain.ts'

/** A case as the prover needs it. */
export interface CaseToProve {
  path: string
  label: Label
  code: string
  language: string
  violates: string[]
}
