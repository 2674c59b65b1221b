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
/** The trigger on each table that writes to the log. */
export const LOG_TRIGGER = privateName('record')
/** The schema of the functions that run cases. */
export const RUNNERS_SCHEMA = privateName('api')
/** How the names of the schemas begin that hold the functions of cases. */
export const CODE_SCHEMA_START = `${privateName('app')}_`
/** How the names of the prepared statements begin that ask about conditions of proof.yaml. */
export const CONDITION_START = `${privateName('q')}_`
/** How the names of the prepared statements of cases begin. */
export const STATEMENT_START = `${privateName('s')}_`
