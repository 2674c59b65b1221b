// A check is one way to find out whether a rule breaks. Checks only yield what they observe; `run-checks.ts` keeps it.

import type { Remark, Witness } from '../../witness.ts'
import type { CaseRun, Facts } from '../cases/case-run.ts'
import type { RowCount, Undecided } from '../cases/findings.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Actor } from '../worlds/actors.ts'

/** What all checks of some cases share. */
export interface ProofRun {
  database: TestDatabase
  /** The name of the seed that is loaded. */
  seed: string
  actors: Actor[]
  /** Says which case is being run right now, to whoever watches over it. */
  onCase: (path: string) => void
  /** By actor, how many mutants their calls killed: those who killed most are asked first. */
  kills: Map<string, number>
}

export interface Check {
  name: string
  /** Facts that earlier checks must have given. */
  needs: readonly (keyof Facts)[]
  gives: readonly (keyof Facts)[]
  /** `first`: on the first seed alone. */
  seeds: 'every' | 'first'
  run(proofRun: ProofRun, caseRuns: CaseRun[]): AsyncGenerator<Observation>
}

export type Observation = { caseRun: CaseRun } & (
  | {
      kind: 'violation'
      rule: string
      /** Made only where it is wanted: not for a mutant, nor for a rule that is known to break. Undefined: it was none. */
      witness: () => Witness | undefined | Promise<Witness | undefined>
      /** Whose call showed it. */
      actor?: string
    }
  | { kind: 'undecided'; undecided: Undecided }
  /** What `works` names and the case did not give, or what it gave beside that. */
  | { kind: 'missing' | 'surplus'; what: string }
  /** Something was returned or changed. */
  | { kind: 'active' }
  | { kind: 'row-count'; rule: string; count: RowCount }
  | { kind: 'remark'; remark: Remark }
  | { kind: 'facts'; facts: Partial<Facts> }
  /** Of a mutant: the calls that must work give something else than the original's. */
  | { kind: 'other-work' }
  /** Of a mutant: it is carried out as its original. */
  | { kind: 'equivalent' }
)

export function actorOf({ actors, database }: ProofRun, name: string): Pick<Actor, 'name' | 'context'> {
  return actors.find(actor => actor.name === name) ?? { name, context: database.plan.actors[name] ?? {} }
}

/** A call that is not the same each time proves nothing. */
export function notTheSame({ program }: CaseRun, what = 'the same call made twice gives two results'): Undecided {
  const { volatile } = program.facts
  return {
    reason: `not the same each time: ${what}${volatile.length > 0 ? ` (it uses ${volatile.join(', ')})` : ''}`,
  }
}
