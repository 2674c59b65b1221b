// What the catalog of the database says of everything that is not PostgreSQL's own. A case must leave it as it was: what
// it made or changed there would be at work in the calls of other cases.

import { quoted } from '../sql/sql-text.ts'
import { CODE_SCHEMA_START, RUNNERS_SCHEMA } from './private-names.ts'

/** The first number that PostgreSQL gives to an object that is not its own. */
const FIRST_OWN = 16384

/**
 * Catalogs by their rows' number, and what is left out of a row: it changes when rows do, and when statistics are made.
 */
const BY_NUMBER: Record<string, string[]> = {
  pg_class: [
    ...['relpages', 'reltuples', 'relallvisible', 'relallfrozen', 'relfrozenxid', 'relminmxid', 'relfilenode'],
    ...['relhasindex', 'relhasrules', 'relhastriggers', 'relhassubclass', 'relispopulated'],
  ],
  ...Object.fromEntries(
    [
      ...['pg_proc', 'pg_type', 'pg_attrdef', 'pg_constraint', 'pg_trigger', 'pg_rewrite', 'pg_policy', 'pg_operator'],
      ...['pg_cast', 'pg_opclass', 'pg_opfamily', 'pg_collation', 'pg_conversion', 'pg_language', 'pg_extension'],
      ...['pg_event_trigger', 'pg_enum', 'pg_ts_config', 'pg_ts_dict', 'pg_statistic_ext', 'pg_publication'],
    ].map(catalog => [catalog, []]),
  ),
}

/** Catalogs that are small, or whose rows have no number of their own, with the condition for the rows that count. */
const BY_CONDITION: Record<string, string> = {
  pg_attribute: `attrelid >= ${FIRST_OWN}`,
  pg_index: `indexrelid >= ${FIRST_OWN}`,
  pg_inherits: 'true',
  pg_aggregate: `aggfnoid >= ${FIRST_OWN}`,
  pg_amproc: `oid >= ${FIRST_OWN}`,
  pg_amop: `oid >= ${FIRST_OWN}`,
  pg_range: `rngtypid >= ${FIRST_OWN}`,
  pg_sequence: 'true',
  pg_default_acl: 'true',
  pg_auth_members: 'true',
  pg_db_role_setting: 'true',
  pg_roles: 'true',
}

/** The SQL of a hash of the catalog. The engine makes the schema of its runners again after each job, with another number. */
export function catalogSql(): string {
  const hashes = [
    ...Object.entries(BY_NUMBER).map(([catalog, without]) =>
      hashSql(
        catalog,
        without.length === 0 ? 't' : `to_jsonb(t) - ${quoted(`{${without.join(',')}}`)}::text[]`,
        `oid >= ${FIRST_OWN}`,
      ),
    ),
    ...Object.entries(BY_CONDITION).map(([catalog, condition]) => hashSql(catalog, 't', condition)),
    hashSql(
      'pg_namespace',
      'row(nspname, nspowner, nspacl)',
      `nspname !~ '^pg_(toast_)?temp_' and not starts_with(nspname, '${CODE_SCHEMA_START}') and nspname <> '${RUNNERS_SCHEMA}'`,
    ),
    hashSql('pg_database', 'row(datname, datdba, datacl)', 'true'),
  ]
  return `concat_ws(' ', ${hashes.join(',\n')})`
}

function hashSql(catalog: string, row: string, condition: string): string {
  return `(select sum(hashtextextended((${row})::text, 0)) from pg_catalog.${catalog} t where ${condition})`
}
