import { CASES_SCHEMA, type TestDatabase } from '../../database/test-database.ts'
import { CALLER_ROLE } from '../../postgres/caller-role.ts'

/** Takes away all that `prepareCase` made, whatever became of it. */
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
 * PL/pgSQL keeps the plans of a function that was dropped until the session ends, some twenty of each, and all of them are
 * gone through whenever anything is created or dropped. Those of one that was replaced are let go at its next call.
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
