// Other values for columns that a CHECK constraint names together, such as `closed_at is not null or status = 'open'`.
// Values that are chosen one by one may break the constraint; those of one other row fit together.

import type { Constraint } from '../postgres/catalog.ts'
import { identifier, quoted } from '../sql/sql-text.ts'

/** Where any other row will do, the rows of which values are taken: hundreds of rows for hundreds of rows take too long. */
const MOST_DONORS = 20

/** Columns that constraints name together. */
export interface JointColumns {
  /** The columns that get other values. */
  changed: string[]
  /** The columns that keep theirs. */
  kept: string[]
  /** The conditions of the constraints. */
  conditions: string[]
}

/** The groups of columns that a CHECK constraint names together with others, as far as they are written. */
export function jointColumns(constraints: Constraint[], written: string[]): JointColumns[] {
  const groups: { columns: Set<string>; conditions: string[] }[] = []
  for (const { columns, condition } of constraints) {
    if (condition === undefined || columns.length < 2) continue
    const group = { columns: new Set(columns), conditions: [condition] }
    // Constraints that share a column are one group.
    for (const other of groups.filter(one => columns.some(name => one.columns.has(name)))) {
      for (const name of other.columns) group.columns.add(name)
      group.conditions.push(...other.conditions)
      groups.splice(groups.indexOf(other), 1)
    }
    groups.push(group)
  }
  return groups
    .map(({ columns, conditions }) => ({
      changed: [...columns].filter(name => written.includes(name)),
      kept: [...columns].filter(name => !written.includes(name)),
      conditions,
    }))
    .filter(({ changed }) => changed.length > 0)
}

/** The name of the rows of `donorsSql`. */
const DONORS = 'proof_donors'

/** The rows of the seed of which other rows get values, as a CTE; `salt` decides which. They are chosen once for a statement. */
export function donorsSql(table: string, changed: string[], salt: string): string {
  const order = `md5(${quoted(salt)} || row(${changed.map(identifier).join(', ')})::text)`
  return `with ${DONORS} as materialized (${seedRows(table, changed)} order by ${order} limit ${MOST_DONORS})`
}

/** The values of a table's rows in the seed: `proof_0` and so on, and all of them as `proof_text`. */
function seedRows(table: string, columns: string[]): string {
  const list = columns.map(identifier)
  return `select ${list.map((name, at) => `${name} as proof_${at}`).join(', ')}, row(${list.join(', ')})::text as proof_text from before.${identifier(table)}`
}

/**
 * The assignment that takes the values of one other row of the seed which fit to the columns that are kept: of the row in
 * which most values are other ones. A row for which there is none stays as it is.
 */
export function jointValues(
  table: string,
  { changed, kept, conditions }: JointColumns,
  isOneForAll: boolean,
  /** Given: any row of `donorsSql` with other values is taken; another text takes another row. */
  salt?: string,
): string {
  const own = (name: string) => `${identifier(table)}.${identifier(name)}`
  const list = changed.map(identifier).join(', ')
  const others =
    salt === undefined
      ? changed.map((name, at) => `(o.proof_${at}::text is distinct from ${own(name)}::text)::int`).join(' + ')
      : `(o.proof_text is distinct from row(${changed.map(own).join(', ')})::text)::int`
  const values = changed.map((name, at) => `o.proof_${at} as ${identifier(name)}`)
  const order = isOneForAll
    ? 'o.proof_text'
    : `md5(${quoted(salt ?? '')} || o.proof_text || ${identifier(table)}.ctid::text)`
  return `(${list}) = (select ${list} from (
    select ${changed.map(name => `m.${identifier(name)}`).join(', ')}, ${others} as proof_others, ${order} as proof_order
    from ${salt === undefined ? `(${seedRows(table, changed)})` : DONORS} o
    cross join lateral (select ${[...values, ...kept.map(name => `${own(name)} as ${identifier(name)}`)].join(', ')}) m
    where ${conditions.map(sql => `coalesce((${sql}), true)`).join(' and ')}
    union all select ${changed.map(own).join(', ')}, 0, '') found
    order by proof_others desc, proof_order limit 1)`
}
