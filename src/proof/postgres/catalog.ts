import type { Session, TextResult } from './session.ts'

export interface Column {
  name: string
  type: string
  /** Of a domain, the type that the domain is made of; else the type itself. */
  baseType: string
  isEnum: boolean
  /**
   * The database makes the value up when a row is inserted: `gen_random_uuid()`, a sequence, `now()`. A primary key of
   * the type uuid counts too, whoever makes it up.
   */
  isGenerated: boolean
  /** The value is computed from other columns and cannot be written (`GENERATED ALWAYS AS`). */
  isComputed: boolean
  /** Of a column that is computed when it is read: the expression that computes it. */
  expression?: string
  /**
   * Part of a primary key, of a unique index, of an exclusion or of a foreign key: the value says which row this is, or
   * points at a row.
   */
  isKey: boolean
  /** A CHECK constraint, that of a domain, or a lack of partitions may refuse some values of the type. */
  isChecked: boolean
  /** The column may be NULL in any row: no NOT NULL and no CHECK constraint is about it. */
  isNullable: boolean
}

export interface Table {
  name: string
  columns: Column[]
  primaryKey: string[]
  references: Reference[]
  constraints: Constraint[]
  /** The schema has triggers on the table: they may write values that are not in the statement. */
  hasTriggers: boolean
  /** The rows are stored in several partitions. */
  isPartitioned: boolean
}

/** A CHECK, a unique index or an exclusion: what may forbid values. */
export interface Constraint {
  name: string
  columns: string[]
  /** Of a CHECK: the condition. */
  condition?: string
}

/** A foreign key: `columns` of this table point at the columns `targets` of `table`, in this order. */
export interface Reference {
  columns: string[]
  table: string
  targets: string[]
}

/** Reads the tables of the schema from PostgreSQL's catalog. */
export async function readCatalog(session: Session): Promise<Map<string, Table>> {
  const queries = [COLUMNS, KEYS, REFERENCES, CONSTRAINTS]
  const [columns, keys, references, constraints] = (await session.run(queries.join(';\n'))).map(toRecords)
  const tables = new Map<string, Table>()
  for (const record of columns ?? []) {
    const { table_name: name = '' } = record
    const table = tables.get(name) ?? toTable(record)
    table.columns.push(toColumn(record))
    tables.set(name, table)
  }
  for (const { table_name: table = '', name = '' } of keys ?? []) tables.get(table)?.primaryKey.push(name)
  for (const parts of Map.groupBy(references ?? [], ({ id }) => id).values()) {
    const [{ table_name: from = '', target_table: table = '' } = {}] = parts
    const columns = parts.map(({ name = '' }) => name)
    const targets = parts.map(({ target = '' }) => target)
    tables.get(from)?.references.push({ columns, table, targets })
  }
  for (const { table_name: table = '', name = '', columns: list = '[]', condition } of constraints ?? [])
    tables.get(table)?.constraints.push({ name, columns: JSON.parse(list), ...(condition ? { condition } : {}) })
  for (const table of tables.values()) markUuidKey(table)
  return tables
}

const COLUMNS = `
  select c.relname as table_name, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
         a.attgenerated = '' and coalesce(regexp_replace(pg_get_expr(d.adbin, d.adrelid), '''(''''|[^''])*''|\\(\\d+(,\\d+)?\\)', '', 'g')
           ~ '\\(|CURRENT_|LOCALTIME', false) or a.attidentity <> '' as is_generated,
         a.attgenerated <> '' as is_computed,
         exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey))
           or exists (select from pg_constraint k where k.contype = 'f' and (k.conrelid, true) = (c.oid, a.attnum = any (k.conkey))
             or k.contype = 'f' and (k.confrelid, true) = (c.oid, a.attnum = any (k.confkey))
             or k.contype = 'x' and (k.conrelid, true) = (c.oid, a.attnum = any (k.conkey))) as is_key,
         exists (select from pg_constraint k where k.contype = 'c' and k.conrelid = c.oid and a.attnum = any (k.conkey))
           or exists (select from pg_partitioned_table p where p.partrelid = c.oid and a.attnum = any (p.partattrs))
           or y.typtype = 'd' as is_checked,
         case y.typtype when 'd' then format_type(y.typbasetype, y.typtypmod) else format_type(a.atttypid, a.atttypmod) end as base_type,
         y.typtype = 'e' as is_enum,
         exists (select from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal) as has_triggers,
         case a.attgenerated when 'v' then pg_get_expr(d.adbin, d.adrelid) end as expression,
         c.relkind = 'p' as is_partitioned,
         not a.attnotnull and not y.typnotnull and not exists (select from pg_constraint k where k.contype = 'c'
           and ((k.conrelid, true) = (c.oid, a.attnum = any (k.conkey))
             or k.contypid = y.oid and pg_get_constraintdef(k.oid) ~* 'is not null')) as is_nullable
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type y on y.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`

const KEYS = `
  select t.relname as table_name, a.attname as name
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.contype = 'p' and c.connamespace = 'public'::regnamespace order by 1, array_position(c.conkey, a.attnum)`

const REFERENCES = `
  select c.oid as id, t.relname as table_name, r.relname as target_table, a.attname as name, f.attname as target
  from pg_constraint c
  join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
  cross join unnest(c.conkey, c.confkey) with ordinality as k (own, target, nth)
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
  join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.target
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace order by c.oid, k.nth`

const CONSTRAINTS = `
  select t.relname as table_name, k.name, k.condition, (select coalesce(json_agg(a.attname order by a.attnum), '[]')
    from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and a.attnum = any (k.columns)) as columns
  from pg_class t
  join (
    select conrelid as of, conname as name, conkey as columns, pg_get_expr(conbin, conrelid) as condition
      from pg_constraint where contype in ('c', 'x')
    union all
    select i.indrelid, c.relname, i.indkey::int2[], null from pg_index i join pg_class c on c.oid = i.indexrelid where i.indisunique
  ) k on k.of = t.oid
  where t.relnamespace = 'public'::regnamespace and not t.relispartition order by 1, 2`

/** A row of the catalog by the names of its columns; what is NULL is left out. */
type CatalogRecord = Partial<Record<string, string>>

function toRecords({ columns, rows }: TextResult): CatalogRecord[] {
  return rows.map(row => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? undefined])))
}

function toTable({ table_name = '', has_triggers, is_partitioned }: CatalogRecord): Table {
  return {
    name: table_name,
    columns: [],
    primaryKey: [],
    references: [],
    constraints: [],
    hasTriggers: has_triggers === 't',
    isPartitioned: is_partitioned === 't',
  }
}

function toColumn(record: CatalogRecord): Column {
  const { name = '', type = '', base_type = '', expression } = record
  return {
    name,
    type,
    baseType: base_type,
    isEnum: record.is_enum === 't',
    isGenerated: record.is_generated === 't',
    isComputed: record.is_computed === 't',
    isKey: record.is_key === 't',
    isChecked: record.is_checked === 't',
    isNullable: record.is_nullable === 't',
    ...(expression ? { expression } : {}),
  }
}

/** A primary key of the type uuid is made up, unless it is a foreign key too: then it is the key of another row. */
function markUuidKey({ columns, primaryKey, references }: Table): void {
  const [key = '', second] = primaryKey
  if (second !== undefined || references.some(reference => reference.columns.includes(key))) return
  const column = columns.find(({ name, baseType }) => name === key && baseType === 'uuid')
  if (column) column.isGenerated = true
}
