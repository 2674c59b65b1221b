// Calls that only a few actors make, one for each role and state, around their first call of `works`.

import { sampleEvenly } from '../../lib/sample-evenly.ts'
import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ParameterPlan, QueryPlan, Value } from '../plan/plan.ts'
import type { Effort } from './effort.ts'
import { type PairedParameter, pairCalls } from './pairs/pair-calls.ts'
import type { ParameterValues } from './parameter-values.ts'
import type { Parameters } from './parameters.ts'
import type { PlannedCall } from './planned-call.ts'
import { boundaryValues } from './values/boundary-values.ts'
import { labelValues } from './values/label-values.ts'
import { trustedInstants } from './values/trusted-instants.ts'

/** The places of pairs that are not for choices: for the value of the start, NULL and values of the seed. */
const OTHER_PLACES = 3
const MOST_BOUNDARIES = 2
/** The values are spread over all that the seed has, so that some are permitted and some are hidden. */
const MOST_OF_SEED = 4

export interface ThoroughCalls {
  /** The calls around a call that works. */
  around(start: Parameters): PlannedCall[]
  /** The values of each parameter that are tried in pairs. */
  paired: PairedParameter[]
}

/** Finds labels and boundaries of each parameter, and the values that are tried in pairs. */
export async function thoroughCalls(
  database: TestDatabase,
  query: QueryPlan,
  values: ParameterValues,
  effort: Effort,
): Promise<ThoroughCalls> {
  const labels = await labelValues(database, query)
  const single: { name: string; value: Value; reason: 'labels' | 'boundaries'; why: string }[] = []
  const paired: PairedParameter[] = []
  for (const parameter of query.parameters) {
    const { name } = parameter
    const sent = query.works.flatMap(({ parameters }) => parameters[name] ?? [])
    const own = labels.get(name)
    const boundaries = await boundaryValues(
      database,
      typeOf(database, query, name),
      [...new Set(sent)],
      trustedInstants(database),
    )
    for (const value of own?.values ?? [])
      single.push({ name, value, reason: 'labels', why: `${name}: each label of ${own?.source}` })
    for (const value of boundaries.slice(0, effort.boundaries))
      single.push({ name, value, reason: 'boundaries', why: `${name}: boundary of ${typeOf(database, query, name)}` })
    paired.push(
      pairedParameter(
        parameter,
        own?.values ?? [],
        sent,
        boundaries,
        values.get(name) ?? [],
        effort.pairedValues - OTHER_PLACES,
      ),
    )
  }
  return {
    paired,
    around: start => [
      ...single.map(({ name, value, reason, why }) => ({ parameters: { ...start, [name]: value }, reason, why })),
      ...pairCalls(start, paired, effort),
    ],
  }
}

function pairedParameter(
  { name, values: written }: ParameterPlan,
  labels: string[],
  sent: string[],
  boundaries: string[],
  tried: Value[],
  mostChoices: number,
): PairedParameter {
  const listed = [...new Set([...written, ...sent])].filter(value => value !== null && !labels.includes(value))
  const choices = [
    ...sampleEvenly(labels, mostChoices),
    ...sampleEvenly(listed, Math.max(1, mostChoices - labels.length)),
  ]
  const ofSeed = sampleEvenly(
    tried.filter(value => !choices.includes(value)),
    MOST_OF_SEED,
  )
  return { name, choices, others: [null, ...ofSeed], boundaries: boundaries.slice(0, MOST_BOUNDARIES) }
}
