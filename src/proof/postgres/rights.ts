// What each role may do with the tables and views of `public`, read from PostgreSQL's catalog.

import { quoted } from '../sql/sql-text.ts'
import type { Session } from './session.ts'

/** A column of a table or view, and what a role may do with it. */
export interface GrantedColumn {
  name: string
  type: string
  /** The column may be left out of an INSERT: it has a default, or is generated. */
  hasDefault: boolean
  mayRead: boolean
  /** The role has the right, and the column can be written: a view may compute it. */
  mayInsert: boolean
  mayUpdate: boolean
}

/** A table or view, and what a role may do with it. */
export interface GrantedRelation {
  name: string
  isTable: boolean
  columns: GrantedColumn[]
  mayDelete: boolean
  /** Of a view, the tables and views that it reads; of a table, itself. */
  sources: string[]
}

/** By role, the tables and views on which the role has any right. */
export async function readRights(session: Session, roles: string[]): Promise<Map<string, GrantedRelation[]>> {
  const [columns, sources] = await session.run(`${columnsSql(roles)};\n${SOURCES}`)
  const sourcesOf = Map.groupBy(sources?.rows ?? [], ([view]) => view ?? '')
  const byRole = new Map<string, GrantedRelation[]>(roles.map(role => [role, []]))
  for (const [role = '', name = '', isTable, mayDelete, ...column] of columns?.rows ?? []) {
    const relations = byRole.get(role ?? '') ?? []
    const known = relations.find(one => one.name === name)
    const relation = known ?? {
      name: name ?? '',
      isTable: isTable === 't',
      columns: [],
      mayDelete: mayDelete === 't',
      sources: isTable === 't' ? [name ?? ''] : (sourcesOf.get(name ?? '') ?? []).flatMap(([, source]) => source ?? []),
    }
    if (!known) relations.push(relation)
    relation.columns.push(toColumn(column))
  }
  for (const [role, relations] of byRole) {
    for (const relation of relations) if (!relation.isTable) takeDefaults(relation, relations)
    byRole.set(role, relations.filter(hasAnyRight))
  }
  return byRole
}

function toColumn([name, type, ...flags]: (string | null)[]): GrantedColumn {
  const [hasDefault = false, mayRead = false, mayInsert = false, mayUpdate = false] = flags.map(flag => flag === 't')
  return { name: name ?? '', type: type ?? '', hasDefault, mayRead, mayInsert, mayUpdate }
}

/** A column of a view that is left out gets the default of the column of its name. */
function takeDefaults({ columns, sources }: GrantedRelation, relations: GrantedRelation[]): void {
  const behind = relations.filter(({ isTable, name }) => isTable && sources.includes(name)).flatMap(one => one.columns)
  for (const column of columns) column.hasDefault ||= behind.some(one => one.name === column.name && one.hasDefault)
}

function hasAnyRight({ columns, mayDelete }: GrantedRelation): boolean {
  return mayDelete || columns.some(({ mayRead, mayInsert, mayUpdate }) => mayRead || mayInsert || mayUpdate)
}

/**
 * A value of an identity column GENERATED ALWAYS, or of a computed one, cannot be written. What a view with INSTEAD OF triggers
 * takes is theirs to say.
 */
function columnsSql(roles: string[]): string {
  const right = (name: string) => `has_column_privilege(r.role, c.oid, a.attnum, '${name}')`
  const hasInsteadOf = 'exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 64 <> 0)'
  const isWritable = `(${hasInsteadOf} or pg_column_is_updatable(c.oid, a.attnum, true)) and a.attidentity <> 'a' and a.attgenerated = ''`
  return `
  select r.role, c.relname, c.relkind in ('r', 'p'),
         has_table_privilege(r.role, c.oid, 'DELETE') and pg_relation_is_updatable(c.oid, true) & 16 <> 0,
         a.attname, format_type(a.atttypid, a.atttypmod), a.atthasdef or a.attidentity <> '', ${right('SELECT')},
         ${right('INSERT')} and pg_relation_is_updatable(c.oid, true) & 8 <> 0 and ${isWritable},
         ${right('UPDATE')} and pg_relation_is_updatable(c.oid, true) & 4 <> 0 and ${isWritable}
  from unnest(array[${roles.map(quoted).join(', ')}]::text[]) r (role)
  cross join pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and has_schema_privilege(r.role, c.relnamespace, 'USAGE')
  order by r.role, c.relname, a.attnum`
}

const SOURCES = `
  with recursive reads as (
    select w.ev_class as view, d.refobjid as source
    from pg_rewrite w join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid <> w.ev_class
    union select r.view, d.refobjid from reads r
    join pg_rewrite w on w.ev_class = r.source join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid
      and d.refclassid = 'pg_class'::regclass and d.refobjid <> w.ev_class
  )
  select distinct v.relname, s.relname from reads r join pg_class v on v.oid = r.view join pg_class s on s.oid = r.source
  where v.relnamespace = 'public'::regnamespace and s.relkind in ('r', 'p') order by 1, 2`
