// The one place that knows which stores there are. A second store is a folder beside `sqlite/` that exports a
// `StoreKind`, and a line in the table.

import { UsageError } from '../errors.ts'
import { IN_MEMORY, schemeOf } from './address.ts'
import { sqlite } from './sqlite/open-sqlite-store.ts'
import type { Store, StoreKind } from './store.ts'

const PATH = 'path'

/** By the scheme of an address, such as `postgres://`; a path has none. */
const KINDS: Record<string, StoreKind> = {
  [PATH]: sqlite,
}

/** Opens the store at an address, making it if it is not there. */
export async function openStore(address: string): Promise<Store> {
  return kindOf(address).open(address)
}

/** Opens the store at an address; undefined when there is none. */
export async function openExistingStore(address: string): Promise<Store | undefined> {
  return kindOf(address).openExisting(address)
}

/** A store for a dry run: everything that is written is undone when the store is closed, and no database is made. */
export async function openDryRunStore(address: string): Promise<Store> {
  return kindOf(address).openDryRun(address)
}

function kindOf(address: string): StoreKind {
  const tryThis = '--db PATH, where PATH is a SQLite file.'
  if (address === IN_MEMORY)
    throw new UsageError(`a database at ${IN_MEMORY} would be gone when the command ends.`, tryThis)
  const scheme = schemeOf(address) ?? PATH
  const kind = KINDS[scheme]
  // The rest of a URL may hold a password.
  if (!kind) throw new UsageError(`a database at ${scheme}… cannot be opened.`, tryThis)
  return kind
}
