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

/**
 * The assignment that takes the values of one other row of the seed which fit to the columns that are kept: of the row in
 * which most values are other ones. A row for which there is none stays as it is.
 */
export function jointValues(
  table: string,
  { changed, kept, conditions }: JointColumns,
  isOneForAll: boolean,
  /** Absent: the row with most other values is taken. Another text takes another row. */
  salt?: string,
): string {
  const own = (name: string) => `${identifier(table)}.${identifier(name)}`
  const list = changed.map(identifier).join(', ')
  const isOther = changed.map((name, at) => `(o.proof_${at}::text is distinct from ${own(name)}::text)`)
  const values = changed.map((name, at) => `o.proof_${at} as ${identifier(name)}`)
  const order = isOneForAll
    ? 'o.proof_text'
    : `md5(${quoted(salt ?? '')} || o.proof_text || ${identifier(table)}.ctid::text)`
  const rows = `select ${changed.map((name, at) => `${identifier(name)} as proof_${at}`).join(', ')}, row(${list})::text as proof_text from before.${identifier(table)}`
  const donors =
    salt === undefined ? rows : `${rows} order by md5(${quoted(salt)} || row(${list})::text) limit ${MOST_DONORS}`
  return `(${list}) = (select ${list} from (
    select ${changed.map(name => `m.${identifier(name)}`).join(', ')}, ${isOther.map(sql => `${sql}::int`).join(' + ')} as proof_others, ${order} as proof_order
    from (${donors}) o
    cross join lateral (select ${[...values, ...kept.map(name => `${own(name)} as ${identifier(name)}`)].join(', ')}) m
    where ${conditions.map(sql => `coalesce((${sql}), true)`).join(' and ')}
    union all select ${changed.map(own).join(', ')}, 0, '') found
    order by ${salt === undefined ? 'proof_others' : 'least(proof_others, 1)'} desc, proof_order limit 1)`
}
