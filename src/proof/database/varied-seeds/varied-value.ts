import type { Column, Reference } from '../../postgres/catalog.ts'
import { identifier } from '../../sql/sql-text.ts'

/** What the SQL of a value may speak of. */
export interface Place {
  table: string
  column: Column
  references: Reference[]
  /** Those of the references that lead to a table with a column of the same name and type. */
  parents: Reference[]
  /** The other columns of the row that hold times. */
  times: string[]
  /** The columns of all tables that hold amounts, which the cell may be compared with: a limit and a total. */
  amounts: { table: string; column: string }[]
  /** The SQL of the time that it is for the actors; absent where there is no clock. */
  now?: string
}

/**
 * The SQL of other values for one cell: what another row has, and what is near the cell's own value, such as the same
 * text in capitals. `pick` is the SQL of a text that is another one for each cell and each attempt.
 */
export function variedValues(place: Place, pick: string): string[] {
  const { table, column, references } = place
  const own = `${identifier(table)}.${identifier(column.name)}`
  const drawn = (from: string, name: string) =>
    `(select o.${identifier(name)} from ${identifier(from)} o ${oneOf(`(select count(*) from ${identifier(from)})`, pick)})`
  const other = drawn(table, column.name)
  const none = column.isNullable ? ['null'] : []
  const reference = references.find(({ columns }) => columns.includes(column.name))
  if (reference) {
    const target = reference.targets[reference.columns.indexOf(column.name)] ?? ''
    return [drawn(reference.table, target), drawn(reference.table, target), other, ...none]
  }
  // What the row that this row belongs to has in a column of the same name: both were deleted at the same instant.
  const parents = place.parents.map(({ columns, table: parent, targets }) => {
    const isParent = columns.map(
      (name, at) => `o.${identifier(targets[at] ?? '')} = ${identifier(table)}.${identifier(name)}`,
    )
    return `(select o.${identifier(column.name)} from ${identifier(parent)} o where ${isParent.join(' and ')})`
  })
  // A value of our own would mostly break a CHECK constraint.
  const near = column.isChecked ? [] : nearValues(column, own, other, pick, place)
  return [other, ...none, ...near, ...parents]
}

function nearValues(
  { type, baseType, isEnum }: Column,
  own: string,
  other: string,
  pick: string,
  { times, amounts, now }: Place,
): string[] {
  if (isEnum)
    return [`(select label from unnest(enum_range(null::${type})) label order by md5(${pick} || label::text) limit 1)`]
  if (baseType === 'boolean') return [`not ${own}`]
  if (/^(text|character)/.test(baseType))
    return [
      `upper(${own})`,
      `initcap(${own})`,
      `initcap(${other})`,
      `${own} || ', ' || ${other}`,
      `${own} || ' '`,
      "''",
      "' '",
    ]
  const number = `coalesce(${own}, ${other})`
  if (/^numeric/.test(baseType))
    return ['0', `${own} + 0.01`, `${own} - 0.01`, `${number} * 10`, `round(${own})`, nearAmount(amounts, pick)]
  if (/^(smallint|integer|bigint)$/.test(baseType)) return ['0', `${own} + 1`, `${own} - 1`, `${number} * 10`]
  if (!/^(timestamp|date$)/.test(baseType)) return []
  const near = [own, ...(now === undefined ? [] : [now])]
  const moved = near.flatMap(time => [`${time} + interval '1 day'`, `${time} - interval '1 day'`])
  const far = near.slice(1).flatMap(time => [`${time} + interval '400 days'`, `${time} - interval '400 days'`])
  const minutes = near.slice(1).flatMap(time => [`${time} + interval '25 minutes'`, `${time} - interval '25 minutes'`])
  return [...moved, ...far, ...(baseType === 'date' ? [] : minutes), ...near.slice(1), ...times.map(identifier)].map(
    sql => `(${sql})::${type}`,
  )
}

/** The SQL of an amount of any table, or of one cent more or less. */
function nearAmount(amounts: Place['amounts'], pick: string): string {
  const drawn = amounts.map(({ table, column }, nth) => {
    const [from, amount] = [identifier(table), identifier(column)]
    const number = `(select count(${amount}) from ${from})`
    return `when ${nth} then (select ${amount} from ${from} where ${amount} is not null ${oneOf(number, `${pick} || 'amount'`)})`
  })
  return `(case abs(hashtext(${pick} || 'table')) % ${amounts.length} ${drawn.join(' ')} end
    + (array[0, 0, 0.01, -0.01])[1 + abs(hashtext(${pick} || 'cent')) % 4])`
}

/** The SQL that takes one of so many rows, by chance. */
function oneOf(number: string, pick: string): string {
  return `offset abs(hashtext(${pick})) % greatest(${number}, 1) limit 1`
}
