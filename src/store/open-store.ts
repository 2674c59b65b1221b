// The one place that knows which stores there are. Another one is a folder beside `sqlite/` and a line here.

import { UsageError } from '../errors.ts'
import { openExistingSqliteStore, openSqliteStore, openSqliteTrial } from './sqlite/open-sqlite-store.ts'
import type { Store } from './store.ts'

/** Opens the store at an address (today the path of a SQLite file, or `:memory:`), making it if it is not there. */
export async function openStore(address: string): Promise<Store> {
  return openSqliteStore(pathOf(address))
}

/** Opens the store at an address; undefined when there is none. */
export async function openExistingStore(address: string): Promise<Store | undefined> {
  return openExistingSqliteStore(pathOf(address))
}

/** A store for a dry run: everything that is written is undone when the store is closed, and no database is made. */
export async function openTrialStore(address: string): Promise<Store> {
  return openSqliteTrial(pathOf(address))
}

function pathOf(address: string): string {
  // The rest of a URL may hold a password.
  const [scheme] = /^[a-z][a-z0-9+.-]+:\/\//i.exec(address) ?? []
  if (scheme === undefined) return address
  throw new UsageError(`a database at ${scheme}… cannot be opened.`, '--db PATH, where PATH is a SQLite file.')
}
