// PGlite always logs in as the user that PostgreSQL was initialized with, a superuser. This SQL makes that user an
// ordinary one, once, in the template of all databases.

import { hash } from '../../lib/hash.ts'
import { closedCatalogSql } from './closed-catalog.ts'

/**
 * The user that the engine works as: owner of the database, and no superuser. `session_user` tells this name to a case, so
 * it is one that other servers have.
 */
const LOCAL_OWNER = 'postgres'
/** The role that cases run as. */
export const LOCAL_CALLER = 'app_user'

/**
 * The statements, to be run one by one. They take effect when the database is opened again. Without the checkpoint at
 * the end, PGlite would lose them silently.
 */
export function demoteUserSql(extensions: string[]): string[] {
  return [...statementsFor(extensions), `comment on schema provided is '${versionOf(extensions)}'`, 'checkpoint']
}

/** The query that says whether the user of the session was demoted by just these statements. */
export function isDemotedSql(extensions: string[]): string {
  return `select session_user = '${LOCAL_OWNER}' and not rolsuper
      and obj_description(to_regnamespace('provided'), 'pg_namespace') = '${versionOf(extensions)}' as ok
    from pg_roles where rolname = session_user`
}

/** A database that was made by other statements is made again. */
function versionOf(extensions: string[]): string {
  return hash(...statementsFor(extensions))
}

function statementsFor(extensions: string[]): string[] {
  return [
    'create role catalog_owner superuser nologin',
    `create role ${LOCAL_CALLER} nologin`,
    'set session authorization catalog_owner',
    MOVE_CATALOG,
    createExtensionSql(extensions),
    CREATE_ROLE,
    `update pg_authid set rolname = '${LOCAL_OWNER}', rolsuper = false, rolcreaterole = false, rolcreatedb = false,
       rolreplication = false, rolbypassrls = true where oid = 10`,
    `grant ${LOCAL_CALLER}, pg_read_all_stats to ${LOCAL_OWNER}`,
    // PostgreSQL drops a grant to its first user alone, who by default has all rights.
    `grant set on parameter session_replication_role to ${LOCAL_OWNER}, catalog_owner`,
    `grant usage on schema provided to ${LOCAL_OWNER}`,
    `grant execute on function provided.create_extension(text), provided.create_role(text) to ${LOCAL_OWNER}`,
    closedCatalogSql(LOCAL_OWNER),
  ]
}

/** Gives the catalog to another superuser, with all rights that the user of the session has by name. */
const MOVE_CATALOG = `do $do$
declare
  found record;
  taker oid := 'catalog_owner'::regrole;
begin
  for found in
    select c.relname as catalog, a.attname as field, a.atttypid = 'aclitem[]'::regtype as is_list
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'pg_catalog'::regnamespace and c.relkind = 'r'
      and (a.attname ~ 'owner$' and a.atttypid = 'oid'::regtype or a.atttypid = 'aclitem[]'::regtype)
  loop
    if found.is_list then
      execute format('update pg_catalog.%1$I set %2$I = (
          select array_agg(makeaclitem(case r.grantee when 10 then $1 else r.grantee end, $1, r.privilege_type, r.is_grantable))
          from aclexplode(%2$I) r)
        where cardinality(%2$I) > 0', found.catalog, found.field) using taker;
    else
      execute format('update pg_catalog.%1$I set %2$I = $1 where %2$I = 10', found.catalog, found.field) using taker;
    end if;
  end loop;
end $do$`

/** A function that creates a role that a schema asks for. An earlier application may have had one of the same name. */
const CREATE_ROLE = `create function provided.create_role(name text) returns void language plpgsql security definer
  set search_path = pg_catalog as $$
begin
  if exists (select from pg_roles where rolname = name and (rolsuper or rolbypassrls or oid < 16384))
    or name in ('catalog_owner', '${LOCAL_CALLER}') then
    raise exception 'role "%" is not available', name using errcode = '42710';
  end if;
  if not exists (select from pg_roles where rolname = name) then
    execute format('create role %I nologin', name);
  end if;
  execute format('grant %I to ${LOCAL_OWNER}', name);
end $$;
revoke execute on function provided.create_role(text) from public`

/**
 * A function that creates one of the extensions that a schema may ask for. On a server, the owner of a database may
 * create them. Here this right has gone together with the rights of the first user.
 */
function createExtensionSql(extensions: string[]): string {
  return `create schema provided;
    create function provided.create_extension(name text) returns void language plpgsql security definer
      set search_path = pg_catalog as $$
    begin
      if name not in (${extensions.map(name => `'${name}'`).join(', ')}) then
        raise exception 'extension "%" is not available', name using errcode = '0A000';
      end if;
      execute format('create extension %I schema public cascade', name);
    end $$;
    revoke execute on function provided.create_extension(text) from public`
}
