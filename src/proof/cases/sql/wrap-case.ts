// The SQL that makes many calls of a case at once, each as if it were the only one. `run-calls.ts` runs it.

import { createHash } from 'node:crypto'
import { typeOf } from '../../database/parameter-types.ts'
import {
  ANSWER,
  CALL,
  HASH_SEED,
  LOG_TABLE,
  RUNNERS_SCHEMA,
  SEED_VARIABLE,
  STATEMENT_START,
} from '../../database/private-names.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { parameterNames } from './prepared-case.ts'

/**
 * The SQL of a row's hash. Its bytes are faster to make than its text, but not all types have them. The values themselves are
 * not hashed: PostgreSQL gives 1 and 4294967296 the same hash, whatever the seed, and two rows that swap a value the same sum.
 */
function rowHash(row: string, hasBytes: boolean, seed: string): string {
  return hasBytes
    ? `hash_record_extended(row(pg_catalog.record_send(${row})), ${seed})`
    : `hashtextextended(${row}::pg_catalog.text, ${seed})`
}

/** The seed as a variable: PostgreSQL quotes statements of PL/pgSQL in the context of errors, which a case can read. */
const DECLARE_SEED = `${SEED_VARIABLE} constant pg_catalog.int8 := ${HASH_SEED};`

/** The columns of a digest. */
const COLUMNS =
  'state text, message text, number bigint, total text, digest text, keys text, rows text, log text, details text'

/**
 * Types are named with their schema: a case could put a type `text` of its own, in which all texts are equal, before
 * PostgreSQL's.
 */
const NO_TEXT = 'null::pg_catalog.text'

/** What the SQL is made from. */
export interface Wrapped {
  database: TestDatabase
  query: QueryPlan
  /** The number of the case in the proof run. */
  number: number
  /** The statement, or the call of the function, with parameters as `$n`. */
  text: string
  kind: 'statement' | 'function'
  returnsRows: boolean
  /** The digest has the keys of the rows. */
  wantsKeys: boolean
  /** All types of the result have a binary form: see describe-result.ts. */
  hasBytes: boolean
  /** The search path with the schema of the function that the case creates. Absent: the case is a statement. */
  path?: string
  /** The role that calls. Absent: the caller of the session. */
  role?: string
  /** SELECTs with parameters as `$n` that are run before the call, to set who calls. */
  before?: string[]
}

/** The names of what is made for the case with this number. */
export function namesFor(number: number): { one: string; many: string; quick: string; runner: string } {
  const runner = `${RUNNERS_SCHEMA}.handle_${number}`
  return {
    ...{ one: `${STATEMENT_START}one_${number}`, many: `${STATEMENT_START}many_${number}` },
    quick: `${STATEMENT_START}quick_${number}`,
    runner,
  }
}

/** Creates the wrapper and prepares the statement that calls it. */
export function wrapperSql(wrapped: Wrapped, readsOnly: boolean): string {
  const { database, query, number } = wrapped
  const names = parameterNames(database.plan, query)
  const types = names.map(name => typeOf(database, query, name))
  const { many, runner } = namesFor(number)
  const body = readsOnly ? readingBody(wrapped) : writingBody(wrapped)
  return `${createRunner(wrapped, `${runner}s(${types.join(', ')}) returns table (${COLUMNS})`, body)};
prepare ${many}${manyTypes(types)} as
select ${CALL}.request_nth, request_digest.* from ${callsSql(database, query)}
cross join lateral ${runner}s(${names.map(callColumn).join(', ')}) as request_digest`
}

/**
 * Creates a function that runs the case with the rights of the caller. PostgreSQL lets nothing inside a SECURITY DEFINER
 * function change the role: no SET ROLE, however it is spelled. The body is a string, out of which no text of a case leads,
 * as it might out of dollar quotes. PostgreSQL reads the body at once: a case that cannot be a part of it would fail in the
 * same way in every call, and look like one that tells nothing.
 */
