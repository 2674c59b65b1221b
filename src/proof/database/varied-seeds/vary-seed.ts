// Varied seeds: the main seed with other values in the columns that `vary` of proof.yaml names, and with copies of some
// rows. An author thinks of some rows and not of others: a ticket of a closed group that is merged, a name that is blank, a
// second membership of the same person.

import type { Condition, VariedTable } from '../../plan/plan.ts'
import { PlanError } from '../../plan/plan-error.ts'
import type { Column } from '../../postgres/catalog.ts'
import { identifier, literal, quoted } from '../../sql/sql-text.ts'
import { floodOfAll } from '../flood-tables.ts'
import type { TestDatabase } from '../test-database.ts'
import { variedValues } from './varied-value.ts'

/** How many varied seeds there are. Each has other values. */
export const VARIED_SEEDS = 3

/** Of a hundred rows, how many get another value in a column. */
const SHARE = 40

/** How many copies of rows a table gets at least; more than one of a row where the table is small. */
const COPIES = 40
/** Of a hundred rows of a larger table, how many get a copy. */
const COPIED_SHARE = 20

/** After so many values that a constraint or `where` refuses, a cell keeps its own. */
const MOST_ATTEMPTS = 5

/** The SQL that varies the rows of the seed, which must be loaded; empty where proof.yaml varies nothing. */
export async function variationSql(database: TestDatabase, number: number): Promise<string> {
  const loops: string[] = []
  for (const [table, varied] of Object.entries(database.plan.vary)) {
    await checkSeed(database, table, varied)
    loops.push(copySql(database, table, varied, `${number}`))
    for (const column of varied.columns) loops.push(loopSql(database, table, column, varied, `${number}`))
  }
  if (loops.length === 0) return ''
  return `do $vary$ declare cell record; changed record; is_done boolean; begin
    set constraints all immediate;
    ${loops.join('\n')}
  end $vary$`
}

/** @throws {PlanError} where a row of the seed breaks `where`: the condition must hold of all rows. */
async function checkSeed({ ask, bind }: TestDatabase, table: string, { where, line }: VariedTable): Promise<void> {
  if (!where) return
  const sql = `select count(*) from ${identifier(table)} where not coalesce((${bind(where, {})}), true)`
  const broken = (await ask(sql, { ...where, table }))[0]?.[0]
  if (broken !== '0')
    throw new PlanError(`vary: "where" of ${table} must hold of all rows of the seed, but ${broken} break it.`, line)
}

/** Gives some rows another value in one column, row by row: a row that a constraint refuses stays as it is. */
function loopSql(
  database: TestDatabase,
  name: string,
  columnName: string,
  { where }: VariedTable,
  salt: string,
): string {
  const table = identifier(name)
  const value = valueSql(database, name, columnName)
  if (value === undefined) return ''
  const update = `update ${table} set ${identifier(columnName)} = ${value}
          where ctid = cell.at and tableoid = cell.part returning ctid as at, tableoid as part into changed;`
  return eachRow(database, name, `${salt} ${columnName}`, { share: `${SHARE}`, times: '1' }, where, update)
}

/**
 * The SQL of the span by which all times of a copy are moved, so that its first time lies a little before or after now: what
 * ended begins again later.
 */
function shiftSql(first: string, now: string): string {
  const days = "(array[-20, -1, 1, 20])[1 + abs(hashtext(cell.pick || attempt || 'shift')) % 4]"
  return `(${now}::timestamptz + ${days} * interval '1 day' - ${first}::timestamptz)`
}

/**
 * Adds copies of rows, each with other values in some of the varied columns, or with all of its times moved: a second link of
 * the same two people, at another time. A copy that a constraint refuses is tried again with fewer other values.
 */
