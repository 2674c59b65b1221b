// What a migration has made, as lines of text without the numbers of the catalog: two migrations with the same lines do the
// same. A right and a policy stand there for each role that they reach, so that a right which a role has anyway, or a policy
// for commands that the role has no right to, make no difference. Neither does what no call can use, such as a right to write
// a column that no statement writes.

import { LOG_TRIGGER, TRUNCATE_TRIGGER } from '../../../database/private-names.ts'
import type { TestDatabase } from '../../../database/test-database.ts'
import type { Exposed, ProofPlan } from '../../../plan/plan.ts'
import { identifier, quoted } from '../../../sql/sql-text.ts'
import { functionLines } from './function-lines.ts'
import { usedCommands } from './used-commands.ts'
import { writtenColumns } from './written-columns.ts'

/** How the lines of rights begin. */
export const RIGHT = 'right'

const PUBLIC = "'public'::regnamespace"

/** The lines, sorted. `texts` are the statements that an application sends, `exposed` is what clients write statements on. */
export async function madeByMigration(
  { session, roles, plan }: TestDatabase,
  texts: string[],
  exposed: Exposed | undefined,
): Promise<string[]> {
  const [functions, relations] = await session.run(`${FUNCTIONS}; ${TABLES_AND_VIEWS}`)
  const defined = (functions?.rows ?? []).map(([name, signature, isDefiner, definition]) => ({
    ...{ name: name ?? '', signature: signature ?? '', isDefiner: isDefiner === 't', definition: definition ?? '' },
  }))
  const known = (relations?.rows ?? []).map(([name, isGuarded, view, isTable, asCaller, columns]) => ({
    ...{ name: name ?? '', isGuarded: isGuarded === 't', isTable: isTable === 't', asCaller: asCaller === 't' },
    columns: columns?.split('\n') ?? [],
    ...(view == null ? {} : { view }),
  }))
  const bodies = defined.map(({ definition }) => definition)
  const used = usedCommands(known, [...texts, ...bodies], exposed)
  // What runs with the rights of callers: a function of the owner, and a view that reads as the owner, do not.
  const ofCallers = defined.flatMap(({ isDefiner, definition }) => (isDefiner ? [] : definition))
  const reached = known.map(({ view, ...one }) => (view && one.asCaller ? { ...one, view } : one))
  const written = {
    byCallers: writtenColumns(reached, [...texts, ...ofCallers], exposed),
    byAll: writtenColumns(known, [...texts, ...bodies], exposed),
  }
  const [found] = await session.run(`
    with roles as (select ${arraySql(rolesThatRun(roles, plan))}::regrole as role),
      relations as (select *, oid::regclass as name from pg_class where relnamespace = ${PUBLIC} and relkind in ('r', 'p', 'v', 'm')),
      columns as (select * from pg_attribute where attnum > 0 and not attisdropped),
      used as (${pairsSql(used)}), by_callers as (${pairsSql(usedCommands(reached, [...texts, ...ofCallers], exposed))}),
      sent as (${pairsSql(usedCommands(known, [...texts, ...bodies], undefined))}),
      by_functions as (${pairsSql(usedCommands(reached, ofCallers, exposed))}),
      commands as (select r.oid as relation, role, command
        from relations r, roles, unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) command
        where (command = 'SELECT' or (r.relname, command) in (table by_callers)
            or (r.relname, command) in (table used) and pg_has_role(role, r.relowner, 'usage'))
          and case command when 'DELETE' then has_table_privilege(role, r.oid, command)
              else has_any_column_privilege(role, r.oid, command) end)
    ${[RELATIONS, COLUMNS, DEFINITIONS, TRIGGERS, POLICIES, rightsSql(written)].join('\n union ')}`)
  const tables = known.filter(({ isTable }) => isTable)
  const rows = tables.map(
    ({ name }) => `select ${quoted(`rows ${name} `)} || count(*) || ' ' ||
    coalesce(sum(hashtextextended(t::text, 0)), 0) from public.${identifier(name)} t`,
  )
  const [counted] = rows.length > 0 ? await session.run(rows.join(' union ')) : []
  const lines = [...(found?.rows ?? []), ...(counted?.rows ?? [])].map(([line]) => line ?? '')
  return [...lines, ...functionLines(defined, known, RIGHT)].sort()
}

/** The owner, and the roles of callers: nobody calls as one that only logs in. */
function rolesThatRun(roles: string[], { identity, actors, owner }: ProofPlan): string[] {
  const called = Object.values(actors).map(actor => actor[identity?.role ?? ''])
  return identity ? roles.filter(role => role === owner || called.includes(role)) : roles
}

/** `docs`, `UPDATE`, of each command and relation. */
function pairsSql(used: Map<string, Set<string>>): string {
  const pairs = [...used].flatMap(([name, commands]) =>
    [...commands].map(command => `(${quoted(name)}, ${quoted(command)})`),
  )
  return `select relname::name, command from (values ${['(null, null)', ...pairs].join(', ')}) v (relname, command) where relname is not null`
}

function arraySql(texts: string[]): string {
  return `unnest(array[${texts.map(quoted).join(', ')}]::text[])`
}

const FUNCTIONS = `select proname, oid::regprocedure, prosecdef, pg_get_functiondef(oid) from pg_proc
  where pronamespace = ${PUBLIC} and prokind in ('f', 'p')`

