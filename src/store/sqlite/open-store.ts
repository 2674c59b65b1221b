import type { StatementSync } from 'node:sqlite'
import type { Answer, Case, Label, Question, Result, Verdict } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import { explained } from './explain-sqlite-error.ts'
import { inTransaction } from './in-transaction.ts'
import { createLeases, type Holder } from './leases.ts'
import { openDatabase, setDurability } from './open-database.ts'
import { type AnswerReader, createAnswerReader } from './read-answers.ts'
import { createJudgedReader, type JudgedReader } from './read-judged.ts'
import {
  answerColumns,
  CONTENT,
  type Columns,
  caseColumns,
  IDENTITY,
  questionColumns,
  type StoredJudgement,
  type StoredPlace,
  type StoredReply,
  toStoredJudgement,
  toStoredReply,
} from './rows.ts'

export interface Store extends Disposable, AnswerReader, JudgedReader {
  /** Whether there is no answer at all. */
  isEmpty(): boolean
  /** What the current answer to a question says. */
  resultOf(question: Question): Result | undefined
  judgementOf(question: Question): StoredJudgement | undefined
  /** The answer to a question, made the current one: a case that was edited and edited back has its old answer again. */
  claim(question: Question): boolean
  /** Keeps an answer as the current one; it is on the disk when this returns. */
  add(question: Question, answer: Answer): void
  addFailure(question: Question, failure: StoredFailure): void
  /** Where the current answers are, one for each case and content. */
  places(): StoredPlace[]
  /** Takes the answers about this content under this path, with their history, to the case that now holds it. */
  moveAnswers(moves: Move[]): void
  /** Makes history of all current answers under this path. */
  retire(casePath: string): void
  /** Says that this run is asking a question; false when another run is. */
  lease(question: Question, holder: Holder, now: number): boolean
  release(question: Question): void
  /** Says that the run still lives; every RENEWAL_MS. */
  renewLeases(holder: Holder, now: number): void
  /** All of it or nothing. */
  transaction<T>(work: () => T, kind?: TransactionKind): T
  /** Every reply that is kept, the oldest first, one at a time: together they may be large. */
  replies(): Iterable<StoredReply>
  updateVerdict(id: number, verdict: Verdict): void
}

/**
 * `lasting`: on the disk when it returns. `passing`: others see it at once, but a power cut may undo it; the disk is not
 * waited for. `rehearsal`: undone.
 */
type TransactionKind = 'lasting' | 'passing' | 'rehearsal'

interface StoredFailure {
  timestamp: string
  reason: string
  attempts: number
  /** USD. */
  cost: number
}

export interface Move {
  casePath: string
  content: string
  to: Case
}

/** Opens the database at `path` (or `:memory:`), making it if it is not there. */
export function openStore(path: string): Store {
  return explained(path, () => createStore(path))
}

