import type { Condition } from '../../plan/plan.ts'
import { identifier, literal, quoted } from '../../sql/sql-text.ts'
import type { TestDatabase } from '../test-database.ts'
import { variedValues } from './varied-value.ts'

/** After so many values that a constraint or `where` refuses, a cell keeps its own. */
const MOST_ATTEMPTS = 5

/** The SQL of how many of a hundred rows are taken, and how often each. */
export interface Chosen {
  share: string
  times: string
  /** The SQL of a text: rows that have it in common are taken together. */
  by?: string
}

/**
 * The SQL that changes some rows one by one, by one or several statements. What a constraint or `where` refuses is tried again
 * with another value. Each statement keeps in `changed` where its row is.
 */
export function eachRow(
  database: TestDatabase,
  name: string,
  salt: string,
  { share, times, by }: Chosen,
  where: Condition | undefined,
  statements: string[],
): string {
  const table = identifier(name)
  const isKept = where ? keptSql(database, where) : 'true'
  const check = `perform from ${table} where ctid = changed.at and tableoid = changed.part and ${isKept};
        if not found then raise 'refused'; end if;`
  return `for cell in select ctid as at, tableoid as part, md5(${quoted(`${salt} ${name} `)} || nth || ${table}::text) as pick
      from ${table}, generate_series(1, ${times}) nth
      where abs(hashtext(${quoted(`${salt} `)} || nth || ${by ?? `${table}::text`})) % 100 < ${share} order by 3 loop
    is_done := false;
    for attempt in 1..${MOST_ATTEMPTS} loop
      exit when is_done;
      begin
        ${statements.map(statement => `${statement} returning ${table}.ctid as at, ${table}.tableoid as part into changed; ${check}`).join('\n')}
        is_done := true;
      exception when others then null;
      end;
    end loop;
  end loop;`
}

/** The SQL of what `where` says. With parameters that the server sets, it must hold for each actor. */
export function keptSql({ bind, plan }: TestDatabase, where: Condition): string {
  const forEach = Object.values(plan.actors).map(context => `coalesce((${bind(where, context)}), true)`)
  return [...new Set(forEach)].join(' and ')
}

/** The SQL of another value for a cell; undefined for a column that is computed. */
export function valueSql(database: TestDatabase, name: string, columnName: string): string | undefined {
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
export function nowSql({ plan }: TestDatabase): string | undefined {
  const found = Object.entries(plan.context).find(([, type]) => /^(timestamp|date$)/.test(type))
  const value = found && Object.values(plan.actors)[0]?.[found[0]]
  return found && value != null ? literal(value, found[1]) : undefined
}
