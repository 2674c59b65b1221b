import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Answer, Case, Evaluation, Label, Question, Result } from '../domain.ts'
import { hash } from '../lib/hash.ts'
import { explained } from './explain-sqlite-error.ts'
import { openDatabase } from './open-database.ts'

export interface Store extends Disposable {
  /** The newest answer to a question, also one that was given when the case's file had another name that is now gone. */
  find(question: Question): Evaluation | undefined
  /** Keeps an answer; it is on the disk when this returns. */
  add(question: Question, answer: Answer): void
  addFailure(question: Question, failure: { timestamp: string; reason: string }): void
  /** The newest answer to every question, in the order of cases and models. */
  currentEvaluations(): Evaluation[]
}

/** Opens the database at `path` (or `:memory:`), making it if it is not there. */
export function openStore(path: string): Store {
  const database = openDatabase(path)
  const insertText = database.prepare('INSERT OR IGNORE INTO texts (hash, text) VALUES (?, ?)')
  const insertEvaluation = database.prepare(INSERT_EVALUATION)
  const insertFailure = database.prepare(
    `INSERT INTO failures (timestamp, case_path, model_name, host, prompt, repeat, reason, key)
     VALUES (:timestamp, :casePath, :model, :host, :prompt, :repeat, :reason, :key)`,
  )
  const selectByKey = database.prepare(
    `${SELECT_EVALUATION} FROM evaluations e ${JOIN_TEXTS} WHERE e.key = ? ORDER BY e.id DESC`,
  )
  const selectCurrent = database.prepare(
    `${SELECT_EVALUATION} FROM current_evaluations e ${JOIN_TEXTS} ORDER BY e.case_path, e.model_name, e.prompt, e.repeat`,
  )
  const updatePlace = database.prepare(
    `UPDATE evaluations SET case_path = :casePath, test_file = :testFile, application = :application, query = :query,
       expected_result = :label WHERE id = :id`,
  )

  function storeText(text: string): string {
    const key = hash(text)
    insertText.run(key, text)
    return key
  }

  return {
    find: question =>
      explained(path, () => {
        const answers = selectByKey.all(question.key).map(toEvaluation)
        const place = placeOf(question.case)
        const here = answers.find(({ casePath, label }) => casePath === place.casePath && label === place.label)
        if (here) return here
        const moved = answers.find(answer => !existsSync(answer.testFile))
        if (!moved) return undefined
        updatePlace.run({ ...place, id: moved.id })
        return { ...moved, ...place }
      }),

    add: (question, answer) =>
      explained(path, () =>
        inTransaction(database, () => {
          insertEvaluation.run({
            ...placeOf(question.case),
            ...modelOf(question),
            timestamp: answer.timestamp,
            result: answer.verdict.result,
            explanation: answer.verdict.explanation,
            language: question.case.language,
            violates: JSON.stringify(question.case.violates),
            namedRules: JSON.stringify(answer.verdict.rules),
            parameters: question.model.parameters,
            latencyMs: Math.round(answer.latencyMs),
            attempts: 1,
            reply: answer.reply.text,
            specificationHash: storeText(question.application.prompt),
            evaluationPromptHash: storeText(question.evaluationPrompt.text),
            codeHash: storeText(question.case.code),
            descriptionHash: storeText(question.case.description),
          })
        }),
      ),

    addFailure: (question, failure) =>
      explained(path, () => {
        insertFailure.run({ casePath: question.case.path, ...modelOf(question), ...failure })
      }),

    currentEvaluations: () => explained(path, () => selectCurrent.all().map(toEvaluation)),

    [Symbol.dispose]: () => database.close(),
  }
}

const INSERT_EVALUATION = `
  INSERT INTO evaluations (
    timestamp, test_file, model_name, expected_result, actual_result, explanation, case_path, application, query,
    language, violates, named_rules, prompt, repeat, host, parameters, latency_ms, attempts, reply, key,
    specification_hash, evaluation_prompt_hash, code_hash, description_hash
  ) VALUES (
    :timestamp, :testFile, :model, :label, :result, :explanation, :casePath, :application, :query,
    :language, :violates, :namedRules, :prompt, :repeat, :host, :parameters, :latencyMs, :attempts, :reply, :key,
    :specificationHash, :evaluationPromptHash, :codeHash, :descriptionHash
  )`

const SELECT_EVALUATION = `
  SELECT e.id, e.timestamp, e.test_file, e.model_name, e.expected_result, e.actual_result, e.explanation, e.case_path,
    e.application, e.query, e.language, e.violates, e.named_rules, e.prompt, e.repeat, e.host, e.parameters,
    e.latency_ms, code.text AS code, description.text AS description`

const JOIN_TEXTS =
  'JOIN texts code ON code.hash = e.code_hash JOIN texts description ON description.hash = e.description_hash'

interface Place extends Pick<Evaluation, 'casePath' | 'testFile' | 'application' | 'query' | 'label'> {}

function placeOf({ path, file, application, query, label }: Case): Record<keyof Place, string> & { label: Label } {
  return { casePath: path, testFile: file, application, query, label }
}

function modelOf({ model, evaluationPrompt, repeat, key }: Question) {
  return { model: model.name, host: model.host, prompt: evaluationPrompt.name, repeat, key }
}

function toEvaluation(row: Record<string, unknown>): Evaluation {
  const text = (column: string) => row[column] as string
  return {
    id: row.id as number,
    timestamp: text('timestamp'),
    application: text('application'),
    query: text('query'),
    casePath: text('case_path'),
    testFile: text('test_file'),
    label: row.expected_result as Label,
    language: text('language'),
    code: text('code'),
    description: text('description'),
    violates: JSON.parse(text('violates')),
    model: { name: text('model_name'), host: text('host'), parameters: text('parameters') },
    prompt: text('prompt'),
    repeat: row.repeat as number,
    verdict: {
      result: row.actual_result as Result,
      explanation: text('explanation'),
      rules: JSON.parse(text('named_rules')),
    },
    latencyMs: row.latency_ms as number,
  }
}

function inTransaction(database: DatabaseSync, work: () => void): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    work()
    database.exec('COMMIT')
  } catch (error) {
    // A full disk rolls back by itself.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