function copySql(database: TestDatabase, name: string, { columns: varied, where }: VariedTable, salt: string): string {
  const table = identifier(name)
  const keys = floodOfAll(database.tables)[name]
  const written = (database.tables.get(name)?.columns ?? []).filter(({ isComputed }) => !isComputed)
  const isTime = ({ name: column, baseType }: Column) => varied.includes(column) && /^(timestamp|date$)/.test(baseType)
  const times = written.filter(isTime)
  const [now, [first]] = [nowSql(database), times]
  const shift = now && first && times.length > 1 ? shiftSql(`${table}.${identifier(first.name)}`, now) : undefined
  const values = written.map(column => {
    const own = `${table}.${identifier(column.name)}`
    const kept = keys?.includes(column.name) ? newKey(name, column, own) : own
    const other = varied.includes(column.name) ? valueSql(database, name, column.name) : undefined
    if (other === undefined) return kept
    const isOther = `abs(hashtext(cell.pick || attempt || ${quoted(column.name)})) % (1 + attempt) = 0`
    const isMoved = shift !== undefined && isTime(column)
    const moved = isMoved
      ? `when abs(hashtext(cell.pick || attempt || 'moved')) % 2 = 0 then (${own} + ${shift})::${column.type} `
      : ''
    return `case ${moved}when ${isOther} then ${other} else ${kept} end`
  })
  if (keys === undefined || values.includes(undefined)) return ''
  const insert = `insert into ${table} (${written.map(column => identifier(column.name)).join(', ')}) overriding system value
          select ${values.join(', ')} from ${table} where ctid = cell.at and tableoid = cell.part
          returning ctid as at, tableoid as part into changed;`
  const size = `(select count(*) from ${table})`
  const share = `greatest(${COPIED_SHARE}, 100 * ${COPIES} / ${size})`
  return eachRow(database, name, `${salt} copy`, { share, times: `1 + ${COPIES} / ${size}` }, where, insert)
}

/** The SQL of a key that no row has; undefined for a type of which no new values are known. */
function newKey(table: string, { name, baseType, type }: Column, own: string): string | undefined {
  if (baseType === 'uuid') return `md5(${own}::text || cell.pick)::uuid`
  if (/^(smallint|integer|bigint|numeric)/.test(baseType))
    return `((select max(o.${identifier(name)}) from ${identifier(table)} o) + 1)::${type}`
  return /^(text|character varying)/.test(baseType) ? `(${own} || '-' || left(cell.pick, 4))::${type}` : undefined
}

/** The SQL of how many of a hundred rows are taken, and how often each. */
interface Chosen {
  share: string
  times: string
}

/** The SQL that changes some rows one by one. What a constraint or `where` refuses is tried again with another value. */
function eachRow(
  { bind }: TestDatabase,
  name: string,
  salt: string,
  { share, times }: Chosen,
  where: Condition | undefined,
  statement: string,
): string {
  const table = identifier(name)
  const isKept = where ? `coalesce((${bind(where, {})}), true)` : 'true'
  return `for cell in select ctid as at, tableoid as part, md5(${quoted(`${salt} ${name} `)} || nth || ${table}::text) as pick
      from ${table}, generate_series(1, ${times}) nth
      where abs(hashtext(${quoted(`${salt} `)} || nth || ${table}::text)) % 100 < ${share} order by 3 loop
    is_done := false;
    for attempt in 1..${MOST_ATTEMPTS} loop
      exit when is_done;
      begin
        ${statement}
        perform from ${table} where ctid = changed.at and tableoid = changed.part and ${isKept};
        if not found then raise 'refused'; end if;
        is_done := true;
      exception when others then null;
      end;
    end loop;
  end loop;`
}

/** The SQL of another value for a cell; undefined for a column that is computed. */
function valueSql(database: TestDatabase, name: string, columnName: string): string | undefined {
  const { columns = [], references = [] } = database.tables.get(name) ?? {}
  const column = columns.find(one => one.name === columnName)
  if (!column || column.isComputed) return undefined
  const times = columns.filter(one => one !== column && /^(timestamp|date$)/.test(one.baseType))
  const parents = references.filter(({ table: parent }) =>
    database.tables.get(parent)?.columns.some(one => one.name === columnName && one.type === column.type),
  )
  const now = nowSql(database)
  const place = {
    ...{ table: name, column, references, parents, times: times.map(one => one.name), amounts: amountsIn(database) },
    ...(now === undefined ? {} : { now }),
  }
  const pick = '(cell.pick || attempt)'
  const values = variedValues(place, pick).map((sql, nth) => `when ${nth} then ${sql}`)
  return `case abs(hashtext${pick}) % ${values.length} ${values.join(' ')} end`
}

/** The columns of all tables that hold amounts of money and the like. */
function amountsIn({ tables }: TestDatabase): { table: string; column: string }[] {
  return [...tables.values()].flatMap(({ name, columns }) =>
    columns.filter(({ baseType }) => /^numeric/.test(baseType)).map(column => ({ table: name, column: column.name })),
  )
}

/** The time that it is for the first actor. */
function nowSql({ plan }: TestDatabase): string | undefined {
  const found = Object.entries(plan.context).find(([, type]) => /^(timestamp|date$)/.test(type))
  const value = found && Object.values(plan.actors)[0]?.[found[0]]
  return found && value != null ? literal(value, found[1]) : undefined
}
