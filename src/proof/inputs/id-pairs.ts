import { sampleEvenly } from '../../lib/sample-evenly.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ParameterPlan, QueryPlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { isList, isPrimaryKey, MOST_VALUES } from './parameter-columns.ts'
import type { ParameterValues } from './parameter-values.ts'
import type { Parameters } from './parameters.ts'

/** The most ids of one parameter that are paired with ids of another. */
const MOST_IDS = 12

/**
 * Two ids in one call. First come ids that belong together, such as a comment and its ticket, in every tenant. Then
 * come ids that may not belong together, such as a comment and another ticket.
 */
export async function idPairs(
  database: TestDatabase,
  query: QueryPlan,
  values: ParameterValues,
): Promise<Parameters[]> {
  const ids = query.parameters.filter(parameter => isPrimaryKey(database, parameter))
  const sampleOf = ({ name }: ParameterPlan) => sampleEvenly(values.get(name) ?? [], MOST_IDS)
  const pairs: Parameters[] = []
  for (const [index, one] of ids.entries()) {
    for (const other of ids.slice(index + 1)) {
      if (![one, other].some(parameter => isList(database, query, parameter)))
        pairs.push(...(await relatedPairs(database, one, other)), ...(await relatedPairs(database, other, one)))
      for (const id of sampleOf(one)) {
        for (const otherId of sampleOf(other)) pairs.push({ [one.name]: id, [other.name]: otherId })
      }
    }
  }
  return pairs
}

/** The ids of rows with the ids that these rows point at; none where no foreign key leads from `one` to `other`. */
async function relatedPairs(database: TestDatabase, one: ParameterPlan, other: ParameterPlan): Promise<Parameters[]> {
  const [table = '', column = ''] = one.columns[0]?.split('.') ?? []
  const [target = '', targetColumn = ''] = other.columns[0]?.split('.') ?? []
  const reference = database.tables
    .get(table)
    ?.references.find(to => to.table === target && to.targets.includes(targetColumn))
  const key = reference?.columns[reference.targets.indexOf(targetColumn)]
  if (key === undefined) return []
  const [result] = await database.session.run(
    `select ${identifier(column)}::text, ${identifier(key)}::text from ${identifier(table)} order by 1 limit ${MOST_VALUES}`,
  )
  return (result?.rows ?? []).map(([id, otherId]) => ({ [one.name]: id ?? null, [other.name]: otherId ?? null }))
}
