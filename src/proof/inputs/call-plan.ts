import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { choicePairs } from './choice-pairs.ts'
import { hiddenValueCalls, hiddenValues } from './hidden-values.ts'
import { type HostileParameter, hostileParameters } from './hostile-text.ts'
import { idPairs } from './id-pairs.ts'
import { mixedCalls } from './mixed-lists.ts'
import { isPrimaryKey } from './parameter-columns.ts'
import { type ParameterValues, parameterValues } from './parameter-values.ts'
import { completeParameters, type Parameters } from './parameters.ts'
import { type TableRows, tableRows } from './table-rows.ts'

/** All calls that a case is tried with, for each actor. */
export interface CallPlan {
  /** The calls in `works`, each once, whoever makes them there. */
  base: Parameters[]
  /**
   * The calls of one actor: all calls in `works`, then variations of those that the actor makes there. An actor who
   * makes none there tries variations of the first. The variations of other actors' calls are left out: what leaks by
   * one of them leaks to the actor who makes that call.
   */
  callsOf(actor: string): Parameters[]
  /** The parameters that hostile text is sent in. */
  hostile: HostileParameter[]
}

/**
 * Makes the call plan of a query. `mayWrite`: a case of the query may change rows, so that choices are tried on each
 * row.
 */
export async function planCalls(database: TestDatabase, query: QueryPlan, mayWrite: boolean): Promise<CallPlan> {
  const complete = (given: Parameters) => completeParameters(query, given)
  const base = unique(query.works.map(({ parameters }) => complete(parameters)))
  const values = await parameterValues(database, query)
  const tables = await tableRows(database, query)
  const hidden = namesChanges(query) ? new Map<string, Set<string>>() : await hiddenValues(database, query)
  const variations = base.map(start => variationsOf(database, query, start, values, tables))
  const mixed = base.map(start => mixedCalls(start, listParameters(database, query, values)))
  const [first] = base
  const pairs = first ? (await idPairs(database, query, values)).map(pair => ({ ...first, ...pair })) : []
  const choices = mayWrite ? choicePairs(database, query, values, tables) : []

  const makeCalls = (actor: string): Parameters[] => {
    const own = query.works.filter(({ as }) => as === actor).map(({ parameters }) => complete(parameters))
    const ofOwn = (calls: Parameters[][]) =>
      calls.filter((_, index) => own.some(call => isSame(call, base[index] ?? {}))).flat()
    const ownVariations = ofOwn(variations)
    const firstOwn = own.slice(0, 1)
    return unique([
      ...base,
      ...(ownVariations.length > 0 ? ownVariations : (variations[0] ?? [])),
      ...pairs,
      ...firstOwn.flatMap(start => choices.map(pair => ({ ...start, ...pair }))),
      ...ofOwn(mixed),
      ...firstOwn.flatMap(start => hiddenValueCalls(database, query, start, hidden.get(actor) ?? new Set())),
    ])
  }

  const made = new Map<string, Parameters[]>()
  return {
    base,
    hostile: await hostileParameters(database, query),
    callsOf(actor) {
      const calls = made.get(actor) ?? makeCalls(actor)
      made.set(actor, calls)
      return calls
    },
  }
}

/** Whether a call in `works` names changes that must be made. */
export function namesChanges({ works }: QueryPlan): boolean {
  return works.some(({ changes }) => Object.keys(changes).length > 0)
}

/** The call with the values of each row of a table, then with each value of each parameter alone. */
function variationsOf(
  database: TestDatabase,
  query: QueryPlan,
  start: Parameters,
  values: ParameterValues,
  tables: TableRows[],
): Parameters[] {
  const inTables = new Set(tables.flatMap(({ names }) => names))
  const calls = tables.flatMap(({ rows }) => rows.map(row => ({ ...start, ...row })))
  for (const parameter of query.parameters) {
    const { name } = parameter
    // Each key has been sent with the rest of its row. Alone are sent only values that no row may have.
    const isSent = inTables.has(name) && isPrimaryKey(database, parameter)
    const alone = isSent ? [null, ...parameter.values] : (values.get(name) ?? [])
    for (const value of alone) calls.push({ ...start, [name]: value })
  }
  return calls
}

/** The parameters that take a list: an array, or JSON that may be one. */
function listParameters(database: TestDatabase, query: QueryPlan, values: ParameterValues) {
  return query.parameters
    .map(({ name }) => ({ name, type: typeOf(database, query, name), values: values.get(name) ?? [] }))
    .filter(({ type }) => /\[\]$|^jsonb?$/.test(type))
}

function isSame(one: Parameters, other: Parameters): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function unique(calls: Parameters[]): Parameters[] {
  return [...new Map(calls.map(call => [JSON.stringify(call), call])).values()]
}
