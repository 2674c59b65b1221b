import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Store } from '../store.ts'
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

/** Opens the database at `path` (or `:memory:`), making it if it is not there. */
export function openSqliteStore(path: string): Store {
  return createStore(openDatabase(path), path)
}

/** Undefined where the file is not there or empty: opening would make it. */
export function openExistingSqliteStore(path: string): Store | undefined {
  return isThere(path) ? openSqliteStore(path) : undefined
}

/** All that is written is one transaction, which is never committed. Other programs cannot write meanwhile. */
export function openSqliteTrial(path: string): Store {
  const database = openDatabase(isThere(path) ? path : ':memory:')
  explained(path, () => database.exec('BEGIN IMMEDIATE'))
  return createStore(database, path)
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
      // The only transaction that may be open is that of a trial; closing undoes it.
      database.close()
    },
  }
}
