// The rights that are taken from everybody but the engine: what tells of data beside the rows themselves, of the session
// and of the proof. A case could learn from it how many rows other tenants have, or that it is being proved.

import { applicationSettingsSql } from './application-settings.ts'

/** Relations of the catalog that stay open: they tell of time zones and of nothing else. */
const OPEN_RELATIONS = ['pg_timezone_names', 'pg_timezone_abbrevs']

/** Functions of the catalog that are closed, as regular expressions over whole names. */
const CLOSED_FUNCTIONS = [
  // Statistics, sizes, files, and what other sessions do.
  'pg_stat_.*',
  'pg_statio?_.*',
  'pg_(database|indexes|relation|table|tablespace|total_relation)_size',
  'pg_(clear|restore)_.*_stats',
  'pg_ls_.*',
  'pg_read_.*',
  'pg_file_.*',
  'pg_relation_filenode|pg_relation_filepath|pg_filenode_relation',
  'pg_sequence_last_value|pg_sequence_parameters|pg_get_sequence_data',
  'pg_mcv_list_items|pg_get_multixact_members|pg_partition_.*',
  // The session: its settings, statements, cursors, locks, memory, and its place in the write-ahead log.
  'set_config|setseed|current_query|pg_(show_all|get)_.*settings.*|pg_settings_get_flags|show_all_.*',
  'pg_prepared_statement|pg_prepared_xact|pg_cursor|pg_lock_status|pg_blocking_pids|pg_safe_snapshot_blocking_pids',
  'pg_get_backend_memory_contexts|pg_log_backend_memory_contexts|pg_get_shmem_allocations.*|pg_get_aios',
  'version|inet_(server|client)_(addr|port)|pg_backend_pid|pg_cancel_backend|pg_terminate_backend|pg_postmaster_start_time|pg_conf_load_time|pg_config',
  'pg_listening_channels|pg_notification_queue_usage|pg_available_wal_summaries|pg_control_.*|pg_wal.*|pg_.*wal.*',
  'pg_current_xact_id.*|pg_current_snapshot|pg_snapshot_.*|pg_xact_.*|pg_visible_in_snapshot|txid_.*|pg_last_.*',
  'pg_export_snapshot|pg_logical_.*|pg_replication_.*|pg_create_.*|pg_drop_.*|pg_copy_.*|pg_show_replication.*|pg_sync_.*',
  // What lasts longer than a call, and what waits.
  'pg_sleep.*|pg_(try_)?advisory_lock.*|pg_advisory_unlock.*|lo_.*|loread|lowrite',
  // Tools for the upgrade and the repair of a server.
  'binary_upgrade_.*|brin_(de)?summarize_.*|gin_clean_pending_list|pg_nextoid|pg_stop_making_pinned_objects|currtid2',
  'pg_import_system_collations|pg_extension_config_dump|pg_isolation_test_.*|pg_get_(loaded_modules|replication_slots|wait_events)',
  'age|mxid_age',
  // Text that is run as a query, of the whole database.
  '(database|schema|table)_to_xml.*',
]

/** The SQL that closes the catalog of the database to all but `reader`. Only a superuser can run it. */
export function closedCatalogSql(reader: string): string {
  const list = (names: string[]) => names.map(name => `'${name}'`).join(', ')
  return `do $do$
declare
  found record;
begin
  for found in
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('pg_catalog', 'information_schema') and c.relkind in ('r', 'v')
      and has_any_column_privilege('public', c.oid, 'select')
      and c.relname not in (${list(OPEN_RELATIONS)})
  loop
    execute format('revoke all on %s from public; grant select on %s to ${reader}', found.name, found.name);
  end loop;
  for found in
    select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.prokind = 'f'
      and has_function_privilege('public', p.oid, 'execute') and p.proname ~ '^(${CLOSED_FUNCTIONS.join('|')})$'
      -- age() of two times is for applications; age() of a transaction tells how many there were.
      and p.oid not in ('age(timestamp, timestamp)'::regprocedure, 'age(timestamptz, timestamptz)'::regprocedure,
        'age(timestamp)'::regprocedure, 'age(timestamptz)'::regprocedure)
  loop
    execute format('revoke execute on function %s from public; grant execute on function %s to ${reader}', found.name, found.name);
  end loop;
end $do$;
${applicationSettingsSql(reader)}`
}
