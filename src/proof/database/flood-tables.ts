import type { ProofPlan, RulePlan } from '../plan/plan.ts'
import type { Table } from '../postgres/catalog.ts'

/**
 * The plan with a `flood` for each rule that has `max_rows` and names no tables: all tables whose rows can be copied,
 * with the columns that make their rows unique, such as `{tickets: [id]}`.
 */
export function withFloodTables(plan: ProofPlan, tables: Map<string, Table>): ProofPlan {
  const lacksFlood = ({ maxRows, flood }: RulePlan) => maxRows !== undefined && Object.keys(flood).length === 0
  const rules = plan.rules.map(rule =>
    lacksFlood(rule) ? { ...rule, flood: floodOfAll(tables), isFloodGuessed: true } : rule,
  )
  return { ...plan, rules }
}

const known = new WeakMap<Map<string, Table>, RulePlan['flood']>()

/** All tables whose rows can be copied, with the columns that make their rows unique. It is asked for each change of a row. */
export function floodOfAll(tables: Map<string, Table>): RulePlan['flood'] {
  const found = known.get(tables) ?? findFlood(tables)
  known.set(tables, found)
  return found
}

function findFlood(tables: Map<string, Table>): RulePlan['flood'] {
  const found = [...tables.values()].flatMap(({ name, columns, references }) => {
    const pointing = new Set(references.flatMap(reference => reference.columns))
    const own = columns.filter(column => column.isKey && !column.isComputed && !pointing.has(column.name))
    return own.length === 0 ? [] : [[name, own.map(column => column.name)] as const]
  })
  return Object.fromEntries(found)
}

/** Tables to fill so that one row gets many links: a ticket with hundreds of tags. */
export interface LinkFlood {
  /** The tables of links, such as `ticket_tags`. */
  linkTables: string[]
  /** The linked table and its links, with the columns to renew in each copy: `{tags: [id], ticket_tags: [tag_id]}`. */
  flood: Record<string, string[]>
}

/**
 * A flood for each table that is linked, together with its links and nothing else. A table of links, such as
 * `ticket_tags (ticket_id, tag_id)`, has a primary key that consists of foreign keys.
 */
export function linkFloods(tables: Map<string, Table>): LinkFlood[] {
  const ends = [...tables.values()].flatMap(({ name, primaryKey, references }) => {
    const found = primaryKey.flatMap(
      key => references.find(({ columns }) => columns.length === 1 && columns[0] === key) ?? [],
    )
    const isLink = primaryKey.length > 1 && found.length === primaryKey.length
    return isLink ? found.map(({ columns, table, targets }) => ({ name, columns, table, targets })) : []
  })
  return [...Map.groupBy(ends, ({ table }) => table)].map(([table, group]) => ({
    linkTables: group.map(({ name }) => name),
    flood: Object.fromEntries([
      [table, group.flatMap(({ targets }) => targets)],
      ...group.map(({ name, columns }) => [name, columns] as const),
    ]),
  }))
}
