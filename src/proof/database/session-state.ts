// The state of the session and of the rows: a case must leave both as they were.

import { READ_SETTING } from '../postgres/application-settings.ts'
import type { Table } from '../postgres/catalog.ts'
import { DisturbanceError, type Session, type TextResult } from '../postgres/session.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { catalogSql } from './catalog-state.ts'
import { CONDITION_START, HASH_SEED } from './private-names.ts'

interface CheckedDatabase {
  session: Session
  tables: Map<string, Table>
  /** The query of `settingsQuery`. */
  settings: string
  /** The state after the seed was loaded. */
  expectedState?: State
  /** The settings of the world that is open, where it has its own. */
  worldSettings?: string
}

/** By name of a part, such as `settings`, the text that must stay the same. */
type State = Record<string, string>

/** The settings that a function may change for itself: they only limit its work. */
const HARMLESS = ['statement_timeout', 'lock_timeout', 'work_mem', 'client_min_messages', 'check_function_bodies']

const ALL_SETTINGS = "string_agg(name || '=' || setting, ',' order by name)"

/**
 * The query for the settings that may bear upon how the engine reads the state after a call: all that a session can change.
 * Settings of an application, such as `app.tenant`, do not. The query is asked after thousands of calls, and the view
 * pg_settings takes four times as long as the settings by their names.
 */
export async function settingsQuery(session: Session): Promise<string> {
  const [found] = await session.run(`select array_agg(name order by name) from pg_settings
    where context in ('user', 'superuser') and position('.' in name) = 0
      and name not in (${HARMLESS.map(quoted).join(', ')})`)
  const names = found?.rows[0]?.[0] ?? '{}'
  return `select md5(string_agg(name || '=' || ${READ_SETTING}(name), ',')) from unnest(${quoted(names)}::text[]) name`
}

/** The settings as they are now, for `compareSettings`. */
export async function readSettings({ session, settings }: CheckedDatabase): Promise<string> {
  const [found] = await session.run(settings)
  return found?.rows[0]?.[0] ?? ''
}

/** @throws {DisturbanceError} when a call changed settings and left them so. */
export function compareSettings(
  { expectedState, worldSettings }: Pick<CheckedDatabase, 'expectedState' | 'worldSettings'>,
  found?: TextResult,
): void {
  if (found?.rows[0]?.[0] !== (worldSettings ?? expectedState?.['settings during a call']))
    throw new DisturbanceError('settings have other values after a call')
}

/**
 * Makes sure that the database answers, has the rows that the seed gave it, and that the session is as it was. A dead
 * database returns no rows at all, which would look like "no leak".
 * @throws {DisturbanceError} when something is not as the seed left it.
 */
export async function checkIntact(database: CheckedDatabase): Promise<void> {
  const found = await readState(database).catch(error => {
    throw new DisturbanceError(`the database does not answer as before: ${(error as Error).message}`, { cause: error })
  })
  const other = Object.entries(found).flatMap(([part, text]) => (text === database.expectedState?.[part] ? [] : part))
  if (other.length > 0) throw new DisturbanceError(`not as before: ${other.join(', ')}`)
}

/** Reads all that cases must leave as it is. */
export async function readState({ session, tables, settings }: CheckedDatabase): Promise<State> {
  const rows = [...tables.keys()].map(
    name =>
      `(select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, ${HASH_SEED})), 0) from public.${identifier(name)} t)`,
  )
  const parts: Record<string, string> = {
    'the role': `current_user || ' ' || session_user || ' ' || ${READ_SETTING}('session_replication_role')`,
    'settings during a call': `(${settings})`,
    settings: `(select ${ALL_SETTINGS} from pg_settings where name not in ('transaction_isolation', 'in_hot_standby'))`,
    'prepared statements': `(select coalesce(string_agg(name, ' ' order by name), '') from pg_prepared_statements
      where not starts_with(name, '${CONDITION_START}'))`,
    'temporary objects': `(select count(*) from (select relnamespace from pg_class union all select pronamespace from pg_proc
      union all select typnamespace from pg_type) all_objects where relnamespace = pg_my_temp_schema())::text`,
    'advisory locks': "(select count(*) from pg_locks where locktype = 'advisory')::text",
    'channels that are listened to': '(select count(*) from pg_listening_channels())::text',
    'open cursors': "(select count(*) from pg_cursors where name <> '')::text",
    'the catalog': catalogSql(),
    'the rows of the seed': `concat_ws(',', ${[...rows, "''"].join(', ')})`,
  }
  const [result] = await session.run(`select ${Object.values(parts).join(',\n')}`)
  return Object.fromEntries(Object.keys(parts).map((part, nth) => [part, result?.rows[0]?.[nth] ?? '']))
}
