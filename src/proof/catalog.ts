import type { Session } from './session.ts'

interface Column {
  name: string
  type: string
  /** Filled in by the database: `gen_random_uuid()`, a sequence, `now()`. */
  isGenerated: boolean
  /** Computed from other columns; cannot be written. */
  isComputed: boolean
  /** Part of a primary key, a unique index or a foreign key: it says which row this is, or which it belongs to. */
  isKey: boolean
  /** Not every value of the type will do. */
  isChecked: boolean
}

export interface Table {
  name: string
  columns: Column[]
  primaryKey: string[]
  references: Reference[]
}

/** A foreign key: `columns` of this table point at `targets` of that one, in this order. */
export interface Reference {
  columns: string[]
  table: string
  targets: string[]
}

/** The tables of the schema as PostgreSQL has them. */
export async function readCatalog(session: Session): Promise<Map<string, Table>> {
  const [columns, keys, references] = await session.run(`
    select c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
           coalesce(pg_get_expr(d.adbin, d.adrelid) ~ '\\(|CURRENT_|LOCALTIME', false) or a.attidentity <> '' as generated,
           a.attgenerated <> '' as computed,
           exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey))
             or exists (select from pg_constraint k where k.contype = 'f' and (k.conrelid, true) = (c.oid, a.attnum = any (k.conkey))
               or k.contype = 'f' and (k.confrelid, true) = (c.oid, a.attnum = any (k.confkey))) as key,
           exists (select from pg_constraint k where k.contype = 'c' and k.conrelid = c.oid and a.attnum = any (k.conkey))
             or exists (select from pg_type y where y.oid = a.atttypid and y.typtype = 'd') as checked
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    order by c.relname, a.attnum;
    select t.relname, a.attname
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
    where c.contype = 'p' and c.connamespace = 'public'::regnamespace order by 1, array_position(c.conkey, a.attnum);
    select c.oid, t.relname, r.relname, a.attname, f.attname
    from pg_constraint c
    join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    cross join unnest(c.conkey, c.confkey) with ordinality as k (own, target, nth)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
    join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.target
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by c.oid, k.nth`)
  const tables = new Map<string, Table>()
  for (const [table = '', name, type, generated, computed, key, checked] of (columns?.rows ?? []) as string[][]) {
    const entry: Table = tables.get(table) ?? { name: table, columns: [], primaryKey: [], references: [] }
    const column = {
      name: name ?? '',
      type: type ?? '',
      isGenerated: generated === 't',
      isComputed: computed === 't',
      isKey: key === 't',
      isChecked: checked === 't',
    }
    entry.columns.push(column)
    tables.set(table, entry)
  }
  for (const [table = '', column = ''] of (keys?.rows ?? []) as string[][]) tables.get(table)?.primaryKey.push(column)
  for (const pairs of Map.groupBy((references?.rows ?? []) as string[][], ([key]) => key).values()) {
    const [, from = '', table = ''] = pairs[0] ?? []
    const columns = pairs.map(([, , , column = '']) => column)
    const targets = pairs.map(([, , , , target = '']) => target)
    tables.get(from)?.references.push({ columns, table, targets })
  }
  return tables
}
