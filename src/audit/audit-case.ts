import type { Application, Case } from '../domain.ts'
import type { CodeParts } from './code/read-code.ts'

/** An application with what its proof.yaml says. */
export interface AuditedApplication {
  application: Application
  /** The parameters that the server sets: `context` of proof.yaml, else the calling convention. */
  trusted: string[]
  /** By rule; null without a readable proof.yaml. */
  categories: Record<string, string> | null
}

/** A case taken apart. */
export interface AuditCase {
  case: Case
  code: CodeParts
  from: AuditedApplication
}
