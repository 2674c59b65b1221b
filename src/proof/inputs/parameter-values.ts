import { columnOf, typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ParameterPlan, QueryPlan, Value } from '../plan/plan.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { MOST_VALUES, sentColumn } from './parameter-columns.ts'
import { isText } from './value-types.ts'

/** The values that each parameter of a query is tried with, by the parameter's name. */
export type ParameterValues = ReadonlyMap<string, Value[]>

/** Page sizes. The check `limit` tries sizes that make no sense, such as -1, where there are many rows. */
const PAGE_SIZES: Value[] = [null, '1']

/** Texts that match every row where a query takes a pattern, or takes an empty text for "no filter". */
export const MATCH_ALL_TEXTS: Value[] = ['', '%']

export async function parameterValues(database: TestDatabase, query: QueryPlan): Promise<ParameterValues> {
  const values = new Map<string, Value[]>()
  for (const parameter of query.parameters) values.set(parameter.name, await valuesOf(database, query, parameter))
  return values
}

async function valuesOf(database: TestDatabase, query: QueryPlan, parameter: ParameterPlan): Promise<Value[]> {
  const values: Value[] = [null, ...parameter.values, ...(parameter.isLimit ? PAGE_SIZES : [])]
  for (const source of parameter.columns) values.push(...(await columnValues(database, query, parameter, source)))
  const type = typeOf(database, query, parameter.name)
  if (parameter.columns.length === 0 && parameter.values.length === 0) values.push(...(await allValues(database, type)))
  if (isText(type)) values.push(...MATCH_ALL_TEXTS)
  return [...new Set(values)]
}

async function columnValues(
  database: TestDatabase,
  query: QueryPlan,
  parameter: ParameterPlan,
  source: string,
): Promise<Value[]> {
  const { table } = columnOf(database.tables, source, parameter.line)
  const column = sentColumn(database, query, parameter, source)
  const [result] = await database.session.run(
    `select distinct ${column}::text from ${identifier(table.name)} order by 1 limit ${MOST_VALUES}`,
  )
  return (result?.rows ?? []).map(([value]) => value ?? null)
}

/** All values of an enum or of `boolean`; none of another type. */
async function allValues({ session }: TestDatabase, type: string): Promise<Value[]> {
  const [labels] = await session.run(
    `select e.enumlabel from pg_enum e where e.enumtypid = to_regtype(${quoted(type)}) order by e.enumsortorder`,
  )
  const values = (labels?.rows ?? []).map(([label]) => label ?? null)
  return type === 'boolean' ? [...values, 'true', 'false'] : values
}
