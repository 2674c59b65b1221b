import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite, type Results, types } from '@electric-sql/pglite'

/** Rows as text, so that what is compared is what PostgreSQL prints. */
export interface TextResult {
  columns: string[]
  rows: (string | null)[][]
  affected: number
}

/** An error of the database with its SQLSTATE. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly sqlState: string

  constructor(message: string, sqlState: string) {
    super(message)
    this.sqlState = sqlState
  }
}

/** The database did not answer as PostgreSQL does: it is dead, or not what it was. */
export class EngineError extends Error {
  override name = 'EngineError'
}

/** One connection to one PostgreSQL. */
export interface Session {
  /** Runs statements in one go; the first error ends them. */
  run(sql: string): Promise<TextResult[]>
  close(): Promise<void>
}

/** PostgreSQL in this process. A fresh one is slow to make: the folder of an empty one is kept as `template`. */
export async function openSession(template: string | undefined): Promise<Session> {
  const db = await openDatabase(template)
  const parsed = [...Object.keys(types.parsers), ...Object.keys(db.parsers)]
  const asText = Object.fromEntries(parsed.map(oid => [oid, (value: string) => value]))
  return {
    async run(sql) {
      try {
        const results: Results[] = await db.exec(sql, { rowMode: 'array', parsers: asText })
        return results.map(({ fields, rows, affectedRows }) => ({
          columns: fields.map(({ name }) => name),
          rows: rows as unknown as (string | null)[][],
          affected: affectedRows ?? 0,
        }))
      } catch (error) {
        const { message, code } = error as { message: string; code?: string }
        // Without a SQLSTATE it was not PostgreSQL that answered, but its engine that broke.
        if (typeof code !== 'string') throw new EngineError(`the database broke down: ${message}`, { cause: error })
        throw new DatabaseError(message, code)
      }
    },
    close: () => db.close(),
  }
}

async function openDatabase(template: string | undefined): Promise<PGlite> {
  const kept = template === undefined ? undefined : readTemplate(template)
  if (kept) {
    try {
      return await PGlite.create({ loadDataDir: new Blob([kept]) })
    } catch {
      // A template that another version wrote or that was cut short: made anew below.
    }
  }
  const db = await PGlite.create()
  if (template !== undefined) {
    mkdirSync(dirname(template), { recursive: true })
    const dump = await db.dumpDataDir('none')
    // Several workers may do this at once: each writes its own file and puts it in place whole.
    const own = `${template}.${process.pid}.${Math.trunc(performance.now())}`
    writeFileSync(own, new Uint8Array(await dump.arrayBuffer()))
    renameSync(own, template)
  }
  return db
}

function readTemplate(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(file))
  } catch {
    return undefined
  }
}
