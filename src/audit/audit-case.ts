import type { Application, Case, Level } from '../domain.ts'
import type { CodeParts } from './code/read-code.ts'

/** An application with what its proof.yaml says. */
export interface AuditedApplication {
  application: Application
  /** The parameters that the server sets: `context` of proof.yaml, else the calling convention. */
  trusted: string[]
  /** The category of each rule; null when the application has no readable proof.yaml. */
  categories: Record<string, string> | null
}

/** A case, its level, the parts of its code, and the application that the case is from. */
export interface AuditCase {
  case: Case
  level: Level
  code: CodeParts
  from: AuditedApplication
}