function createStore(path: string): Store {
  const database = openDatabase(path)
  const selectAny = database.prepare('SELECT 1 FROM evaluations LIMIT 1')
  const insertText = database.prepare('INSERT OR IGNORE INTO texts (hash, text) VALUES (?, ?)')
  const selectByKey = database.prepare(
    'SELECT id, is_current FROM evaluations WHERE key = ? AND case_path = ? ORDER BY id DESC',
  )
  const selectResult = database.prepare(
    'SELECT actual_result FROM evaluations WHERE key = ? AND case_path = ? AND is_current = 1',
  )
  const selectJudgement = database.prepare(
    `SELECT actual_result, named_rules, latency_ms, prompt_tokens, completion_tokens, cost FROM evaluations
     WHERE key = ? AND case_path = ? AND is_current = 1`,
  )
  const selectPlaces = database.prepare(
    `SELECT DISTINCT case_path, application, test_file, expected_result, violates, description_hash, ${CONTENT} AS content
     FROM current_evaluations ORDER BY case_path`,
  )
  const selectReplyAfter = database.prepare(
    `SELECT id, case_path, model_name, reply, http, actual_result, explanation, named_rules
     FROM evaluations WHERE id > ? ORDER BY id LIMIT 1`,
  )
  const selectCurrentAt = database.prepare(
    `SELECT id, model_name, host, parameters, prompt, repeat FROM current_evaluations
     WHERE case_path = :case_path AND ${CONTENT} = :content`,
  )
  const clearCurrent = database.prepare(`UPDATE evaluations SET is_current = 0 WHERE is_current = 1 AND ${IDENTITY}`)
  const setCurrent = database.prepare('UPDATE evaluations SET is_current = :is_current WHERE id = :id')
  const move = database.prepare(
    `UPDATE evaluations SET case_path = :case_path, test_file = :test_file, application = :application, query = :query,
       expected_result = :expected_result, violates = :violates, description_hash = :description_hash
     WHERE case_path = :from_path AND ${CONTENT} = :content`,
  )
  const retire = database.prepare('UPDATE evaluations SET is_current = 0 WHERE is_current = 1 AND case_path = ?')
  const updateVerdict = database.prepare(
    'UPDATE evaluations SET actual_result = :result, explanation = :explanation, named_rules = :rules WHERE id = :id',
  )
  const leases = createLeases(database)
  const inserts = new Map<string, StatementSync>()

  /** The names of the columns are ours, never the user's, and the same for each row of a table. */
  function insertInto(table: 'evaluations' | 'failures', columns: Columns): void {
    const insert = inserts.get(table) ?? prepareInsert(table, Object.keys(columns))
    inserts.set(table, insert)
    insert.run(...Object.values(columns))
  }

  function prepareInsert(table: string, names: string[]): StatementSync {
    return database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
  }

  // Specifications and code come again with every answer. What a transaction undid must be stored again.
  const storedTexts = new Map<string, string>()
  function storeText(text: string): string {
    const stored = storedTexts.get(text)
    if (stored !== undefined) return stored
    const key = hash(text)
    insertText.run(key, text)
    storedTexts.set(text, key)
    return key
  }

  function transaction<T>(work: () => T, kind: TransactionKind = 'lasting'): T {
    // Within another transaction that one decides.
    const isPassing = kind === 'passing' && !database.isTransaction
    try {
      if (isPassing) setDurability(database, 'NORMAL')
      return inTransaction(database, work, kind === 'rehearsal')
    } catch (error) {
      storedTexts.clear()
      throw error
    } finally {
      if (isPassing) setDurability(database, 'FULL')
      if (kind === 'rehearsal') storedTexts.clear()
    }
  }

  function makeCurrent(id: number, identity: Columns): void {
    clearCurrent.run(identity)
    setCurrent.run({ id, is_current: 1 })
  }

  /** All that moves is taken up before anything is put down: two cases may have changed places. */
  function moveAnswers(moves: Move[]): void {
    const taken = moves.flatMap(({ casePath, content, to }) =>
      selectCurrentAt.all({ case_path: casePath, content }).map(row => ({ row: row as Columns, to })),
    )
    for (const { row } of taken) setCurrent.run({ id: row.id as number, is_current: 0 })
    for (const { casePath, content, to } of moves) {
      move.run({ from_path: casePath, content, ...caseColumns(to), description_hash: storeText(to.description) })
    }
    for (const { row, to } of taken) {
      const { id, ...identity } = row
      makeCurrent(id as number, { ...identity, case_path: to.path })
    }
  }

  return {
    isEmpty: () => explained(path, () => selectAny.get() === undefined),

    resultOf: question =>
      explained(path, () => selectResult.get(question.key, question.case.path)?.actual_result as Result | undefined),

    judgementOf: question =>
      explained(path, () => {
        const row = selectJudgement.get(question.key, question.case.path)
        return row && toStoredJudgement(row)
      }),

    claim: question =>
      explained(path, () =>
        transaction(() => {
          const rows = selectByKey.all(question.key, question.case.path)
          const [newest] = rows
          if (!newest) return false
          if (!rows.some(({ is_current }) => is_current === 1)) {
            makeCurrent(newest.id as number, { case_path: question.case.path, ...questionColumns(question) })
          }
          return true
        }),
      ),

    add: (question, answer) =>
      explained(path, () =>
        transaction(() => {
          const identity = { case_path: question.case.path, ...questionColumns(question) }
          clearCurrent.run(identity)
          insertInto('evaluations', {
            ...identity,
            ...caseColumns(question.case),
            ...answerColumns(answer),
            key: question.key,
            language: question.case.language,
            specification_hash: storeText(question.application.prompt),
            evaluation_prompt_hash: storeText(question.evaluationPrompt.text),
            code_hash: storeText(question.case.code),
            description_hash: storeText(question.case.description),
          })
          leases.release(question)
        }),
      ),

    addFailure: (question, failure) =>
      explained(path, () => {
        insertInto('failures', {
          ...failure,
          ...questionColumns(question),
          key: question.key,
          case_path: question.case.path,
        })
      }),

    places: () => explained(path, () => selectPlaces.all().map(toPlace)),
    moveAnswers: moves => explained(path, () => transaction(() => moveAnswers(moves))),
    retire: casePath => explained(path, () => void retire.run(casePath)),
    lease: (question, holder, now) => explained(path, () => leases.take(question, holder, now)),
    release: question => explained(path, () => leases.release(question)),
    renewLeases: (holder, now) => explained(path, () => leases.renew(holder, now)),
    transaction: (work, kind) => explained(path, () => transaction(work, kind)),

    *replies() {
      // By id and not by one long SELECT: verdicts are written while this is read.
      for (let id = 0; ; ) {
        const row = explained(path, () => selectReplyAfter.get(id))
        if (!row) return
        const reply = toStoredReply(row)
        id = reply.id
        yield reply
      }
    },

    updateVerdict: (id, { result, explanation, rules }) =>
      explained(path, () => void updateVerdict.run({ id, result, explanation, rules: JSON.stringify(rules) })),

    ...createAnswerReader(database),
    ...createJudgedReader(database),
    [Symbol.dispose]: () => database.close(),
  }
}

function toPlace(row: Record<string, unknown>): StoredPlace {
  return {
    casePath: row.case_path as string,
    application: row.application as string,
    testFile: row.test_file as string,
    label: row.expected_result as Label,
    violates: row.violates as string,
    descriptionHash: row.description_hash as string,
    content: row.content as string,
  }
}
