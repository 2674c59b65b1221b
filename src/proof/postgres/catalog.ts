import type { Session } from './session.ts'

interface Column {
  name: string
  type: string
  /** Of a domain the type that it is made of, else the type itself. */
  baseType: string
  isEnum: boolean
  /** Filled in by the database: `gen_random_uuid()`, a sequence, `now()`. A UUID that is the key is made up by somebody in any case. */
  isGenerated: boolean
  /** Computed from other columns; cannot be written. */
  isComputed: boolean
  /** Of what is computed when it is read: from what. */
  expression?: string
  /** Part of a primary key, a unique index or a foreign key: it says which row this is, or which it belongs to. */
  isKey: boolean
  /** Not every value of the type will do. */
  isChecked: boolean
  /** Any row may leave it empty: no constraint speaks of it, unless that of a domain, which NULL passes. */
  isNullable: boolean
}

export interface Table {
  name: string
  columns: Column[]
  primaryKey: string[]
  references: Reference[]
  /** The schema has triggers on it, which may write what the statement does not say. */
  isTriggered: boolean
  /** Its rows lie in several places. */
  isPartitioned: boolean
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
           a.attgenerated = '' and coalesce(regexp_replace(pg_get_expr(d.adbin, d.adrelid), '''(''''|[^''])*''|\\(\\d+(,\\d+)?\\)', '', 'g')
             ~ '\\(|CURRENT_|LOCALTIME', false) or a.attidentity <> '' as generated,
           a.attgenerated <> '' as computed,
           exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey))
             or exists (select from pg_constraint k where k.contype = 'f' and (k.conrelid, true) = (c.oid, a.attnum = any (k.conkey))
               or k.contype = 'f' and (k.confrelid, true) = (c.oid, a.attnum = any (k.confkey))) as key,
           exists (select from pg_constraint k where k.contype = 'c' and k.conrelid = c.oid and a.attnum = any (k.conkey))
             or y.typtype = 'd' as checked,
           case y.typtype when 'd' then format_type(y.typbasetype, y.typtypmod) else format_type(a.atttypid, a.atttypmod) end,
           y.typtype = 'e',
           exists (select from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal),
           case a.attgenerated when 'v' then pg_get_expr(d.adbin, d.adrelid) end,
           c.relkind = 'p',
           not a.attnotnull and not y.typnotnull and not exists (select from pg_constraint k where k.contype = 'c'
             and ((k.conrelid, true) = (c.oid, a.attnum = any (k.conkey))
               or k.contypid = y.oid and pg_get_constraintdef(k.oid) ~* 'is not null'))
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type y on y.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
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
  for (const row of (columns?.rows ?? []) as string[][]) {
    const [
      table = '',
      name,
      type,
      generated,
      computed,
      key,
      checked,
      baseType,
      isEnum,
      triggered,
      expression,
      partitioned,
      nullable,
    ] = row
    const flags = { isTriggered: triggered === 't', isPartitioned: partitioned === 't' }
    const entry: Table = tables.get(table) ?? { name: table, columns: [], primaryKey: [], references: [], ...flags }
    const column = {
      name: name ?? '',
      type: type ?? '',
      baseType: baseType ?? '',
      isEnum: isEnum === 't',
      isGenerated: generated === 't',
      isComputed: computed === 't',
      isKey: key === 't',
      isChecked: checked === 't',
      isNullable: nullable === 't',
      ...(expression ? { expression } : {}),
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
  for (const table of tables.values()) {
    const [key, second] = table.primaryKey
    const isOwn = second === undefined && !table.references.some(({ columns }) => columns.includes(key ?? ''))
    const column = table.columns.find(({ name, baseType }) => isOwn && name === key && baseType === 'uuid')
    if (column) column.isGenerated = true
  }
  return tables
}