function createRunner({ database, path, role }: Wrapped, signature: string, body: string): string {
  const caller = role === undefined ? database.session.caller : identifier(role)
  const setting = path === undefined ? '' : ` set search_path = ${path}`
  const source = `\n#variable_conflict use_column\n${body}`
  database.runners.set(signature.slice(0, signature.indexOf('(')), createHash('md5').update(source).digest('hex'))
  return `grant create on schema ${RUNNERS_SCHEMA} to ${caller}; set role ${caller};
create function ${signature} language plpgsql security definer${setting} as ${quoted(source)};
reset role; revoke create on schema ${RUNNERS_SCHEMA} from ${caller}`
}

/**
 * Creates the function that makes one call. Each row of its result holds a row of the case as text; the first holds the
 * names of the columns too.
 */
export function runnerSql(wrapped: Wrapped): string {
  const { database, query, number, text, returnsRows } = wrapped
  const types = parameterNames(database.plan, query).map(name => typeOf(database, query, name))
  const rows = `for request_row in ${text}
  loop
    request_names := case when request_names is null then (select json_agg(n) from json_object_keys(row_to_json(request_row)) n) end;
    request_line := request_row;
    return next;
  end loop;`
  const count = `${text}
  ;
  get diagnostics request_affected = row_count;
  return next;`
  const body = `declare
  request_row record;
begin
  ${beforeCall(wrapped)}
  ${returnsRows ? rows : count}
  ${database.endOfCall ?? ''}
end`
  return createRunner(
    wrapped,
    `${namesFor(number).runner}(${types.join(', ')}) returns table (request_names text, request_line text, request_affected bigint)`,
    body,
  )
}

/** The statements that say who calls. */
function beforeCall({ before = [] }: Wrapped): string {
  return before.map(select => `perform * from (${select}\n) as request_identity;`).join(' ')
}

/** The body for a case that only reads: there are no changes to undo or to look for. */
function readingBody(wrapped: Wrapped): string {
  return `declare
  ${DECLARE_SEED} ${DETAILS_VARIABLES}
begin
  ${beforeCall(wrapped)}
  return query ${digestSql(wrapped, wrapped.text, SEED_VARIABLE)};
exception when others then
  ${READ_DETAILS}
  return query ${failureSql('sqlstate', 'sqlerrm')};
end`
}

const DETAILS_VARIABLES = `request_detail text; request_hint text; request_schema text; request_table text; request_column text;
  request_constraint text; request_type text; request_context text;`

/** Takes what an error tells beside its message. */
const READ_DETAILS = `get stacked diagnostics request_detail = pg_exception_detail, request_hint = pg_exception_hint,
    request_schema = schema_name, request_table = table_name, request_column = column_name, request_constraint = constraint_name,
    request_type = pg_datatype_name, request_context = pg_exception_context;`

/** The digest of a call that failed. The end of a long message is told by its hash, and so is where the error arose. */
function failureSql(state: string, message: string): string {
  const long = `case when length(${message}) > 1000 then md5(${message}) end`
  return `select ${state}, left(${message}, 1000), 0::bigint, ''::pg_catalog.text, ''::pg_catalog.text, ''::pg_catalog.text,
    split_part(request_context, chr(10), 1), ${NO_TEXT}, concat_ws('|', request_detail, request_hint, request_schema, request_table,
      request_column, request_constraint, request_type, md5(request_context), ${long})`
}

