// The SQL that makes many calls of a case at once, each as if it were the only one. `run-calls.ts` runs it.

import { typeOf } from '../../database/parameter-types.ts'
import { CASES_SCHEMA, type TestDatabase } from '../../database/test-database.ts'
import type { QueryPlan } from '../../plan/plan.ts'
import { CALLER_ROLE } from '../../postgres/caller-role.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import { parameterNames } from './prepared-case.ts'

/** The SQL of a row's hash. Hashing the row is faster than hashing its text, but not all types can be hashed. */
function rowHash(row: string, isHashable: boolean): string {
  return isHashable ? `hash_record_extended(${row}, 0)` : `hashtextextended(${row}::text, 0)`
}

/** The columns of a digest. */
const COLUMNS = 'state text, message text, number bigint, total text, digest text, keys text, rows text, log text'

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
  /** All types of the result can be hashed. */
  isHashable: boolean
}

/** Creates the wrapper and prepares `many_<number>`, which calls it. A mistake in the case shows when it is called. */
export function wrapperSql(wrapped: Wrapped, readsOnly: boolean): string {
  const { database, query, number } = wrapped
  const names = parameterNames(database.plan, query)
  const types = names.map(name => typeOf(database, query, name))
  const name = `${CASES_SCHEMA}.attempt_${number}`
  return `set check_function_bodies = off;
create function ${name}(${types.join(', ')}) returns table (${COLUMNS})
  language plpgsql as $proof_wrapper$
#variable_conflict use_column
${readsOnly ? readingBody(wrapped) : writingBody(wrapped)} $proof_wrapper$;
set check_function_bodies = on;
prepare many_${number}${manyTypes(types)} as
select proof_call.proof_nth, proof_digest.* from ${callsSql(database, query)}
cross join lateral ${name}(${names.map(callColumn).join(', ')}) as proof_digest`
}

/** The body for a case that only reads: there are no changes to undo or to look for. */
function readingBody(wrapped: Wrapped): string {
  return `begin
  return query ${digestSql(wrapped, wrapped.text)};
exception when others then
  return query ${failureSql('sqlstate', 'sqlerrm')};
end`
}

/** The digest of a call that failed. */
function failureSql(state: string, message: string): string {
  return `select ${state}, left(${message}, 1000), 0::bigint, ''::text, ''::text, ''::text, null::text, null::text`
}

/** The body for a case that may write: it undoes the changes of the call by an error that it raises and catches. */
function writingBody({ query, text, kind, returnsRows, wantsKeys, isHashable }: Wrapped): string {
  // Rows are kept as text only where they may hold generated values: where the call writes. A function has written by
  // the time that its first row comes.
  const isKept =
    kind === 'function' ? "proof_number = 1 and exists (select from proof.log) or proof_rows <> '{}'" : 'true'
  const run = returnsRows
    ? `for proof_row in ${text}
    loop
      proof_number := proof_number + 1;
      proof_hash := ${rowHash('proof_row', isHashable)};
      proof_sum := proof_sum + proof_hash;
      proof_order := proof_order || proof_hash || ' ';
      if ${isKept} then proof_rows := proof_rows || proof_row::text; end if;
      ${wantsKeys ? `proof_keys := proof_keys + coalesce(hashtextextended(to_jsonb(proof_row)->>${quoted(query.key)}, 0), 0);` : ''}
    end loop;`
    : `${text}
    ;
    get diagnostics proof_number = row_count;`
  return `declare
  proof_row record; proof_number bigint := 0; proof_hash bigint; proof_sum numeric := 0; proof_order text := '';
  proof_keys numeric := 0; proof_rows text[] := '{}'; proof_log text; proof_done boolean := false; proof_state text;
  proof_message text;
begin
  begin
    ${run}
    if current_user <> '${CALLER_ROLE}' then raise exception 'the case changed its role'; end if;
    perform from proof.log;
    if found then
      select json_agg(json_build_array(l.tbl, l.op, l.old::text, l.new::text) order by l.seq) into proof_log from proof.log l;
    end if;
    if ${kind === 'function'} or found then proof_done := true; raise exception 'undone'; end if;
  exception when others then
    if not proof_done then proof_state := sqlstate; proof_message := sqlerrm; end if;
  end;
  if proof_state is not null then
    return query ${failureSql('proof_state', 'proof_message')};
  else
    return query select null::text, null::text, proof_number, proof_sum::text, md5(proof_order), proof_keys::text,
      case when proof_log is not null then to_json(proof_rows)::text end, proof_log;
  end if;
end`
}

/** Prepares `quick_<number>` for a case that only reads: without the wrapper, it takes a third of the time. */
export function quickSql(
  wrapped: Wrapped,
  /** The statement with parameters as columns of `proof_call`. */
  text: string,
): string {
  const { database, query, number } = wrapped
  const types = parameterNames(database.plan, query).map(name => typeOf(database, query, name))
  return `prepare quick_${number}${manyTypes(types)} as
    select proof_call.proof_nth, proof_digest.* from ${callsSql(database, query)}
    cross join lateral (${digestSql(wrapped, text)}) as proof_digest`
}

/** The digest of a statement's rows. */
function digestSql({ query, wantsKeys, isHashable }: Wrapped, text: string): string {
  const key = wantsKeys ? `hashtextextended(to_jsonb(proof_answer)->>${quoted(query.key)}, 0)` : '0'
  return `select null::text, null::text, count(*), coalesce(sum(h), 0)::text, md5(coalesce(string_agg(h || ' ', ''), '')),
      coalesce(sum(k), 0)::text, null::text, null::text
    from (select ${rowHash('proof_answer', isHashable)} as h, ${key} as k from (${text}\n) as proof_answer) as hashes`
}

/** The query for PostgreSQL's plan of `quick_<number>`. */
export function quickPlanSql({ database, query, number }: Wrapped): string {
  const values = ['0', ...parameterNames(database.plan, query).map(() => 'null')]
  return `explain (costs off) execute quick_${number}(${values.join(', ')})`
}

/** The column of `proof_call` that holds the values of a parameter. */
export function callColumn(name: string): string {
  return `proof_call.${identifier(name)}`
}

/** The parameter types of a statement that makes many calls: their number, and an array for each parameter. */
function manyTypes(types: string[]): string {
  return `(${['int', ...types.map(() => 'text[]')].join(', ')})`
}

/**
 * The calls as rows of `proof_call`. Each parameter comes as an array of text, so that a value that is an array stays
 * whole.
 */
function callsSql(database: TestDatabase, query: QueryPlan): string {
  const names = parameterNames(database.plan, query)
  if (names.length === 0) return '(select n as proof_nth from generate_series(1, $1) n) as proof_call'
  const typed = names.map((name, index) => `v${index}::${typeOf(database, query, name)} as ${identifier(name)}`)
  const arrays = names.map((_, index) => `$${index + 2}`).join(', ')
  const columns = names.map((_, index) => `v${index}`).join(', ')
  // OFFSET 0 makes PostgreSQL cast a value once for each call, and not wherever the case names the parameter.
  return `(select proof_nth, ${typed.join(', ')} from unnest(${arrays}) with ordinality as u (${columns}, proof_nth) offset 0) as proof_call`
}
