import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { AnsweredQuestion, FailedQuestion, QuestionStore } from '../store.ts'
import { prepareRelease } from './leases.ts'
import { answerColumns, type Columns, caseColumns, IDENTITY, questionColumns } from './rows.ts'
import type { Texts } from './texts.ts'
import type { Transactions } from './transactions.ts'

export function createAnswerWriter(
  database: DatabaseSync,
  { writeWithRetry }: Transactions,
  texts: Texts,
): Pick<QuestionStore, 'add' | 'addFailures'> {
  const clearCurrent = database.prepare(`UPDATE evaluations SET is_current = 0 WHERE is_current = 1 AND ${IDENTITY}`)
  const release = prepareRelease(database)
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

  function addAnswer({ question, answer }: AnsweredQuestion): void {
    const identity = { case_path: question.case.path, ...questionColumns(question) }
    clearCurrent.run(identity)
    insertInto('evaluations', {
      ...identity,
      ...caseColumns(question.case),
      ...answerColumns(answer),
      key: question.key,
      language: question.case.language,
      specification_hash: texts.store(question.application.prompt),
      evaluation_prompt_hash: texts.store(question.evaluationPrompt.text),
      code_hash: texts.store(question.case.code),
      description_hash: texts.store(question.case.description),
    })
    release(question)
  }

  function addFailure({ question, failure }: FailedQuestion): void {
    const { key, case: one } = question
    insertInto('failures', { ...failure, ...questionColumns(question), key, case_path: one.path })
    release(question)
  }

  return {
    add: answers => writeWithRetry(() => answers.forEach(addAnswer)),
    addFailures: failures => writeWithRetry(() => failures.forEach(addFailure)),
  }
}
