import type { StatementSync } from 'node:sqlite'
import type { Answer, Evaluation, HttpFacts, Question, Result, Verdict } from '../domain.ts'
import { hash } from '../lib/hash.ts'
import { explained } from './explain-sqlite-error.ts'
import { inTransaction } from './in-transaction.ts'
import { openDatabase } from './open-database.ts'
import {
  answerColumns,
  type Columns,
  caseColumns,
  IDENTITY,
  JOIN_TEXTS,
  questionColumns,
  SELECT_EVALUATION,
  toEvaluation,
  toStoredReply,
} from './rows.ts'

export interface Store extends Disposable {
  /** The current answer to a question. */
  find(question: Question): Evaluation | undefined
  /** Whether `claim` would find an answer. Changes nothing. */
  isAnswered(question: Question, isGone: (evaluation: Evaluation) => boolean): boolean
  /**
   * The answer to a question, made the current one: a case that was edited and edited back has its old answer again. With
   * `isGone`, also one that was given under the name of a case that is there no more; it moves to the new name. What is
   * known of the case itself (its file, description and rules) is brought up to date.
   */
  claim(question: Question, isGone: (evaluation: Evaluation) => boolean): Evaluation | undefined
  /** Keeps an answer as the current one; it is on the disk when this returns. */
  add(question: Question, answer: Answer): void
  addFailure(question: Question, failure: { timestamp: string; reason: string }): void
  /** Makes history of a current answer, for a case that is there no more. */
  retire(evaluation: Evaluation): void
  /** All current answers, in the order of cases and models. */
  currentEvaluations(): Evaluation[]
  /** Every reply that is kept, the oldest first, one at a time: together they may be large. */
  replies(): Iterable<StoredReply>
  updateVerdict(id: number, verdict: Verdict): void
}

export interface StoredReply {
  id: number
  casePath: string
  model: string
  body: string
  http: HttpFacts | undefined
  result: Result
  explanation: string
  rules: string[]
}

/** Opens the database at `path` (or `:memory:`), making it if it is not there. */
export function openStore(path: string): Store {
  const database = openDatabase(path)
  const insertText = database.prepare('INSERT OR IGNORE INTO texts (hash, text) VALUES (?, ?)')
  const selectByKey = database.prepare(
    `${SELECT_EVALUATION} FROM evaluations e ${JOIN_TEXTS} WHERE e.key = ? ORDER BY e.id DESC`,
  )
  const selectCurrent = database.prepare(
    `${SELECT_EVALUATION} FROM current_evaluations e ${JOIN_TEXTS} ORDER BY e.case_path, e.model_name, e.prompt, e.repeat`,
  )
  const selectReplyAfter = database.prepare(
    `SELECT id, case_path, model_name, reply, http, actual_result, explanation, named_rules
     FROM evaluations WHERE id > ? ORDER BY id LIMIT 1`,
  )
  const clearCurrent = database.prepare(`UPDATE evaluations SET is_current = 0 WHERE is_current = 1 AND ${IDENTITY}`)
  const move = database.prepare(`UPDATE evaluations SET is_current = 0, case_path = :new_case_path WHERE ${IDENTITY}`)
  const makeCurrent = database.prepare(
    `UPDATE evaluations SET is_current = 1, test_file = :test_file, application = :application, query = :query,
       expected_result = :expected_result, violates = :violates, description_hash = :description_hash WHERE id = :id`,
  )
  const retire = database.prepare('UPDATE evaluations SET is_current = 0 WHERE id = ?')
  const updateVerdict = database.prepare(
    'UPDATE evaluations SET actual_result = :result, explanation = :explanation, named_rules = :rules WHERE id = :id',
  )

  const inserts = new Map<string, StatementSync>()

  /** The names of the columns are ours, never the user's. */
  function insertInto(table: 'evaluations' | 'failures', columns: Columns): void {
    const names = Object.keys(columns)
    const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (:${names.join(', :')})`
    const insert = inserts.get(sql) ?? database.prepare(sql)
    inserts.set(sql, insert)
    insert.run(columns)
  }

  function storeText(text: string): string {
    const key = hash(text)
    insertText.run(key, text)
    return key
  }

  /** Sets this row before all others with the same identity, and takes what the case's file says now. */
  function promote(id: number, question: Question): void {
    const { case_path, ...facts } = caseColumns(question.case)
    clearCurrent.run({ case_path, ...questionColumns(question) })
    makeCurrent.run({ ...facts, id, description_hash: storeText(question.case.description) })
  }

  function byKey({ key }: Question): { evaluation: Evaluation; isCurrent: boolean }[] {
    return selectByKey.all(key).map(row => ({ evaluation: toEvaluation(row), isCurrent: row.is_current === 1 }))
  }

  function locate(question: Question, isGone: (evaluation: Evaluation) => boolean) {
    const answers = byKey(question)
    const here = answers.find(({ evaluation }) => evaluation.casePath === question.case.path)
    return here ?? answers.find(({ evaluation }) => isGone(evaluation))
  }

  function find(question: Question): Evaluation | undefined {
    const { path: casePath } = question.case
    return byKey(question).find(({ evaluation, isCurrent }) => isCurrent && evaluation.casePath === casePath)
      ?.evaluation
  }

  return {
    find: question => explained(path, () => find(question)),

    isAnswered: (question, isGone) => explained(path, () => locate(question, isGone) !== undefined),

    claim: (question, isGone) =>
      explained(path, () => {
        const found = locate(question, isGone)
        if (!found) return undefined
        const { evaluation, isCurrent } = found
        const isHere = evaluation.casePath === question.case.path
        if (isHere && isCurrent && isUpToDate(evaluation, question)) return evaluation
        inTransaction(database, () => {
          const columns = questionColumns(question)
          if (!isHere) move.run({ case_path: evaluation.casePath, new_case_path: question.case.path, ...columns })
          promote(evaluation.id, question)
        })
        return find(question)
      }),

    add: (question, answer) =>
      explained(path, () =>
        inTransaction(database, () => {
          const columns = { ...caseColumns(question.case), ...questionColumns(question) }
          clearCurrent.run({ case_path: columns.case_path, ...questionColumns(question) })
          insertInto('evaluations', {
            ...columns,
            ...answerColumns(answer),
            key: question.key,
            language: question.case.language,
            specification_hash: storeText(question.application.prompt),
            evaluation_prompt_hash: storeText(question.evaluationPrompt.text),
            code_hash: storeText(question.case.code),
            description_hash: storeText(question.case.description),
          })
        }),
      ),

    addFailure: (question, { timestamp, reason }) =>
      explained(path, () => {
        const { parameters, ...columns } = questionColumns(question)
        insertInto('failures', { timestamp, reason, key: question.key, case_path: question.case.path, ...columns })
      }),

    retire: ({ id }) => explained(path, () => void retire.run(id)),

    currentEvaluations: () => explained(path, () => selectCurrent.all().map(toEvaluation)),

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

    [Symbol.dispose]: () => database.close(),
  }
}

function isUpToDate(evaluation: Evaluation, { case: { file, description, violates } }: Question): boolean {
  const known = [evaluation.testFile, evaluation.description, ...evaluation.violates]
  return known.join('\n') === [file, description, ...violates].join('\n')
}
