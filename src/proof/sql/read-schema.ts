import { loadModule } from 'libpg-query'
import { as, lastName } from './node.ts'
import { parseStatements } from './parse-statements.ts'

export interface SchemaNames {
  /** Table -> its columns. */
  tables: Record<string, string[]>
  /** The values of each enum. */
  enums: string[][]
}

/**
 * The tables and enums of a schema, for mutants that swap one name for another.
 *
 * They are read from the text, and not from PostgreSQL as in postgres/catalog.ts: mutants are made where no database is
 * open, before it is known whether one is needed. When every mutant was proved before, none is. What the text does not list
 * (`LIKE`, `ALTER TABLE … ADD COLUMN`) is missed: there are then fewer mutants, and no wrong ones.
 */
export async function readSchema(sql: string): Promise<SchemaNames> {
  await loadModule()
  const tables: SchemaNames['tables'] = {}
  const enums: SchemaNames['enums'] = []
  for (const statement of parseStatements(sql)) {
    const { relation, tableElts = [] } = as(statement, 'CreateStmt') ?? {}
    if (relation?.relname) tables[relation.relname] = tableElts.flatMap(item => as(item, 'ColumnDef')?.colname ?? [])
    const { vals } = as(statement, 'CreateEnumStmt') ?? {}
    if (vals) enums.push(vals.map(value => lastName([value])))
  }
  return { tables, enums }
}
