import type { Table } from '../../postgres/catalog.ts'
import type { GrantedColumn } from '../../postgres/rights.ts'
import type { Target } from './caller.ts'

/** A statement that a client may send, and why it is tried. */
export interface ClientStatement {
  sql: string
  why: string
  /**
   * It writes a value into a key that the database would make up. PostgreSQL tells whether such a key is taken, whoever has it:
   * the statement is judged by what it changes, and its answer is not compared.
   */
  isOfOpenKey?: true
}

/** Whether the column is part of a unique key, and the database makes a value up where a client sends none. */
export function isOpenKey({ table }: Target, { name }: GrantedColumn): boolean {
  const isGenerated = table?.columns.some(column => column.name === name && column.isGenerated) ?? false
  return isGenerated && uniqueKeys(table).some(key => key.includes(name))
}

/** The columns of each unique index. Among the constraints of the catalog, a CHECK alone has a condition. */
export function uniqueKeys(table: Table | undefined): string[][] {
  return (table?.constraints ?? []).filter(({ condition }) => condition === undefined).map(({ columns }) => columns)
}
