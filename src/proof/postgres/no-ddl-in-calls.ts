// No function of a case may create, alter, drop or grant anything: it could take the log's triggers from a table for the time of
// one write. PostgreSQL has no right against that for an owner, so an event trigger looks where a command comes from.

/** The number of refused commands. A sequence counts also what is rolled back, so that no handler of errors hides a try. */
const REFUSALS = 'provided.refusals'

/** The query for a number that is another one once a command was refused. */
export const REFUSAL_COUNT = `select last_value::text || is_called from ${REFUSALS}`

/**
 * How the call stack ends where the engine runs a command itself: in its DO blocks, in the function for extensions, and in the
 * script of an extension, which newer versions of PostgreSQL name too. A script that a function starts has the function behind it.
 */
const FROM_ENGINE =
  '^(PL/pgSQL function (inline_code_block|provided\\.create_extension\\(text\\)) line \\d+ at |extension script file "[^"]*", near line \\d+$)'

/**
 * The SQL of the event triggers, to be run last, and by a superuser. The stack has one line where a command comes from no
 * function. Temporary tables are gone with their call.
 */
export function noDdlInCallsSql(reader: string): string {
  return `create sequence ${REFUSALS}; grant select on ${REFUSALS} to ${reader};
create function provided.look_at_command() returns event_trigger language plpgsql security definer set search_path = pg_catalog as $body$
declare
  stack text;
begin
  get diagnostics stack = pg_context;
  if position(chr(10) in stack) = 0 or substring(stack from '[^\\n]*$') ~ '${FROM_ENGINE}' then return; end if;
  if tg_event = 'sql_drop' and exists (select from pg_event_trigger_dropped_objects() where original and not is_temporary)
    or tg_event = 'ddl_command_end' and exists (select from pg_event_trigger_ddl_commands() where schema_name is distinct from 'pg_temp') then
    perform nextval('${REFUSALS}');
    raise exception 'permission denied for % inside of a call', tg_tag using errcode = '42501';
  end if;
end $body$;
create event trigger look_at_command on ddl_command_end execute function provided.look_at_command();
create event trigger look_at_drop on sql_drop execute function provided.look_at_command()`
}
