import type { CaseKind } from './kind.ts'
import { sqlKind } from './sql/sql-kind.ts'

/** All case kinds. */
export const CASE_KINDS: readonly CaseKind[] = [sqlKind]

/** The kind that runs code in this language; undefined where none does. */
export function kindOf(language: string, kinds: readonly CaseKind[] = CASE_KINDS): CaseKind | undefined {
  return kinds.find(kind => kind.accepts(language))
}
