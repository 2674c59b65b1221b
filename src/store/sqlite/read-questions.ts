import type { DatabaseSync } from 'node:sqlite'
import type { Question } from '../../domain.ts'
import type { QuestionStore } from '../store.ts'
import { caseColumns, IDENTITY, questionColumns, toStoredJudgement } from './rows.ts'
import type { Texts } from './texts.ts'
import type { Transactions } from './transactions.ts'

export function createQuestionReader(
  database: DatabaseSync,
  { read, write }: Transactions,
  texts: Texts,
): Pick<QuestionStore, 'isEmpty' | 'missing' | 'judgements'> {
  const selectAny = database.prepare('SELECT 1 FROM evaluations LIMIT 1')
  const selectByKey = database.prepare(
    'SELECT id, is_current FROM evaluations WHERE key = ? AND case_path = ? ORDER BY is_current DESC, id DESC LIMIT 1',
  )
  const selectJudgement = database.prepare(
    `SELECT actual_result, named_rules, latency_ms, prompt_tokens, completion_tokens, cost FROM evaluations
     WHERE key = ? AND case_path = ? AND is_current = 1`,
  )
  const clearCurrent = database.prepare(`UPDATE evaluations SET is_current = 0 WHERE is_current = 1 AND ${IDENTITY}`)
  const setCurrent = database.prepare(
    `UPDATE evaluations SET is_current = 1, violates = :violates, description_hash = :description_hash WHERE id = :id`,
  )

  /** Makes an older answer the current one, with what the file says of its case now. */
  function takeOver(id: number, question: Question): void {
    clearCurrent.run({ case_path: question.case.path, ...questionColumns(question) })
    const { violates } = caseColumns(question.case)
    setCurrent.run({ id, violates, description_hash: texts.store(question.case.description) })
  }

  function isAnswered(question: Question): boolean {
    const newest = selectByKey.get(question.key, question.case.path)
    if (newest && newest.is_current !== 1) takeOver(newest.id as number, question)
    return newest !== undefined
  }

  return {
    isEmpty: async () => read(() => selectAny.get() === undefined),
    missing: questions => write(() => questions.filter(question => !isAnswered(question))),
    judgements: async questions =>
      read(() =>
        questions.map(({ key, case: one }) => {
          const row = selectJudgement.get(key, one.path)
          return row && toStoredJudgement(row)
        }),
      ),
  }
}