/** The body for a case that may write: it undoes the changes of the call by an error that it raises and catches. */
function writingBody(wrapped: Wrapped): string {
  const { database, query, text, kind, returnsRows, wantsKeys, hasBytes } = wrapped
  // Rows are kept as text only where they may hold generated values: where the call writes. A function has written by
  // the time that its first row comes.
  const isKept =
    kind === 'function' ? `request_number = 1 and exists (select from ${LOG_TABLE}) or request_rows <> '{}'` : 'true'
  const run = returnsRows
    ? `for request_row in ${text}
    loop
      request_number := request_number + 1;
      request_hash := ${rowHash('request_row', hasBytes, SEED_VARIABLE)};
      request_sum := request_sum + request_hash;
      request_order := request_order || request_hash || ' ';
      if ${isKept} then request_rows := request_rows || request_row::pg_catalog.text; end if;
      ${wantsKeys ? `request_keys := request_keys + coalesce(hashtextextended(to_jsonb(request_row)->>${quoted(query.key)}, ${SEED_VARIABLE}), 0);` : ''}
    end loop;`
    : `${text}
    ;
    get diagnostics request_number = row_count;`
  return `declare
  request_row record; request_number bigint := 0; request_hash bigint; request_sum numeric := 0; request_order text := '';
  request_keys numeric := 0; request_rows text[] := '{}'; request_log text; request_done boolean := false; request_state text;
  request_message text; ${DECLARE_SEED} ${DETAILS_VARIABLES}
begin
  begin
    ${beforeCall(wrapped)}
    ${run}
    ${database.endOfCall ?? ''}
    perform from ${LOG_TABLE};
    if found then
      select json_agg(json_build_array(l.tbl, l.op, l.old::pg_catalog.text, l.new::pg_catalog.text) order by l.seq) into request_log from ${LOG_TABLE} l;
    end if;
    if ${kind === 'function'} or found then request_done := true; raise exception 'undone'; end if;
  exception when others then
    if not request_done then
      ${READ_DETAILS}
      request_state := sqlstate; request_message := sqlerrm;
    end if;
  end;
  if request_state is not null then
    return query ${failureSql('request_state', 'request_message')};
  else
    return query select ${NO_TEXT}, ${NO_TEXT}, request_number, request_sum::pg_catalog.text, md5(request_order),
      request_keys::pg_catalog.text, case when request_log is not null then to_json(request_rows)::pg_catalog.text end, request_log, ${NO_TEXT};
  end if;
end`
}

/** Prepares the quick statement for a case that only reads: without the wrapper, it takes a third of the time. */
export function quickSql(
  wrapped: Wrapped,
  /** The statement with parameters as columns of `CALL`. */
  text: string,
): string {
  const { database, query, number } = wrapped
  const types = parameterNames(database.plan, query).map(name => typeOf(database, query, name))
  return `prepare ${namesFor(number).quick}${manyTypes(types)} as
    select ${CALL}.request_nth, request_digest.* from ${callsSql(database, query)}
    cross join lateral (${digestSql(wrapped, text, HASH_SEED)}) as request_digest`
}

/** The digest of a statement's rows. */
function digestSql({ query, wantsKeys, hasBytes }: Wrapped, text: string, seed: string): string {
  const key = wantsKeys ? `hashtextextended(to_jsonb(${ANSWER})->>${quoted(query.key)}, ${seed})` : '0'
  return `select ${NO_TEXT}, ${NO_TEXT}, count(*), coalesce(sum(h), 0)::pg_catalog.text, md5(coalesce(string_agg(h || ' ', ''), '')),
      coalesce(sum(k), 0)::pg_catalog.text, ${NO_TEXT}, ${NO_TEXT}, ${NO_TEXT}
    from (select ${rowHash(ANSWER, hasBytes, seed)} as h, ${key} as k from (${text}\n) as ${ANSWER}) as hashes`
}

/** The query for PostgreSQL's plan of the quick statement. */
export function quickPlanSql({ database, query, number }: Wrapped): string {
  const values = ['0', ...parameterNames(database.plan, query).map(() => 'null')]
  return `explain (costs off) execute ${namesFor(number).quick}(${values.join(', ')})`
}

/** The column of `CALL` that holds the values of a parameter. */
export function callColumn(name: string): string {
  return `${CALL}.${identifier(name)}`
}

/** The parameter types of a statement that makes many calls: their number, and an array for each parameter. */
function manyTypes(types: string[]): string {
  return `(${['int', ...types.map(() => 'text[]')].join(', ')})`
}

/**
 * The calls as rows of `CALL`. Each parameter comes as an array of text, so that a value that is an array stays
 * whole.
 */
function callsSql(database: TestDatabase, query: QueryPlan): string {
  const names = parameterNames(database.plan, query)
  if (names.length === 0) return `(select n as request_nth from generate_series(1, $1) n) as ${CALL}`
  const typed = names.map((name, index) => `v${index}::${typeOf(database, query, name)} as ${identifier(name)}`)
  const arrays = names.map((_, index) => `$${index + 2}`).join(', ')
  const columns = names.map((_, index) => `v${index}`).join(', ')
  // OFFSET 0 makes PostgreSQL cast a value once for each call, and not wherever the case names the parameter.
  return `(select request_nth, ${typed.join(', ')} from unnest(${arrays}) with ordinality as u (${columns}, request_nth) offset 0) as ${CALL}`
}
