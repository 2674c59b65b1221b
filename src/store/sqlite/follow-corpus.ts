import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { CaseStore, CaseVersion, CorpusChanges, StoredCase } from '../store.ts'
import { type Columns, caseColumns, IDENTITY } from './rows.ts'
import type { Texts } from './texts.ts'
import type { Transactions } from './transactions.ts'

const IS_VERSION =
  'case_path = :case_path AND code_hash = :code_hash AND specification_hash = :specification_hash AND language = :language'

export function createCaseStore(database: DatabaseSync, { read, write }: Transactions, texts: Texts): CaseStore {
  const update = database.prepare(
    `UPDATE evaluations SET violates = :violates, description_hash = :description_hash WHERE is_current = 1 AND ${IS_VERSION}`,
  )
  const setAbsent = database.prepare('INSERT OR IGNORE INTO absent_cases (case_path) SELECT value FROM json_each(?)')
  const setPresent = database.prepare('DELETE FROM absent_cases WHERE case_path IN (SELECT value FROM json_each(?))')

  function follow({ copies, updates, absent, present }: CorpusChanges): void {
    if (copies.length > 0) copyAnswers(database, copies, texts)
    for (const { version, to } of updates) {
      const { violates } = caseColumns(to)
      update.run({ ...versionColumns(version), violates, description_hash: texts.store(to.description) })
    }
    setAbsent.run(JSON.stringify(absent))
    setPresent.run(JSON.stringify(present))
  }

  return {
    storedCases: async () =>
      read(() =>
        database
          .prepare(
            `SELECT DISTINCT case_path, application, code_hash, specification_hash, language, is_current, violates, description_hash
             FROM evaluations ORDER BY case_path`,
          )
          .all()
          .map(toStoredCase),
      ),
    follow: changes => write(() => follow(changes)),
    absentCases: async () =>
      read(() =>
        database
          .prepare('SELECT case_path FROM absent_cases')
          .all()
          .map(row => row.case_path as string),
      ),
  }
}

/** Copies the newest answer to each question about a version of a case to another path, unless that path has one. */
function copyAnswers(database: DatabaseSync, copies: CorpusChanges['copies'], texts: Texts): void {
  const select = database.prepare(
    `SELECT max(id) AS id, model_name, host, parameters, prompt, repeat FROM evaluations AS source
     WHERE ${IS_VERSION} AND NOT EXISTS (SELECT 1 FROM evaluations WHERE key = source.key AND case_path = :to)
     GROUP BY key ORDER BY 1`,
  )
  const selectCurrent = database.prepare(
    `SELECT 1 FROM evaluations WHERE is_current = 1 AND ${IS_VERSION} AND ${IDENTITY}`,
  )
  const clearCurrent = database.prepare(`UPDATE evaluations SET is_current = 0 WHERE is_current = 1 AND ${IDENTITY}`)
  let copyRow: StatementSync | undefined
  for (const { from, to } of copies) {
    const version = versionColumns(from)
    const columns = { ...caseColumns(to), description_hash: texts.store(to.description) }
    for (const { id, ...question } of select.all({ ...version, to: to.path }) as Columns[]) {
      const identity = { ...question, case_path: to.path }
      // A newer answer about the same content stays the current one.
      const hasCurrent = selectCurrent.get({ ...version, ...identity }) !== undefined
      if (!hasCurrent) clearCurrent.run(identity)
      const own = { ...columns, is_current: hasCurrent ? 0 : 1 }
      copyRow ??= prepareCopy(database, Object.keys(own))
      copyRow.run({ ...own, id: id as number })
    }
  }
}

/** Inserts a row again, with `own` columns of the copy. */
function prepareCopy(database: DatabaseSync, own: string[]): StatementSync {
  const kept = database
    .prepare("SELECT name FROM pragma_table_info('evaluations')")
    .all()
    .map(row => row.name as string)
    .filter(name => name !== 'id' && name !== 'copied_from' && !own.includes(name))
  return database.prepare(
    `INSERT INTO evaluations (${[...kept, ...own].join(', ')}, copied_from)
     SELECT ${[...kept, ...own.map(name => `:${name}`)].join(', ')}, coalesce(copied_from, case_path)
     FROM evaluations WHERE id = :id`,
  )
}

function versionColumns({ casePath, codeHash, specificationHash, language }: CaseVersion): Columns {
  return { case_path: casePath, code_hash: codeHash, specification_hash: specificationHash, language }
}

function toStoredCase(row: Record<string, unknown>): StoredCase {
  return {
    casePath: row.case_path as string,
    application: row.application as string,
    codeHash: row.code_hash as string,
    specificationHash: row.specification_hash as string,
    language: row.language as string,
    isCurrent: row.is_current === 1,
    violates: JSON.parse(row.violates as string),
    descriptionHash: row.description_hash as string,
  }
}