const TABLES_AND_VIEWS = `select relname, relrowsecurity or relkind in ('v', 'm'), case when relkind in ('v', 'm') then pg_get_viewdef(oid) end,
    relkind in ('r', 'p'), 'security_invoker=true' = any (reloptions),
    (select string_agg(attname, chr(10)) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped)
  from pg_class c where relnamespace = ${PUBLIC} and relkind in ('r', 'p', 'v', 'm')`

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
  union select concat_ws(' ', 'constraint', conrelid::regclass, contypid::regtype,
      case when confrelid = 0 or exists (select from commands c join relations r on r.oid = c.relation
          where r.oid = confrelid and command = 'DELETE' and not pg_has_role(role, relowner, 'usage'))
        or (select relname from relations r where r.oid = confrelid) in (select relname from sent where command = 'DELETE')
        then pg_get_constraintdef(oid)
        else regexp_replace(pg_get_constraintdef(oid), ' ON DELETE (CASCADE|RESTRICT|SET NULL|SET DEFAULT)', '') end)
    from pg_constraint where connamespace = ${PUBLIC}
  union select pg_get_indexdef(indexrelid) from pg_index i join relations r on r.oid = i.indrelid where i.indisunique or i.indisexclusion
  union select concat_ws(' ', 'label', enumtypid::regtype, enumsortorder, enumlabel) from pg_enum`

/** A trigger for each of its events that some statement brings about, be it by a foreign key. */
const TRIGGERS = `
  select concat_ws(' ', 'trigger', event, case event when 'UPDATE' then t.tgattr::text end, t.tgenabled,
    regexp_replace(pg_get_triggerdef(t.oid), ' (BEFORE|AFTER|INSTEAD OF) .*? ON ', ' \\1 ON '))
  from pg_trigger t join relations r on r.oid = t.tgrelid, (values ('INSERT', 4), ('DELETE', 8), ('UPDATE', 16), ('TRUNCATE', 32)) e (event, bit)
  where not t.tgisinternal and t.tgname not in (${quoted(LOG_TRIGGER)}, ${quoted(TRUNCATE_TRIGGER)}) and t.tgtype & bit > 0
    and ((r.relname, event) in (select relname, command from used)
      or exists (select from pg_constraint k where k.conrelid = r.oid and k.contype = 'f' and (k.confdeltype not in ('a', 'r') or k.confupdtype not in ('a', 'r'))))`

/** A policy without a condition on new rows holds its condition on old rows for them too. */
const POLICIES = `
  select concat_ws(' ', 'policy', c.relation::regclass, role, command, p.polpermissive,
    case when command <> 'INSERT' then coalesce(pg_get_expr(p.polqual, p.polrelid), 'none') end, '/',
    case when command in ('INSERT', 'UPDATE') then coalesce(pg_get_expr(p.polwithcheck, p.polrelid), pg_get_expr(p.polqual, p.polrelid), 'none') end)
  from pg_policy p join relations r on r.oid = p.polrelid join commands c on c.relation = r.oid
  where p.polcmd in ('*', case command when 'SELECT' then 'r' when 'INSERT' then 'a' when 'UPDATE' then 'w' else 'd' end)
    and (r.relforcerowsecurity or not pg_has_role(role, r.relowner, 'usage'))
    and exists (select from unnest(p.polroles) given where case given when 0 then true else pg_has_role(role, given, 'usage') end)`

/**
 * A right to write a table of which no policy lets the role write a row is none, where the application itself sends the
 * command: it fails, or finds no row.
 */
function rightsSql(written: Record<'byCallers' | 'byAll', Map<string, Set<string>>>): string {
  return `
  select concat_ws(' ', '${RIGHT}', role, 'DELETE', relation::regclass) from commands c where command = 'DELETE' and ${IS_OF_USE}
  union select concat_ws(' ', '${RIGHT}', role, command, relation::regclass, a.attname)
    from commands c join columns a on a.attrelid = relation
    where command <> 'DELETE' and has_column_privilege(role, relation, a.attname, command)
      and (command = 'SELECT' or ${IS_OF_USE}
        and exists (select from relations r where r.oid = relation and ((r.relname, command || ' ' || a.attname) in (${pairsSql(written.byCallers)})
          or pg_has_role(role, r.relowner, 'usage') and (r.relname, command || ' ' || a.attname) in (${pairsSql(written.byAll)}))))
  union select concat_ws(' ', '${RIGHT}', role, 'EXECUTE', p.oid::regprocedure) from roles, pg_proc p
    where p.pronamespace = ${PUBLIC} and has_function_privilege(role, p.oid, 'EXECUTE')
  union select concat_ws(' ', '${RIGHT}', role, command, s.oid::regclass) from roles, pg_class s, unnest('{USAGE,SELECT,UPDATE}'::text[]) command
    where s.relkind = 'S' and s.relnamespace = ${PUBLIC} and has_sequence_privilege(role, s.oid, command)`
}

const IS_OF_USE = `exists (select from relations r where r.oid = c.relation
  and (not r.relrowsecurity or pg_has_role(c.role, r.relowner, 'usage') or (r.relname, c.command) in (table by_functions)
    or exists (select from pg_trigger t where t.tgrelid = r.oid and not t.tgisinternal and t.tgname not in (${quoted(LOG_TRIGGER)}, ${quoted(TRUNCATE_TRIGGER)}) and t.tgtype & 1 = 0)
    or exists (select from pg_policy p where p.polrelid = r.oid and p.polpermissive
      and p.polcmd in ('*', case c.command when 'INSERT' then 'a' when 'UPDATE' then 'w' else 'd' end)
      and exists (select from unnest(p.polroles) given where case given when 0 then true else pg_has_role(c.role, given, 'usage') end))))`
