import type { Label } from '../../domain.ts'

/** What the prover needs of a case: nothing of its description. */
export interface CaseToProve {
  path: string
  label: Label
  code: string
  language: string
  violates: string[]
  /** The code of another good case of the query, which does the same job: see checks/worlds/check-unlike.ts. */
  reference?: string
}
