import { UserError } from '../../errors.ts'

// Primary result codes, https://sqlite.org/rescode.html
const BUSY = 5
const LOCKED = 6
const READONLY = 8
const IOERR = 10
const CORRUPT = 11
const FULL = 13
const CANTOPEN = 14
const NOTADB = 26

const EXPLANATIONS: Record<number, { what: string; tryThis: string }> = {
  [BUSY]: {
    what: 'is locked by another program',
    tryThis: 'wait until that program has ended, or use another file with --db.',
  },
  [LOCKED]: { what: 'is locked', tryThis: 'wait until the other program has ended, or use another file with --db.' },
  [READONLY]: { what: 'cannot be written', tryThis: 'check the permissions of the file and of its folder.' },
  [IOERR]: {
    what: 'cannot be read or written (disk error)',
    tryThis: 'check the disk and its free space, then run again.',
  },
  [CORRUPT]: { what: 'is damaged', tryThis: 'restore a copy, or use another file with --db.' },
  [FULL]: {
    what: 'cannot grow: the disk is full',
    tryThis: 'free some space and run the same command again; what was stored is safe and will not be asked again.',
  },
  [CANTOPEN]: { what: 'cannot be opened', tryThis: 'check that its folder exists and may be written.' },
  [NOTADB]: { what: 'is not a SQLite database', tryThis: 'use another file with --db.' },
}

/** Whether another program has the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY
}

function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: number }).errcode
  return code === undefined ? undefined : code & 0xff
}

/** A clear error for what can go wrong with a database file; anything else stays as it is. */
function explainSqliteError(error: unknown, path: string): unknown {
  const code = primaryCode(error)
  const explanation = code === undefined ? undefined : EXPLANATIONS[code]
  if (!explanation) return error
  return new UserError(`the database ${path} ${explanation.what}.`, {
    tryThis: explanation.tryThis,
    isPassing: code === BUSY,
    cause: error,
  })
}

/** Runs `work`, and explains what SQLite says when it fails. */
export function explained<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explainSqliteError(error, path)
  }
}
