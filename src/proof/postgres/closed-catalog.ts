// The rights that are taken from everybody but the engine: what tells of data beside the rows themselves, of the session
// and of the proof. A case could learn from it how many rows other tenants have, or that it is being proved.

import { applicationSettingsSql } from './application-settings.ts'
import { noDdlInCallsSql } from './no-ddl-in-calls.ts'
import { IS_CLOSED } from './open-functions.ts'
import { withoutMemorySql } from './without-memory.ts'

/** Relations of the catalog that stay open: they tell of time zones and of nothing else. */
const OPEN_RELATIONS = ['pg_timezone_names', 'pg_timezone_abbrevs']

/** The SQL that closes the catalog of the database to all but `reader`. Only a superuser can run it. */
export function closedCatalogSql(reader: string): string {
  const list = (names: string[]) => names.map(name => `'${name}'`).join(', ')
  return `do $do$
declare
  found record;
begin
  for found in
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('pg_catalog', 'information_schema') and c.relkind in ('r', 'v')
      and has_any_column_privilege('public', c.oid, 'select')
      and c.relname not in (${list(OPEN_RELATIONS)})
  loop
    execute format('revoke all on %s from public; grant select on %s to ${reader}', found.name, found.name);
  end loop;
  for found in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f'
      and has_function_privilege('public', p.oid, 'execute') and ${IS_CLOSED}
  loop
    execute format('revoke execute on function %s from public; grant execute on function %s to ${reader}', found.name, found.name);
  end loop;
end $do$;
${applicationSettingsSql(reader)};
${withoutMemorySql(reader)};
${noDdlInCallsSql(reader)}`
}
