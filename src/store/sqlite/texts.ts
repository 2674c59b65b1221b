import type { DatabaseSync } from 'node:sqlite'
import { hash } from '../../lib/hash.ts'

/** Specifications, evaluation prompts, code and descriptions: each is stored once. */
export interface Texts {
  /** Stores a text, and gives its hash. */
  store(text: string): string
  /** What a transaction has undone must be stored again. */
  forget(): void
}

export function createTexts(database: DatabaseSync): Texts {
  const insert = database.prepare('INSERT OR IGNORE INTO texts (hash, text) VALUES (?, ?)')
  // The same specification and code come again with every answer.
  const stored = new Map<string, string>()
  return {
    store(text) {
      const known = stored.get(text)
      if (known !== undefined) return known
      const key = hash(text)
      insert.run(key, text)
      stored.set(text, key)
      return key
    },
    forget: () => stored.clear(),
  }
}
