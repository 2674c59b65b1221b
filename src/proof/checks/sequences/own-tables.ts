// The tables that a migration makes for itself hold keys, flags and times. No rule is about them, and they are in no world: a copy
// of a title, or a sum of amounts, would stay there when the rows that it comes from are gone.

import type { CaseRun } from '../../cases/case-run.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Column, Table } from '../../postgres/catalog.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { Observation } from '../check.ts'

/** The types of keys, flags and times. A list or a range of them is as good. */
const OF_KEYS =
  /^(smallint|integer|bigint|uuid|boolean|date|time|timestamp|interval|(int[48]|date|ts|tstz)(multi)?range)\b/
/** The most values of a column that are looked at. */
const MOST_VALUES = 500

/** Yields a doubt for a case whose own tables hold something else. */
export async function* copiesOf(database: TestDatabase, caseRun: CaseRun): AsyncGenerator<Observation> {
  const copied = await copiedValue(database, caseRun.case.code)
  if (!copied) return
  const { table, column, value } = copied
  const reason = `${table}.${column}, which the migration makes, holds ${quoted(value)}; tables of a migration hold keys, flags and times, and one that copies what rules are about belongs into the schema of SPEC.md, with rules of its own`
  yield { caseRun, kind: 'doubt', reason }
}

interface Copied {
  table: string
  column: string
  value: string
}

/** The first value that is no key, and no constant of the code or of the schema. */
async function copiedValue(database: TestDatabase, code: string): Promise<Copied | undefined> {
  const columns = (database.ownTables ?? []).flatMap(table =>
    table.columns
      .filter(isWide)
      .map(({ name, type }) => ({ table: table.name, column: name, isList: type.endsWith('[]') })),
  )
  if (columns.length === 0) return undefined
  const results = await database.session.run(
    columns
      .map(({ table, column, isList }) => {
        const name = identifier(column)
        const value = isList ? `unnest(${name})` : name
        return `select distinct v::text from (select ${value} as v from public.${identifier(table)}) o where v is not null limit ${MOST_VALUES}`
      })
      .join(';\n'),
  )
  const known = new Set([...constantsIn(code), ...(await knownValues(database))])
  for (const [nth, { table, column }] of columns.entries()) {
    const value = results[nth]?.rows.flat().find(one => one !== null && !known.has(one))
    if (value != null) return { table, column, value }
  }
  return undefined
}

const isWide = ({ baseType, isEnum }: Column) => !isEnum && !OF_KEYS.test(baseType)

/** What stands in quotes, and numbers. */
function constantsIn(code: string): string[] {
  const texts = [...code.matchAll(/'((?:[^']|'')*)'/g)].map(([, text = '']) => text.replaceAll("''", "'"))
  return [...texts, ...(code.match(/\b\d+(?:\.\d+)?\b/g) ?? [])]
}

/** Labels of CHECK constraints and enums, the names of roles, and keys of the schema that are texts. */
async function knownValues({ session, tables, roles }: TestDatabase): Promise<string[]> {
  const conditions = [...tables.values()].flatMap(({ constraints }) =>
    constraints.map(({ condition = '' }) => condition),
  )
  const keys = [...tables.values()].flatMap(keysOf)
  const found = await session.run(['select enumlabel from pg_enum', ...keys].join(';\n'))
  const values = found.flatMap(({ rows }) => rows.flat()).flatMap(value => value ?? [])
  return [...conditions.flatMap(constantsIn), ...roles, ...values]
}

function keysOf({ name, columns }: Table): string[] {
  return columns
    .filter(column => column.isKey && isWide(column))
    .map(column => `select ${identifier(column.name)}::text from public.${identifier(name)}`)
}
