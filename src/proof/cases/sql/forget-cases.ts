import { CASES_SCHEMA, type TestDatabase } from '../../database/test-database.ts'
import { CALLER_ROLE } from '../../postgres/caller-role.ts'

/** Removes all that `prepareCase` made for any case, even where it failed. */
export async function forgetCases({ session }: TestDatabase): Promise<void> {
  await session.run(WITHOUT_PLANS)
  const [statements, schemas] = await session.run(`
    select name from pg_prepared_statements where name ~ '^(case|many|quick)_[0-9]+$';
    select nspname from pg_namespace where nspname ~ '^proof_case_[0-9]+$'`)
  await session.run(
    [
      ...(statements?.rows ?? []).map(([name]) => `deallocate ${name}`),
      ...(schemas?.rows ?? []).map(([name]) => `drop schema ${name} cascade`),
      `drop schema ${CASES_SCHEMA} cascade; create schema ${CASES_SCHEMA}; grant usage on schema ${CASES_SCHEMA} to ${CALLER_ROLE}`,
    ].join(';\n'),
  )
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
    where l.lanname = 'plpgsql' and n.nspname ~ '^(${CASES_SCHEMA}|proof_case_[0-9]+)$'
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
