// What a migration has made, as lines of text without the numbers of the catalog: two migrations with the same lines do the
// same. A right and a policy stand there for each role that they reach, so that a right which a role has anyway, or a policy
// for commands that the role has no right to, make no difference.

import { LOG_TRIGGER } from '../../database/private-names.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { quoted } from '../../sql/sql-text.ts'

/** How the lines of rights begin. */
export const RIGHT = 'right'

const PUBLIC = "'public'::regnamespace"

/** The lines, sorted. */
export async function madeByMigration({ session, roles }: TestDatabase): Promise<string[]> {
  const [found, tables] = await session.run(`
    with roles as (select unnest(${quoted(`{${roles.map(one => `"${one}"`).join(',')}}`)}::text[])::regrole as role),
      relations as (select *, oid::regclass as name from pg_class where relnamespace = ${PUBLIC} and relkind in ('r', 'p', 'v', 'm')),
      columns as (select * from pg_attribute where attnum > 0 and not attisdropped),
      commands as (select r.oid as relation, role, command
        from relations r, roles, unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) command
        where case command when 'DELETE' then has_table_privilege(role, r.oid, command)
              else has_any_column_privilege(role, r.oid, command) end)
    ${[RELATIONS, COLUMNS, DEFINITIONS, POLICIES, RIGHTS].join('\n union ')} order by 1;
    select oid::regclass from pg_class where relnamespace = ${PUBLIC} and relkind in ('r', 'p')`)
  const rows = (tables?.rows ?? []).map(
    ([name = '']) =>
      `select ${quoted(`rows ${name}`)} || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) from ${name} t`,
  )
  const [counted] = rows.length > 0 ? await session.run(rows.join(' union ')) : []
  return [...(found?.rows ?? []), ...(counted?.rows ?? [])].map(([line]) => line ?? '').sort()
}

/** Only code that runs as the owner of a table is held by FORCE: of functions, and of views that ask with its rights. */
const RELATIONS = `
  select concat_ws(' ', 'relation', name, relkind, relrowsecurity, coalesce((select string_agg(o, ',' order by o) from unnest(reloptions) o), ''),
    relforcerowsecurity and (exists (select from pg_proc p where p.pronamespace = ${PUBLIC} and p.prosecdef and p.proowner = r.relowner)
      or exists (select from relations v where v.relkind = 'v' and v.relowner = r.relowner
        and not coalesce('security_invoker=true' = any (v.reloptions), false)))) as line
  from relations r`

const COLUMNS = `
  select concat_ws(' ', 'column', r.name, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, a.attidentity,
    pg_get_expr(d.adbin, d.adrelid))
  from relations r join columns a on a.attrelid = r.oid left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)`

const DEFINITIONS = `
  select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from relations where relkind in ('v', 'm')
  union select pg_get_functiondef(oid) from pg_proc where pronamespace = ${PUBLIC} and prokind in ('f', 'p')
  union select concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled) from pg_trigger t join relations r on r.oid = t.tgrelid
    where not t.tgisinternal and t.tgname <> ${quoted(LOG_TRIGGER)}
  union select concat_ws(' ', 'constraint', conrelid::regclass, contypid::regtype, pg_get_constraintdef(oid)) from pg_constraint
    where connamespace = ${PUBLIC}
  union select pg_get_indexdef(indexrelid) from pg_index i join relations r on r.oid = i.indrelid
  union select concat_ws(' ', 'label', enumtypid::regtype, enumsortorder, enumlabel) from pg_enum`

/** A policy without a condition on new rows holds its condition on old rows for them too. */
const POLICIES = `
  select concat_ws(' ', 'policy', c.relation::regclass, role, command, p.polpermissive,
    case when command <> 'INSERT' then coalesce(pg_get_expr(p.polqual, p.polrelid), 'none') end, '/',
    case when command in ('INSERT', 'UPDATE') then coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid), 'none') end)
  from pg_policy p join relations r on r.oid = p.polrelid join commands c on c.relation = r.oid
  where p.polcmd in ('*', case command when 'SELECT' then 'r' when 'INSERT' then 'a' when 'UPDATE' then 'w' else 'd' end)
    and (r.relforcerowsecurity or not pg_has_role(role, r.relowner, 'usage'))
    and exists (select from unnest(p.polroles) given where case given when 0 then true else pg_has_role(role, given, 'usage') end)`

const RIGHTS = `
  select concat_ws(' ', '${RIGHT}', role, 'DELETE', relation::regclass) from commands where command = 'DELETE'
  union select concat_ws(' ', '${RIGHT}', role, command, relation::regclass, a.attname)
    from commands join columns a on a.attrelid = relation
    where command <> 'DELETE' and has_column_privilege(role, relation, a.attname, command)
  union select concat_ws(' ', '${RIGHT}', role, 'EXECUTE', p.oid::regprocedure) from roles, pg_proc p
    where p.pronamespace = ${PUBLIC} and has_function_privilege(role, p.oid, 'EXECUTE')
  union select concat_ws(' ', '${RIGHT}', role, command, s.oid::regclass) from roles, pg_class s, unnest('{USAGE,SELECT,UPDATE}'::text[]) command
    where s.relkind = 'S' and s.relnamespace = ${PUBLIC} and has_sequence_privilege(role, s.oid, command)`
