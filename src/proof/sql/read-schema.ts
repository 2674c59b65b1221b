import { loadModule, parseSync } from 'libpg-query'

interface SchemaKnowledge {
  /** Table -> columns. */
  schema: Record<string, string[]>
  enums: string[][]
}

/** The tables and enums of a schema, for mutants that swap one name for another. */
export async function readSchema(sql: string): Promise<SchemaKnowledge> {
  await loadModule()
  const { stmts = [] } = parseSync(sql) as { stmts?: { stmt?: Record<string, unknown> }[] }
  const knowledge: SchemaKnowledge = { schema: {}, enums: [] }
  for (const { stmt = {} } of stmts) {
    const table = stmt.CreateStmt as
      | { relation?: { relname?: string }; tableElts?: { ColumnDef?: { colname?: string } }[] }
      | undefined
    const name = table?.relation?.relname
    if (name) knowledge.schema[name] = (table.tableElts ?? []).flatMap(element => element.ColumnDef?.colname ?? [])
    const values = stmt.CreateEnumStmt as { vals?: { String?: { sval?: string } }[] } | undefined
    if (values) knowledge.enums.push((values.vals ?? []).flatMap(value => value.String?.sval ?? []))
  }
  return knowledge
}
