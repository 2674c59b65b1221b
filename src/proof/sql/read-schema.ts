import { loadModule } from 'libpg-query'
import { as, type Body, columnParts, lastName, nodesIn } from './node.ts'
import { parseStatements } from './parse-statements.ts'

export interface SchemaNames {
  /** Table -> its columns. */
  tables: Record<string, string[]>
  /** Table -> column -> its type as the parser names it: `int4`, `text`, `int4[]`. */
  types: Record<string, Record<string, string>>
  /** Table -> the columns that a CHECK speaks of. */
  checked: Record<string, string[]>
  /** Table -> the columns that are never NULL. */
  required: Record<string, string[]>
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
  const types: SchemaNames['types'] = {}
  const checked: SchemaNames['checked'] = {}
  const required: SchemaNames['required'] = {}
  const enums: SchemaNames['enums'] = []
  for (const statement of parseStatements(sql)) {
    const { relation, tableElts = [] } = as(statement, 'CreateStmt') ?? {}
    if (relation?.relname) {
      const columns = tableElts.flatMap(item => as(item, 'ColumnDef') ?? [])
      tables[relation.relname] = columns.flatMap(({ colname }) => colname ?? [])
      types[relation.relname] = Object.fromEntries(columns.map(one => [one.colname ?? '', typeText(one.typeName)]))
      required[relation.relname] = columns.filter(isRequired).flatMap(({ colname }) => colname ?? [])
      const checks = nodesIn(tableElts).filter(node => as(node, 'Constraint')?.contype === 'CONSTR_CHECK')
      checked[relation.relname] = nodesIn(checks).flatMap(node => columnParts(node)?.at(-1) ?? [])
    }
    const { vals } = as(statement, 'CreateEnumStmt') ?? {}
    if (vals) enums.push(vals.map(value => lastName([value])))
  }
  return { tables, types, checked, required, enums }
}

function isRequired({ constraints = [] }: Body<'ColumnDef'>): boolean {
  const kinds = constraints.map(constraint => as(constraint, 'Constraint')?.contype)
  return kinds.includes('CONSTR_NOTNULL') || kinds.includes('CONSTR_PRIMARY')
}

/** `bigserial` and `bigint` are both `int8`. */
const SERIALS: Record<string, string> = { serial: 'int4', bigserial: 'int8', smallserial: 'int2' }

/** A type as the parser names it: `int4` for `integer`, `int4[]` for `int[]`. */
export function typeText(type: Body<'TypeName'> | undefined): string {
  const name = lastName(type?.names)
  return `${SERIALS[name] ?? name}${type?.arrayBounds === undefined ? '' : '[]'}`
}
