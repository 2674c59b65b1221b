import type { ProofPlan, RulePlan } from '../plan/plan.ts'
import type { Table } from '../postgres/catalog.ts'

/** Where proof.yaml does not say which tables to fill: all that can be copied, with the columns that make their rows unique. */
export function withFloodTables(plan: ProofPlan, tables: Map<string, Table>): ProofPlan {
  const found = [...tables.values()].flatMap(({ name, columns, references }) => {
    const pointing = new Set(references.flatMap(reference => reference.columns))
    const own = columns.filter(column => column.isKey && !column.isComputed && !pointing.has(column.name))
    return own.length === 0 ? [] : [[name, own.map(column => column.name)] as const]
  })
  const isWithout = ({ maxRows, flood }: RulePlan) => maxRows !== undefined && Object.keys(flood).length === 0
  const rules = plan.rules.map(rule =>
    isWithout(rule) ? { ...rule, flood: Object.fromEntries(found), isFloodGuessed: true } : rule,
  )
  return { ...plan, rules }
}

export interface LinkFlood {
  /** The tables of links alone. */
  links: string[]
  flood: Record<string, string[]>
}

/**
 * For each table that others link to something, a flood of that table with these links and nothing else: one thing then
 * gets many links. A table of links, such as `ticket_tags (ticket_id, tag_id)`, has no key but the keys that it points with.
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
    links: group.map(({ name }) => name),
    flood: Object.fromEntries([
      [table, group.flatMap(({ targets }) => targets)],
      ...group.map(({ name, columns }) => [name, columns] as const),
    ]),
  }))
}
