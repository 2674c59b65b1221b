// The log of every change: what rules about changes are judged by.

import type { Table } from './catalog.ts'
import { identifier, quoted } from './sql-text.ts'

/** Makes the log, which `reader` may read, and a trigger on each table that writes it. */
export function changeLogSql(tables: Table[], reader: string): string {
  const triggers = tables.map((table, nth) => {
    const isPlain = table.columns.every(({ expression }) => expression === undefined)
    const note = isPlain ? 'proof.note' : `proof.note_${nth}`
    return `${isPlain ? '' : `${noteSql(note, row => imageSql(table, row))};`}
      create trigger proof_note after insert or update or delete on public.${identifier(table.name)}
      for each row execute function ${note}(${quoted(table.name)})`
  })
  return [
    'create unlogged table proof.log (seq serial primary key, tbl text, op text, old jsonb, new jsonb)',
    `grant select on proof.log to ${reader}`,
    noteSql('proof.note', row => `to_jsonb(${row})`),
    ...triggers,
  ].join(';\n')
}

/** A trigger's function that notes a change in the log. */
function noteSql(name: string, image: (row: 'old' | 'new') => string): string {
  return `create function ${name}() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
    begin
      insert into proof.log (tbl, op, old, new) values (tg_argv[0], tg_op,
        case when tg_op <> 'INSERT' then ${image('old')} end, case when tg_op <> 'DELETE' then ${image('new')} end);
      return null;
    end $$`
}

/** The row as a reader would see it: what is computed on reading is not there for a trigger. */
function imageSql({ columns }: Table, row: string): string {
  const computed = columns.flatMap(({ name, type, expression }) =>
    expression === undefined ? [] : `${quoted(name)}, (${expression})::${type}`,
  )
  return `(select to_jsonb(${row}) || jsonb_build_object(${computed.join(', ')}) from (select ${row}.*) as proof_row)`
}
