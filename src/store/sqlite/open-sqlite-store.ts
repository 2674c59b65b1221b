import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { IN_MEMORY } from '../address.ts'
import type { Store, StoreKind } from '../store.ts'
import { createAnswerWriter } from './add-answers.ts'
import { explained } from './explain-sqlite-error.ts'
import { createCaseStore } from './follow-corpus.ts'
import { createLeases } from './leases.ts'
import { openDatabase } from './open-database.ts'
import { createAnswerReader } from './read-answers.ts'
import { createJudgedReader } from './read-judged.ts'
import { createQuestionReader } from './read-questions.ts'
import { createReplyStore } from './read-replies.ts'
import { createTexts } from './texts.ts'
import { createTransactions } from './transactions.ts'

/** A file of SQLite. Its address is its path. */
export const sqlite: StoreKind = {
  async open(path) {
    return createStore(openDatabase(path), path)
  },

  /** Undefined where the file is not there or empty: opening would make it. */
  async openExisting(path) {
    return isThere(path) ? createStore(openDatabase(path), path) : undefined
  },

  /** All that is written is one transaction, which is never committed. Other programs cannot write meanwhile. */
  async openDryRun(path) {
    const database = openDatabase(isThere(path) ? path : IN_MEMORY)
    explained(path, () => database.exec('BEGIN IMMEDIATE'))
    return createStore(database, path)
  },
}

function isThere(path: string): boolean {
  return Boolean(statSync(path, { throwIfNoEntry: false })?.size)
}

function createStore(database: DatabaseSync, path: string): Store {
  const texts = createTexts(database)
  const transactions = createTransactions(database, path, { onUndone: texts.forget })
  return {
    ...createQuestionReader(database, transactions, texts),
    ...createAnswerWriter(database, transactions, texts),
    ...createLeases(database, transactions),
    ...createCaseStore(database, transactions, texts),
    ...createJudgedReader(database, transactions),
    ...createAnswerReader(database, transactions),
    ...createReplyStore(database, transactions),
    async [Symbol.asyncDispose]() {
      // The only transaction that may be open is that of a dry run; closing undoes it.
      database.close()
    },
  }
}
