// The functions of the catalog that a case may call. Whatever is IMMUTABLE depends on its arguments alone. Of the others,
// only those that applications use are open: a function that nobody thought of is closed.

/** By name, as regular expressions over whole names: functions that are not IMMUTABLE, and open. */
const OPEN = [
  // Texts, and how values are printed.
  'array_to_string|concat|concat_ws|convert|convert_from|convert_to|format|length|quote_literal|quote_nullable',
  'to_char|to_date|to_number|to_timestamp|numeric|money|xml|xml_is_well_formed.*|pg_typeof|pg_column_size|record_send',
  // Times, time zones, and the clock. Where the clock decides which rows come, a case is refused.
  'age|date|date_add|date_part|date_subtract|date_trunc|extract|generate_series|in_range|make_timestamptz|overlaps',
  'time|timestamp|timestamptz|timetz|timezone|pg_timezone_(names|abbrevs_abbrevs|abbrevs_zone)',
  'now|transaction_timestamp|statement_timestamp|clock_timestamp|timeofday',
  // JSON, enums, and the search for words.
  'array_to_json|row_to_json|to_jsonb?|jsonb?_(agg|build|object|path|populate|to)_.*',
  'enum_(first|last|range)|(phraseto|plainto|websearch_to|to)_tsquery|to_tsvector|ts_headline',
  // Whether a trigger was fired by another trigger.
  'pg_trigger_depth',
  // New keys, and locks that end with the call. Whether a lock could be had tells of other calls: no call may ask.
  'gen_random_uuid|uuidv4|uuidv7|pg_advisory_xact_lock(_shared)?',
]

/** IMMUTABLE functions that tell of the server all the same, by their names. */
const TELLING = 'pg_.*|txid_.*'

/** IMMUTABLE functions of such a name that tell of nothing but their arguments. */
const HARMLESS = 'pg_size_(bytes|pretty)|pg_lsn.*'

/** Open by name, and closed all the same: the age of a transaction tells how many there were. */
const CLOSED_FORMS = ['age(xid)']

/**
 * The condition that a function `p` of pg_proc is closed. PostgreSQL itself calls what takes or gives `internal` or `cstring`,
 * and triggers. An operator and a cast are calls of their functions, which are therefore open.
 */
export const IS_CLOSED = `(p.provolatile <> 'i' and p.proname !~ '^(${OPEN.join('|')})$'
    and not exists (select from pg_operator o where o.oprcode = p.oid)
    and not exists (select from pg_cast c where c.castfunc = p.oid and c.casttarget <> 'regclass'::regtype)
    and p.prorettype not in ('trigger'::regtype, 'cstring'::regtype)
    and not p.proargtypes::oid[] && array['internal', 'cstring']::regtype[]::oid[]
  or p.provolatile = 'i' and p.proname ~ '^(${TELLING})$' and p.proname !~ '^(${HARMLESS}|.*_(in|out|recv|send))$'
  or p.oid in (${CLOSED_FORMS.map(form => `'${form}'::regprocedure`).join(', ')}))`
