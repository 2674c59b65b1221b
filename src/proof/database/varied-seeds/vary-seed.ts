// Varied seeds: the main seed with other values in the columns that `vary` of proof.yaml names, and with copies of some
// rows. An author thinks of some rows and not of others: a ticket of a closed group that is merged, a name that is blank, a
// second membership of the same person.

import type { VariedTable } from '../../plan/plan.ts'
import { PlanError } from '../../plan/plan-error.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { TestDatabase } from '../test-database.ts'
import { copySql, endSql, gapSql } from './copy-rows.ts'
import { eachRow, keptSql, valueSql } from './each-row.ts'

/** How many varied seeds there are on which all calls are judged. Each has other values. */
export const VARIED_SEEDS = 2

/** How many more there are, on which calls are judged that give something else than another good case gives. */
export const FURTHER_SEEDS = 4

/** How much of a seed is varied. */
interface Style {
  /** Of a hundred rows, how many get another value in a column. */
  share: number
  /** How many copies of rows a table gets at least; more than one of a row where the table is small. */
  copies: number
  /** Some rows that hold now become two, with a gap between them. */
  hasGaps: boolean
  /** Of a hundred rows, how many get a very long text in a column. */
  longTexts: number
}

/** The styles, by seed in turn. A little leaves most as it is; with many copies more comes together, and more is open. */
const STYLES: readonly Style[] = [
  { share: 20, copies: 6, hasGaps: true, longTexts: 0 },
  { share: 20, copies: 30, hasGaps: false, longTexts: 0 },
  { share: 30, copies: 12, hasGaps: true, longTexts: 40 },
]

/** The SQL that varies the rows of the seed, which must be loaded; empty where proof.yaml varies nothing. */
export async function variationSql(database: TestDatabase, number: number): Promise<string> {
  const { share, copies, hasGaps, longTexts } = STYLES[number % STYLES.length] as Style
  const loops: string[] = []
  for (const [table, varied] of Object.entries(database.plan.vary)) {
    await checkSeed(database, table, varied)
    for (const column of varied.columns) {
      const value = valueSql(database, table, column)
      loops.push(loopSql(database, table, column, varied, value, { salt: `${number} ${column}`, share }))
      const long = longTexts === 0 ? undefined : longTextSql(database, table, column)
      loops.push(loopSql(database, table, column, varied, long, { salt: `${number} ${column} long`, share: longTexts }))
    }
    loops.push(takeOverSql(database, table, varied, `${number}`))
    if (hasGaps) loops.push(gapSql(database, table, varied, `${number}`), endSql(database, table, varied, `${number}`))
    // The copies come last: most values of a copy are those of its original.
    loops.push(copySql(database, table, varied, `${number}`, copies))
  }
  if (loops.length === 0) return ''
  return `do $vary$ declare cell record; changed record; is_done boolean; begin
    set constraints all immediate;
    ${loops.join('\n')}
  end $vary$`
}

/** @throws {PlanError} where a row of the seed breaks `where`: the condition must hold of all rows. */
async function checkSeed(database: TestDatabase, table: string, { where, line }: VariedTable): Promise<void> {
  if (!where) return
  const sql = `select count(*) from ${identifier(table)} where not (${keptSql(database, where)})`
  const broken = (await database.ask(sql, { ...where, table }))[0]?.[0]
  if (broken !== '0')
    throw new PlanError(`vary: "where" of ${table} must hold of all rows of the seed, but ${broken} break it.`, line)
}

/** How rows are chosen: `salt` is a text that is another one for each choice. */
interface Choice {
  salt: string
  /** Of a hundred rows, how many. */
  share: number
}

/** Gives some rows another value in one column, row by row: a row that a constraint refuses stays as it is. */
function loopSql(
  database: TestDatabase,
  name: string,
  columnName: string,
  { where }: VariedTable,
  value: string | undefined,
  { salt, share }: Choice,
): string {
  const table = identifier(name)
  if (value === undefined) return ''
  const update = `update ${table} set ${identifier(columnName)} = ${value} where ctid = cell.at and tableoid = cell.part`
  return eachRow(database, name, salt, { share: `${share}`, times: '1' }, where, [update])
}

/** Longer than any length that code may compare with. */
const LONG = 3000

/** The SQL of a very long text that begins as the row's own; undefined for a column that holds no text of people. */
function longTextSql({ tables }: TestDatabase, table: string, columnName: string): string | undefined {
  const { columns = [], references = [] } = tables.get(table) ?? {}
  const column = columns.find(({ name }) => name === columnName)
  const isFree =
    column && /^(text|character)/.test(column.baseType) && !column.isChecked && !column.isComputed && !column.isEnum
  if (!isFree || references.some(reference => reference.columns.includes(columnName))) return undefined
  return `${identifier(table)}.${identifier(columnName)} || repeat('x', ${LONG})`
}

/** Of a hundred rows, how many take over values of another row. */
const TAKEN_SHARE = 12

/** Gives some rows half of the values of another row: values that come together, such as a flag and what it is about. */
function takeOverSql(database: TestDatabase, name: string, { columns, where }: VariedTable, salt: string): string {
  const table = identifier(name)
  const isWritten = (column: string) =>
    database.tables.get(name)?.columns.some(one => one.name === column && !one.isComputed)
  const values = columns.filter(isWritten).map(column => {
    const isTaken = `abs(hashtext(cell.pick || attempt || ${quoted(column)})) % 2 = 0`
    return `${identifier(column)} = case when ${isTaken} then other.${identifier(column)} else ${table}.${identifier(column)} end`
  })
  if (values.length < 2) return ''
  const other = `select * from ${table} offset abs(hashtext(cell.pick || attempt)) % greatest((select count(*) from ${table}), 1) limit 1`
  const update = `update ${table} set ${values.join(', ')} from (${other}) other
          where ${table}.ctid = cell.at and ${table}.tableoid = cell.part`
  return eachRow(database, name, `${salt} taken`, { share: `${TAKEN_SHARE}`, times: '1' }, where, [update])
}
