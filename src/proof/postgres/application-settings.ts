// Settings of an application have a dot in their names, such as `app.tenant`, and everybody may read them. All other
// settings tell of the server and of the engine: only the engine reads them.

/** The function that reads any setting, under the name that only the engine may call it by. */
export const READ_SETTING = 'pg_catalog.read_setting'

/** The SQL after which `current_setting` reads only settings of an application. Only a superuser can run it. */
export function applicationSettingsSql(reader: string): string {
  return [
    replaced(reader, 'text', 'setting_name text', isMissing('true')),
    replaced(reader, 'text, boolean', 'setting_name text, missing_ok boolean', isMissing('not missing_ok')),
  ].join(';\n')
}

/** The statement that raises what PostgreSQL raises for a name that was never set. */
function isMissing(condition: string): string {
  return `if value is null and ${condition} then
    raise undefined_object using message = pg_catalog.format('unrecognized configuration parameter "%s"', setting_name);
  end if;`
}

/** Renames the function of the catalog, and puts one in its place that calls it with the rights of the reader. */
function replaced(reader: string, types: string, parameters: string, whenMissing: string): string {
  return `alter function pg_catalog.current_setting(${types}) rename to read_setting;
revoke execute on function ${READ_SETTING}(${types}) from public;
grant execute on function ${READ_SETTING}(${types}) to ${reader};
create function pg_catalog.current_setting(${parameters}) returns text language plpgsql stable strict security definer as $body$
declare
  value pg_catalog.text;
begin
  value := ${READ_SETTING}(setting_name, true);
  -- A name that PostgreSQL does not know, such as '', is missing, as it is on any server.
  if pg_catalog.strpos(setting_name, '.') operator(pg_catalog.=) 0 and value is not null then
    raise insufficient_privilege using message = pg_catalog.format('permission denied for setting %I', setting_name);
  end if;
  -- Once a name was set, PostgreSQL knows it after the rollback too, as ''. It would tell of an earlier call.
  if value operator(pg_catalog.=) '' then value := null; end if;
  ${whenMissing}
  return value;
end $body$;
alter function pg_catalog.current_setting(${types}) owner to ${reader}`
}
