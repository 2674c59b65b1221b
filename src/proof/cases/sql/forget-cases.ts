import { CODE_SCHEMA_START, RUNNERS_SCHEMA, STATEMENT_START } from '../../database/private-names.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { DisturbanceError } from '../../postgres/session.ts'
import { identifier } from '../../sql/sql-text.ts'

/**
 * Removes all that `prepareCase` made for any case, even where it failed.
 * @throws {DisturbanceError} when a function is not as it was made: then another case has run than the one to be proved.
 */
export async function forgetCases(database: TestDatabase): Promise<void> {
  const { session, roles } = database
  await compareFunctions(database)
  await session.run(WITHOUT_PLANS)
  const [statements, schemas] = await session.run(`
    select name from pg_prepared_statements where starts_with(name, '${STATEMENT_START}');
    select nspname from pg_namespace where starts_with(nspname, '${CODE_SCHEMA_START}')`)
  await session.run(
    [
      ...(statements?.rows ?? []).map(([name]) => `deallocate ${name}`),
      ...(schemas?.rows ?? []).map(([name]) => `drop schema ${name} cascade`),
      `drop schema ${RUNNERS_SCHEMA} cascade; create schema ${RUNNERS_SCHEMA}; grant usage on schema ${RUNNERS_SCHEMA} to ${[session.caller, ...roles.map(identifier)].join(', ')}`,
    ].join(';\n'),
  )
}

/**
 * The function of a case is made in one transaction with its schema, and by itself. Whatever replaces or alters it gives
 * it another `xmin`.
 */
async function compareFunctions({ session, runners }: TestDatabase): Promise<void> {
  const [altered, found] = await session.run(`
    select n.nspname from pg_namespace n join pg_proc p on p.pronamespace = n.oid
    where starts_with(n.nspname, '${CODE_SCHEMA_START}')
    group by n.oid having count(*) > 1 or bool_or(p.xmin <> n.xmin);
    select '${RUNNERS_SCHEMA}.' || proname, md5(prosrc) from pg_proc where pronamespace = '${RUNNERS_SCHEMA}'::regnamespace`)
  const others = (found?.rows ?? []).filter(([name, hash]) => runners.get(name ?? '') !== hash)
  runners.clear()
  if ((altered?.rows.length ?? 0) + others.length > 0)
    throw new DisturbanceError('not as before: the functions of cases')
}

/**
 * Frees the plans of PL/pgSQL functions. PL/pgSQL keeps some twenty plans of a dropped function until the session ends,
 * and PostgreSQL goes through all of them whenever anything is created or dropped. The plans of a replaced function are
 * freed at its next call: so each function is replaced by an empty one, which is called.
 */
const WITHOUT_PLANS = `set check_function_bodies = off;
do $do$
declare
  f record;
begin
  for f in
    select p.oid::regproc as name, pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
      (select string_agg('null::' || format_type(type, null), ', ' order by nth)
       from unnest(p.proargtypes) with ordinality as a (type, nth)) as nulls
    from pg_proc p join pg_language l on l.oid = p.prolang join pg_namespace n on n.oid = p.pronamespace
    where l.lanname = 'plpgsql' and (n.nspname = '${RUNNERS_SCHEMA}' or starts_with(n.nspname, '${CODE_SCHEMA_START}'))
  loop
    begin
      execute format('create or replace function %s(%s) returns %s language plpgsql as $$begin end$$',
        f.name, f.arguments, f.result);
      execute format('select %s(%s)', f.name, f.nulls);
    exception when others then null; -- A function that must return something says so.
    end;
  end loop;
end $do$;
set check_function_bodies = on`
