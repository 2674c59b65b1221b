// A check is one way to find out whether a rule breaks. A check only yields observations; `run-checks.ts` keeps them as
// findings.

import type { Remark, Witness } from '../../witness.ts'
import type { CaseRun, Facts } from '../cases/case-run.ts'
import type { CaseFindings, RowCount, Undecided } from '../cases/findings.ts'
import type { Program, Refusal } from '../cases/kind.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Actor } from '../worlds/actors.ts'

/** What all checks of a proof run share. */
export interface ProofRun {
  database: TestDatabase
  /** The name of the seed that is loaded. */
  seed: string
  /** The number of a varied seed, from 1: see database/varied-seeds/. Absent: proof.yaml names the seed. */
  variation?: number
  /** A varied seed on which only calls are judged that give something else than another good case gives. */
  isFurther?: true
  actors: Actor[]
  /** Called with the path of each case before it is run, so that a case that never ends is known. */
  onCase: (path: string) => void
  /** By actor, how many mutants their calls killed. The actor who killed most comes first with the next mutants. */
  kills: Map<string, number>
  /** By case, what was found on earlier seeds. */
  earlier?: ReadonlyMap<string, CaseFindings>
  /** Makes other code of a case ready to be called, for a check that compares the two. */
  prepare?: (caseRun: CaseRun, code: string) => Promise<Program | Refusal>
}

/** One way to find out whether a rule breaks. */
export interface Check {
  name: string
  /** The facts that earlier checks must have found. */
  needs: readonly (keyof Facts)[]
  /** The facts that this check finds. */
  gives: readonly (keyof Facts)[]
  /** On which seeds the check is run: those that proof.yaml names, the first of them, or varied seeds too. */
  seeds: 'written' | 'first' | 'every'
  /**
   * The check searches further, and is not worth its time where the label is settled: by a rule that a good case breaks,
   * or by all rules that a bad case is said to break.
   */
  searchesFurther?: true
  run(proofRun: ProofRun, caseRuns: CaseRun[]): AsyncGenerator<Observation>
}

/**
 * A witness; undefined where the violation turned out to be none; `unconfirmed` where it did not show again, so that
 * nothing is known.
 */
type MadeWitness = Witness | 'unconfirmed' | undefined

/** One thing that a check observed about a case. */
export type Observation = { caseRun: CaseRun } & (
  | {
      kind: 'violation'
      rule: string
      /** Makes the witness. It is not called for a mutant, nor for a rule that is known to break. */
      witness: () => MadeWitness | Promise<MadeWitness>
      /** The actor whose call showed the violation. */
      actor?: string
    }
  | { kind: 'undecided'; undecided: Undecided }
  /** As `undecided`, but only while no rule is known to break: a later check may show which rule it is. */
  | { kind: 'doubt'; reason: string }
  /**
   * `missing`: `works` names it and the case did not give it. `surplus`: the case gave it and `works` does not name it.
   */
  | { kind: 'missing' | 'surplus'; what: string }
  /** A part of the case only permits more, and no call shows it at work. */
  | { kind: 'unreached'; part: string }
  /** A call returned or changed something. */
  | { kind: 'active' }
  /** So many sequences with so many calls were tried; a single call is a sequence of one. */
  | { kind: 'tried'; calls: number; count: number }
  | { kind: 'row-count'; rule: string; count: RowCount }
  | { kind: 'remark'; remark: Remark }
  | { kind: 'facts'; facts: Partial<Facts> }
  /** Of a mutant: a call in `works` gives something else than the original gives. */
  | { kind: 'other-work' }
  /** Of a mutant: PostgreSQL carries it out as its original. */
  | { kind: 'equivalent' }
)

/** The actor of this name, with the trusted parameters of proof.yaml. */
export function actorOf({ actors, database }: ProofRun, name: string): Pick<Actor, 'name' | 'context'> {
  return actors.find(actor => actor.name === name) ?? { name, context: database.plan.actors[name] ?? {} }
}

/** The reason for a case whose results are not the same each time: nothing can be proved of such a case. */
export function unstableResult({ program }: CaseRun, what = 'the same call made twice gives two results'): Undecided {
  const { volatile } = program.facts
  return {
    reason: `not the same each time: ${what}${volatile.length > 0 ? ` (the case uses ${volatile.join(', ')})` : ''}`,
  }
}
