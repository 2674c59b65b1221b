// Names of what the engine keeps in the database. They are others in each thread, so that a case can neither guess them
// nor tell by them that it is being proved.

import { randomBytes } from 'node:crypto'

/** A name with a random end, such as `history_8f3a…`. Whoever knows one of them cannot guess another. */
function privateName(start: string): string {
  return `${start}_${randomBytes(5).toString('hex')}`
}

/** The schema of the log of changes. */
export const LOG_SCHEMA = privateName('history')
/** The log of changes. */
export const LOG_TABLE = `${LOG_SCHEMA}.changes`
/** The changes of the calls before the judged one, with who made them. */
export const EARLIER_TABLE = `${LOG_SCHEMA}.earlier`
/** The schema of the rows as they were before the first call of a sequence. */
export const START_SCHEMA = privateName('start')
/** The trigger on each table that writes to the log. */
export const LOG_TRIGGER = privateName('record')
/** The trigger on each table that logs the rows of a TRUNCATE. */
export const TRUNCATE_TRIGGER = `${LOG_TRIGGER}_all`
/** The schema of the functions that run cases. */
export const RUNNERS_SCHEMA = privateName('api')
/** How the names of the schemas begin that hold the functions of cases. */
export const CODE_SCHEMA_START = `${privateName('app')}_`
/** How the names of the prepared statements begin that ask about conditions of proof.yaml. */
export const CONDITION_START = `${privateName('q')}_`
/** How the names of the prepared statements of cases begin. */
export const STATEMENT_START = `${privateName('s')}_`
/** The rows of a case, in the SQL around it. A column of the case with this name would stand in for the whole row. */
export const ANSWER = privateName('answer')
/** The calls of a case, in the SQL around it. */
export const CALL = privateName('call')
/** The variable that holds the seed of hashes. */
export const SEED_VARIABLE = privateName('seed')
/** The seed of all hashes by which results are compared: whoever does not know it cannot make two rows of one hash. */
export const HASH_SEED = `'${randomBytes(8).readBigInt64BE()}'::pg_catalog.int8`
