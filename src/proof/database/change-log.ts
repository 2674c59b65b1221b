// The log of changes: triggers write each change of each table to `LOG_TABLE`, by which rules about changes are judged.

import type { Table } from '../postgres/catalog.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { EARLIER_TABLE, LOG_SCHEMA, LOG_TABLE, LOG_TRIGGER, TRUNCATE_TRIGGER } from './private-names.ts'

/** The function of the triggers. */
export const NOTE = `${LOG_SCHEMA}.note`
/** The rows that are on their way to another partition. */
const MOVES = `${LOG_SCHEMA}.moves`

/** The SQL that creates the log, lets the roles `readers` read it, and puts triggers on all tables. */
export function changeLogSql(tables: Table[], readers: string[]): string {
  const triggers = tables.map((table, nth) => {
    const { isPartitioned } = table
    const hasPlainImage = !isPartitioned && table.columns.every(({ expression }) => expression === undefined)
    const note = hasPlainImage ? NOTE : `${NOTE}_${nth}`
    const trigger = (name: string, when: string) => `create trigger ${name} ${when} on public.${identifier(table.name)}
      for each row execute function ${note}(${quoted(table.name)})`
    return [
      ...(hasPlainImage ? [] : [noteSql(note, row => imageSql(table, row), isPartitioned)]),
      trigger(LOG_TRIGGER, 'after insert or update or delete'),
      truncateSql(table, `${NOTE}_all_${nth}`),
      // Triggers run in the order of their names: `zz_` makes this one the last before an update.
      ...(isPartitioned ? [trigger(`zz_${LOG_TRIGGER}`, 'before update')] : []),
    ].join(';\n')
  })
  return [
    `create unlogged table ${LOG_TABLE} (seq serial primary key, tbl text, op text, old jsonb, new jsonb)`,
    `create unlogged table ${EARLIER_TABLE} (seq serial primary key, call int, tbl text, op text, old jsonb, new jsonb, context jsonb)`,
    `create unlogged table ${MOVES} (seq serial primary key, tbl text, was jsonb, has_left boolean default false)`,
    `grant select on ${LOG_TABLE} to ${readers.map(identifier).join(', ')}`,
    noteSql(NOTE, row => `to_jsonb(${row})`),
    ...triggers,
  ].join(';\n')
}

/** The SQL that creates the function of a trigger, which writes a change to the log. */
function noteSql(name: string, image: (row: 'old' | 'new') => string, isPartitioned = false): string {
  return `create function ${name}() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    ${isPartitioned ? 'declare old_image jsonb;' : ''}
    begin
      ${isPartitioned ? moveSql(image) : ''}
      insert into ${LOG_TABLE} (tbl, op, old, new) values (tg_argv[0], tg_op,
        case when tg_op <> 'INSERT' then ${image('old')} end, case when tg_op <> 'DELETE' then ${image('new')} end);
      return null;
    end $$`
}

/** The SQL of a trigger that logs each row of a TRUNCATE as deleted. */
function truncateSql(table: Table, note: string): string {
  const name = `public.${identifier(table.name)}`
  return `create function ${note}() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      insert into ${LOG_TABLE} (tbl, op, old) select ${quoted(table.name)}, 'DELETE', ${imageSql(table, 'truncated')} from ${name} truncated;
      return null;
    end $$;
    create trigger ${TRUNCATE_TRIGGER} before truncate on ${name} for each statement execute function ${note}()`
}

/**
 * An update that moves a row to another partition reaches triggers as a deletion and an insertion. The trigger before
 * the update notes the row in `MOVES`; the deletion and the insertion of a noted row are logged as one update.
 */
function moveSql(image: (row: 'old' | 'new') => string): string {
  const first = (condition: string) =>
    `seq = (select min(m.seq) from ${MOVES} m where m.tbl = tg_argv[0] and ${condition})`
  const isOfOld = first(`not m.has_left and m.was = ${image('old')}`)
  return `if tg_when = 'BEFORE' then
        insert into ${MOVES} (tbl, was) values (tg_argv[0], ${image('old')});
        return new;
      elsif tg_op = 'UPDATE' then
        delete from ${MOVES} where ${isOfOld};
      elsif tg_op = 'DELETE' then
        update ${MOVES} set has_left = true where ${isOfOld};
        if found then return null; end if;
      else
        delete from ${MOVES} where ${first('m.has_left')} returning was into old_image;
        if found then
          insert into ${LOG_TABLE} (tbl, op, old, new) values (tg_argv[0], 'UPDATE', old_image, ${image('new')});
          return null;
        end if;
      end if;`
}

/**
 * The SQL of a row as JSON, as a query would read it. A trigger does not get the columns that are computed on reading.
 */
function imageSql({ columns }: Table, row: string): string {
  const computed = columns.flatMap(({ name, type, expression }) =>
    expression === undefined ? [] : `${quoted(name)}, (${expression})::${type}`,
  )
  if (computed.length === 0) return `to_jsonb(${row})`
  return `(select to_jsonb(${row}) || jsonb_build_object(${computed.join(', ')}) from (select ${row}.*) as proof_row)`
}
