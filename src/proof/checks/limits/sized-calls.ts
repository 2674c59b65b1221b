// Calls that ask for many rows: page sizes that make no sense, alone and together with other parameters. A limit may be
// lifted by one size (0 becomes NULL), for one role, or where a filter is given.

import { type CaseRun, isSettled } from '../../cases/case-run.ts'
import type { Step } from '../../cases/kind.ts'
import { columnOf, typeOf } from '../../database/parameter-types.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { completeParameters, type Parameters } from '../../inputs/parameters.ts'
import { labelValues } from '../../inputs/values/label-values.ts'
import type { ParameterPlan, Value } from '../../plan/plan.ts'
import { roleOf, roleParameters } from '../../plan/roles.ts'
import { numbersIn } from '../../sql/literals.ts'
import { identifier } from '../../sql/sql-text.ts'
import type { Actor } from '../../worlds/actors.ts'
import { actorOf, type ProofRun } from '../check.ts'

export type SizedCall = Step & { actor: Pick<Actor, 'name' | 'context'> }

/** How many values of another parameter are tried together with a size. */
const MOST_FILTERS = 2

/** How many numbers of the code are tried as sizes. */
const MOST_NUMBERS = 8

/** How many literals of the code are tried in each parameter of text. */
const MOST_LITERALS = 8

/** The smallest and the largest value of each type of whole numbers. */
const RANGES: Record<string, [string, string]> = {
  smallint: ['-32768', '32767'],
  int: ['-2147483648', '2147483647'],
  integer: ['-2147483648', '2147483647'],
  bigint: ['-9223372036854775808', '9223372036854775807'],
}

/**
 * The calls in `works`; and of each role, the first call with page sizes that make no sense, such as 0 and -1, alone and
 * together with each other parameter and with all of them, and with each word of the code, where the label is not
 * settled. Must be called in the world with many rows.
 */
export async function sizedCalls(proofRun: ProofRun, caseRun: CaseRun, limit: number): Promise<SizedCall[]> {
  const { database } = proofRun
  const { query } = caseRun
  const works = query.works.map(({ as, parameters }): SizedCall => {
    const actor = actorOf(proofRun, as)
    return { actor, context: actor.context, parameters: completeParameters(query, parameters) }
  })
  const roles = roleParameters(database.plan)
  const firstOfRole = [...Map.groupBy(works, ({ context }) => roleOf(roles, context)).values()].map(([first]) => first)
  const calls = [...works]
  for (const parameter of query.parameters.filter(isSize)) {
    const sizes = sizesOf(database, caseRun, parameter, limit)
    const add = (call: SizedCall, some: Value[], others: Parameters = {}) => {
      for (const size of some)
        calls.push({ ...call, parameters: { ...call.parameters, ...others, [parameter.name]: size } })
    }
    const filters = await filtersOf(database, caseRun, parameter)
    for (const call of firstOfRole) {
      if (call) add(call, sizes.common)
      if (!call || isSettled(caseRun)) continue
      add(call, sizes.rare)
      for (const others of filters) add(call, sizes.lifting, others)
    }
  }
  for (const call of isSettled(caseRun) ? [] : firstOfRole) {
    for (const others of worded(database, caseRun))
      if (call) calls.push({ ...call, parameters: { ...call.parameters, ...others } })
  }
  return [...new Map(calls.map(call => [JSON.stringify([call.actor.name, call.parameters]), call])).values()]
}

/** A whole number that is taken from no column may be the page size, even if proof.yaml does not say so. */
export function isSize({ isLimit, columns, type }: ParameterPlan): boolean {
  return isLimit || (columns.length === 0 && /^(small|big)?int(eger)?$/.test(type ?? ''))
}

/** One value for one parameter of text: a value of proof.yaml or a literal of the code. `day` may lift a limit. */
function worded(database: TestDatabase, { program, query }: CaseRun): Parameters[] {
  const isWord = ({ name, columns, isList }: ParameterPlan) =>
    columns.length === 0 && !isList && typeOf(database, query, name) === 'text'
  const literals = program.facts.literals.slice(0, MOST_LITERALS)
  return query.parameters
    .filter(isWord)
    .flatMap(({ name, values }) => [...values, ...literals].map(value => ({ [name]: value })))
}

interface Sizes {
  /** For one call of each role. */
  common: Value[]
  /** For the same call where the label is not settled: limits of the type, values of proof.yaml, numbers of the code. */
  rare: Value[]
  /** For calls with other parameters: one of each kind that mostly lifts a limit. */
  lifting: Value[]
}

function sizesOf(
  database: TestDatabase,
  { case: one, query }: CaseRun,
  parameter: ParameterPlan,
  limit: number,
): Sizes {
  const [least, most] = RANGES[typeOf(database, query, parameter.name)] ?? ['-2147483648', '2147483647']
  const fits = (size: Value) => size === null || !/^-?\d+$/.test(size) || isBetween(size, least, most)
  const numbers = numbersIn(one.code).slice(0, MOST_NUMBERS)
  const near = [limit, limit * 2, ...numbers].flatMap(number => [number - 1, number, number + 1])
  return {
    common: [null, '0', '-1', '-1000000', '1000000', String(limit + 1)].filter(fits),
    rare: [least, most, '2147483647', ...near.map(String), ...parameter.values].filter(fits),
    lifting: [null, '0', '1000000'].filter(fits),
  }
}

function isBetween(number: string, least: string, most: string): boolean {
  return BigInt(least) <= BigInt(number) && BigInt(number) <= BigInt(most)
}

/**
 * What other parameters are given: each of them alone, then all of them. The values are those of `works`, those that
 * most rows of the flooded column have, and those that proof.yaml lists; of these, all that the code names.
 */
async function filtersOf(
  database: TestDatabase,
  { query, program }: CaseRun,
  size: ParameterPlan,
): Promise<Parameters[]> {
  const others = query.parameters.filter(one => one !== size)
  const labels = await labelValues(database, query)
  const found = new Map<string, Value[]>()
  for (const parameter of others) {
    const used = query.works.map(({ parameters }) => parameters[parameter.name] ?? null)
    const usual = await usualValues(database, parameter)
    const values = new Set([...used, ...usual, ...parameter.values].filter(value => value !== null))
    const listed = [...parameter.values, ...(labels.get(parameter.name)?.values ?? [])]
    const named = listed.filter(value => value !== null && program.facts.holdsText(value))
    found.set(parameter.name, [...new Set([...[...values].slice(0, MOST_FILTERS), ...named])])
  }
  const alone = [...found].flatMap(([name, values]) => [null, ...values].map(value => ({ [name]: value })))
  const all = Object.fromEntries([...found].map(([name, [first = null]]) => [name, first]))
  return others.length > 1 ? [...alone, all] : alone
}

/** The values that most rows have in the column that the parameter is taken from: most copies of rows have them. */
async function usualValues({ session, tables }: TestDatabase, parameter: ParameterPlan): Promise<Value[]> {
  const [source] = parameter.columns
  if (source === undefined || parameter.isList) return []
  const { table } = columnOf(tables, source, parameter.line)
  const column = identifier(source.split('.')[1] ?? '')
  const [result] = await session.run(
    `select ${column}::text from ${identifier(table.name)} group by 1 order by count(*) desc, 1 limit 2`,
  )
  return (result?.rows ?? []).map(([value]) => value ?? null)
}
