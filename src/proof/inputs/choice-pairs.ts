import { sampleEvenly } from '../../lib/sample-evenly.ts'
import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { ParameterPlan, QueryPlan } from '../plan/plan.ts'
import { isList, isPrimaryKey } from './parameter-columns.ts'
import { MATCH_ALL_TEXTS, type ParameterValues } from './parameter-values.ts'
import type { Parameters } from './parameters.ts'
import type { TableRows } from './table-rows.ts'
import { isChosenType } from './value-types.ts'

const MOST_CHOICES = 12
const MOST_AMOUNTS = 4
/** The most calls for one parameter: the fewer choices it has, the more rows they are tried on. */
const MOST_CALLS = 144

/**
 * Two values in one call of a case that writes: each choice with each row, and each choice with each other choice. A
 * choice is a value from a short list, such as the status that an order is moved to. Whether an order may be moved to
 * `paid` depends on the status that it has, and a forbidden move is in no call of `works`.
 */
export function choicePairs(
  database: TestDatabase,
  query: QueryPlan,
  values: ParameterValues,
  tables: TableRows[],
): Parameters[] {
  const toParameters = ({ name }: ParameterPlan): Parameters[] =>
    (values.get(name) ?? [])
      .filter(value => value !== null && !MATCH_ALL_TEXTS.includes(value))
      .map(value => ({ [name]: value }))
  const isChosen = ({ name }: ParameterPlan) => isChosenType(typeOf(database, query, name))
  const isId = (parameter: ParameterPlan) => isPrimaryKey(database, parameter)
  const isRow = (parameter: ParameterPlan) => isId(parameter) || isList(database, query, parameter)

  const choices = query.parameters
    .filter(parameter => isChosen(parameter) && !isId(parameter))
    .map(toParameters)
    .filter(hasBetween(2, MOST_CHOICES))
  // A few amounts that proof.yaml lists are tried as choices are, but not with each other.
  const amounts = query.parameters
    .filter(one => !isChosen(one) && !isRow(one) && !one.isLimit && one.columns.length === 0)
    .map(toParameters)
    .filter(hasBetween(2, MOST_AMOUNTS))
  const inTables = new Set(tables.flatMap(({ names }) => names))
  const single = query.parameters.filter(one => !inTables.has(one.name) && isRow(one)).map(toParameters)
  const rows = [...tables.map(table => table.rows), ...single]

  return [
    ...choices.flatMap((choice, index) => choices.slice(index + 1).flatMap(other => combine(choice, other))),
    ...[...choices, ...amounts].flatMap(choice =>
      rows.flatMap(list => combine(choice, sampleEvenly(list, Math.floor(MOST_CALLS / choice.length)))),
    ),
  ]
}

function hasBetween(fewest: number, most: number): (list: Parameters[]) => boolean {
  return ({ length }) => length >= fewest && length <= most
}

/** Each of the first with each of the second. Where both name a parameter, the first wins. */
function combine(first: Parameters[], second: Parameters[]): Parameters[] {
  return first.flatMap(one => second.map(other => ({ ...other, ...one })))
}
