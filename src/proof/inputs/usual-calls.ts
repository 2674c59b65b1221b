// The calls that every actor makes: those of `works`, and variations of them.

import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { choicePairs } from './choice-pairs.ts'
import { idPairs } from './id-pairs.ts'
import { type ParameterValues, parameterValues } from './parameter-values.ts'
import { completeParameters, type Parameters } from './parameters.ts'
import { eachOnce, type PlannedCall } from './planned-call.ts'
import { tableRows } from './table-rows.ts'
import { unequalCalls } from './unequal-lists.ts'
import { listParameters, longerLists, variationsOf } from './variations.ts'

export interface UsualCalls {
  /** The calls in `works`, each once, whoever makes them there. */
  works: PlannedCall[]
  /** The values that each parameter is tried with. */
  values: ParameterValues
  /**
   * The calls of one actor: all calls in `works`, then variations of those that the actor makes there. An actor who
   * makes none there tries variations of the first. The variations of other actors' calls are left out: what leaks by
   * one of them leaks to the actor who makes that call.
   */
  callsOf(actor: string): PlannedCall[]
}

/** `mayWrite`: a case of the query may change rows, so that choices are tried on each row. */
export async function usualCalls(database: TestDatabase, query: QueryPlan, mayWrite: boolean): Promise<UsualCalls> {
  const complete = (given: Parameters) => completeParameters(query, given)
  const works = eachOnce(
    query.works.map(({ parameters, line }) => ({
      parameters: complete(parameters),
      reason: 'works',
      why: `works, line ${line}`,
    })),
  )
  const values = await parameterValues(database, query)
  const tables = await tableRows(database, query)
  const variations = works.map(({ parameters }) => variationsOf(database, query, parameters, values, tables))
  const lists = works.map(({ parameters }) => longerLists(database, query, parameters, values))
  const listed = listParameters(database, query, values)
  const ids = await idPairs(database, query, values)
  const choices = mayWrite ? choicePairs(database, query, values, tables) : []

  return {
    works,
    values,
    callsOf(actor) {
      const own = query.works.filter(({ as }) => as === actor).map(({ parameters }) => complete(parameters))
      const isOwn = ({ parameters }: PlannedCall) => own.some(call => isSame(call, parameters))
      const ofOwn = (calls: PlannedCall[][]) => calls.filter((_, nth) => works.slice(nth, nth + 1).some(isOwn)).flat()
      const ownVariations = ofOwn(variations)
      return [
        ...works,
        ...(ownVariations.length > 0 ? ownVariations : (variations[0] ?? [])),
        ...works.slice(0, 1).flatMap(({ parameters }) => ids.map(pair => pairOf(parameters, pair))),
        ...own.slice(0, 1).flatMap(start => choices.map(pair => pairOf(start, pair))),
        ...ofOwn(lists),
        ...own.flatMap(start => unequalCalls(start, own, listed)),
      ]
    },
  }
}

function pairOf(start: Parameters, pair: Parameters): PlannedCall {
  return { parameters: { ...start, ...pair }, reason: 'pairs', why: `pair: ${Object.keys(pair).join(' × ')}` }
}

function isSame(one: Parameters, other: Parameters): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether a call in `works` names changes that must be made. */
export function namesChanges({ works }: QueryPlan): boolean {
  return works.some(({ changes }) => Object.keys(changes).length > 0)
}
