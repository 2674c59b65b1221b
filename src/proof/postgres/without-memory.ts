// Functions whose answers would depend on earlier calls, though everything is rolled back between two calls: sequences go
// on, and `SET seed` lasts. A case could repeat in all worlds what it saw in the first.

/** The function that gives the next number of a sequence to a DEFAULT. Callers may not use its schema, so only a DEFAULT calls it. */
const NEXT_VALUE = 'provided.next_value'

/** Half of a random UUID as a number from 0 to 1, and not 1: it needs no seed. */
const RANDOM =
  "(('x' || translate(substr(gen_random_uuid()::text, 1, 13), '-', ''))::bit(48)::bigint / 281474976710656::double precision)"

const BETWEEN = (type: string) => `create function pg_catalog.random(min ${type}, max ${type}) returns ${type}
  language sql volatile strict set search_path = pg_catalog as $body$ select floor(min + ${RANDOM} * (max::numeric - min + 1)::double precision)::${type} $body$`

/** PostgreSQL 16 has no random number between two others. */
const renameSql = (types: string) => `do $do$ begin
  if to_regprocedure('pg_catalog.random(${types})') is not null then
    alter function pg_catalog.random(${types}) rename to seeded_random;
  end if;
end $do$`

/** The SQL that puts random functions without a seed in place of PostgreSQL's, and creates `NEXT_VALUE`. Only a superuser can run it. */
export function withoutMemorySql(reader: string): string {
  return [
    ...['', 'integer, integer', 'bigint, bigint'].map(renameSql),
    `create function pg_catalog.random() returns double precision language sql volatile set search_path = pg_catalog as $body$ select ${RANDOM} $body$`,
    BETWEEN('integer'),
    BETWEEN('bigint'),
    // A sample of a table is another one at each call, and no right is needed to take one.
    'alter function pg_catalog.bernoulli(internal) rename to sample_rows',
    'alter function pg_catalog.system(internal) rename to sample_pages',
    'create schema if not exists provided',
    `grant usage on schema provided to ${reader}`,
    `create function ${NEXT_VALUE}(regclass) returns bigint language internal strict as 'nextval_oid'`,
    `grant execute on function pg_catalog.nextval(regclass) to ${reader} with grant option`,
  ].join(';\n')
}

/**
 * The SQL after which each DEFAULT of the schema `public` takes numbers by `NEXT_VALUE`, for `nextval` is closed to callers.
 * It stays open where a function of the schema may call it, such as that of a trigger.
 */
export function openDefaultsSql(caller: string): string {
  return `do $do$
declare
  found record;
begin
  for found in
    select a.attrelid::regclass as owner, a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_class c on c.oid = d.adrelid
    where c.relnamespace = 'public'::regnamespace and a.attgenerated = ''
      and pg_get_expr(d.adbin, d.adrelid) ~ '\\mnextval\\('
  loop
    execute format('alter table only %s alter column %I set default %s', found.owner, found.name,
      regexp_replace(found.value, '\\mnextval\\(', '${NEXT_VALUE}(', 'g'));
  end loop;
  if exists (select from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~* 'nextval') then
    grant execute on function pg_catalog.nextval(regclass) to ${caller};
  else
    revoke execute on function pg_catalog.nextval(regclass) from ${caller};
  end if;
end $do$`
}
