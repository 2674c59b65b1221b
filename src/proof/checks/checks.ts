// The checks of a proof, in the order in which they are run.

import type { Check } from './check.ts'
import { once } from './check-once.ts'
import { goodCases } from './compare-good-cases.ts'
import { clocks } from './derived/check-clocks.ts'
import { states } from './derived/check-states.ts'
import { hiddenNames } from './hostile-text/check-hidden-names.ts'
import { hostileText } from './hostile-text/check-hostile-text.ts'
import { parsing } from './hostile-text/check-parsing.ts'
import { limit } from './limits/check-limit.ts'
import { limitBeforeFilter } from './limits/check-limit-before-filter.ts'
import { allCalls } from './mutants/all-calls.ts'
import { made } from './mutants/made.ts'
import { mutantWorlds } from './mutants/mutant-worlds.ts'
import { sameOrder } from './mutants/same-order.ts'
import { samePlan } from './mutants/same-plan.ts'
import { sameWork } from './mutants/same-work.ts'
import { workAfterWork } from './mutants/work-after-work.ts'
import { neighbours } from './neighbours/check-neighbours.ts'
import { order } from './order/check-order.ts'
import { ties } from './order/check-ties.ts'
import { reached } from './reached/check-reached.ts'
import { sequences } from './sequences/check-sequences.ts'
import { works } from './works/check-works.ts'
import { namedValues } from './worlds/check-named-values.ts'
import { thorough } from './worlds/check-thorough.ts'
import { unlike } from './worlds/check-unlike.ts'
import { worlds } from './worlds/compare-worlds.ts'

export const CHECKS: readonly Check[] = [
  works,
  order,
  worlds,
  ties,
  once,
  limit,
  limitBeforeFilter,
  hostileText,
  hiddenNames,
  // These search further, where the label is not settled by now.
  ...[thorough, namedValues, states, clocks, parsing, neighbours],
  goodCases,
  reached,
]

/** The checks of migrations, on all operations of a case together. Floods come last: they cannot be vacuumed in between. */
export const CHECKS_OF_MIGRATIONS: readonly Check[] = [
  ...[works, order, worlds, ties, once, hostileText, hiddenNames],
  ...[thorough, namedValues, states, clocks, parsing, sequences, reached],
  ...[limit, limitBeforeFilter],
]

/** The checks on further varied seeds. */
export const CHECKS_ON_FURTHER_SEEDS: readonly Check[] = [unlike]

/** The checks that find the facts of an original, with which its mutants are compared. */
export const CHECKS_OF_ORIGINALS: readonly Check[] = [works, order]

/**
 * An attack goes through these quick checks first. They find only what `CHECKS` would find: a call of `works` that gives
 * another value than the original's is no finding here, since a case is not compared with another case.
 */
export const QUICK_CHECKS_OF_ATTACKS: readonly Check[] = [works, order, mutantWorlds, once, limit, samePlan]

/** The same for migrations, of which a mutant and its original are never there at the same time. */
export const CHECKS_OF_ORIGINAL_MIGRATIONS: readonly Check[] = [works, order, allCalls, made, workAfterWork]

/** The checks of a migration's mutants. The ones that take long come last. */
export const CHECKS_OF_MUTANT_MIGRATIONS: readonly Check[] = [
  ...[made, sameWork, sameOrder, mutantWorlds, once],
  ...[workAfterWork, states, clocks, sequences, limit],
]

/** A mutant goes through these checks until one of them tells the mutant from its original. */
export const CHECKS_OF_MUTANTS: readonly Check[] = [
  sameWork,
  sameOrder,
  mutantWorlds,
  once,
  limit,
  states,
  clocks,
  samePlan,
]
