import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PGlite, protocol } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { citext } from '@electric-sql/pglite/contrib/citext'
import { fuzzystrmatch } from '@electric-sql/pglite/contrib/fuzzystrmatch'
import { hstore } from '@electric-sql/pglite/contrib/hstore'
import { ltree } from '@electric-sql/pglite/contrib/ltree'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { DatabaseError, EngineError, isBreakdown, type Session, type TextResult } from './session.ts'

// Node has it; the types of Node leave it out.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledModule> }
type CompiledModule = object

export interface LocalEngine {
  /** Where the folder of an empty database is kept: a fresh one is slow to make. */
  template: string | undefined
  /** PostgreSQL, compiled: all threads can share it. Absent: compiled here. */
  module?: CompiledModule
}

/** What a database that lives for a minute needs: little memory and no care for a crash. */
const SETTINGS = ['shared_buffers=8MB', 'full_page_writes=off', 'synchronous_commit=off', 'jit=off', 'timezone=UTC']

/** What a schema may say CREATE EXTENSION of: those that applications use, of the ones that come with PostgreSQL. */
const EXTENSIONS = {
  btree_gin,
  btree_gist,
  citext,
  fuzzystrmatch,
  hstore,
  ltree,
  pg_trgm,
  pgcrypto,
  unaccent,
  uuid_ossp,
}

/** Databases that others are made from are over a third of a fresh one, and all of it lies in memory. Here none is made. */
const DROP_TEMPLATES = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/** PostgreSQL's WebAssembly, for every thread to share. */
export function compileEngine(): Promise<CompiledModule> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  return WebAssembly.compile(readFileSync(file))
}

/** PostgreSQL in this process. */
export async function openLocalSession(engine: LocalEngine): Promise<Session> {
  const db = await openDatabase(engine)
  return {
    async run(sql) {
      try {
        // PGlite's own exec() takes five times as long for a short statement: parsers, files and a second message.
        const { messages } = await db.execProtocol(protocol.serialize.query(sql), { syncToFs: false })
        return resultsOf(messages)
      } catch (error) {
        const { message, code } = error as { message: string; code?: string }
        // Without a SQLSTATE it was not PostgreSQL that answered, but its engine that broke.
        if (typeof code !== 'string') throw new EngineError(`the database broke down: ${message}`, { cause: error })
        if (isBreakdown(code)) throw new EngineError(`the database broke down: ${message} (${code})`, { cause: error })
        throw new DatabaseError(message, code)
      }
    },
    close: () => db.close(),
  }
}

function resultsOf(messages: object[]): TextResult[] {
  const { RowDescriptionMessage, DataRowMessage, CommandCompleteMessage } = protocol.messages
  const results: TextResult[] = []
  let next: TextResult = { columns: [], rows: [], affected: 0 }
  for (const message of messages) {
    if (message instanceof RowDescriptionMessage) next.columns = message.fields.map(({ name }) => name)
    if (message instanceof DataRowMessage) next.rows.push(message.fields)
    if (!(message instanceof CommandCompleteMessage)) continue
    const [, affected = '0'] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE) (\d+)$/.exec(message.text) ?? []
    results.push({ ...next, affected: Number(affected) })
    next = { columns: [], rows: [], affected: 0 }
  }
  return results
}

async function openDatabase({ template, module }: LocalEngine): Promise<PGlite> {
  const options = {
    extensions: EXTENSIONS,
    startParams: [...PGlite.defaultStartParams, ...SETTINGS.flatMap(setting => ['-c', setting])],
    ...(module ? { pgliteWasmModule: module } : {}),
  }
  const kept = template === undefined ? undefined : readTemplate(template)
  if (kept) {
    try {
      return await PGlite.create({ ...options, loadDataDir: readOnce(kept) })
    } catch {
      // A template that another version wrote or that was cut short: made anew below.
    }
  }
  const db = await PGlite.create(options)
  for (const statement of DROP_TEMPLATES) await db.exec(statement)
  if (template !== undefined) {
    const dump = await db.dumpDataDir('none')
    // Several workers may do this at once: each writes its own file and puts it in place whole.
    const own = `${template}.${process.pid}.${Math.trunc(performance.now())}`
    try {
      mkdirSync(dirname(template), { recursive: true })
      writeFileSync(own, new Uint8Array(await dump.arrayBuffer()))
      renameSync(own, template)
    } catch {
      // Where it cannot be kept, the next start is slow again.
    }
  }
  return db
}

/** PGlite keeps what it was given as long as it lives, though it needs it once: of this, nothing is left then. */
function readOnce(bytes: Uint8Array<ArrayBuffer>): Blob {
  const blob = new Blob([])
  let left = bytes.buffer
  blob.arrayBuffer = async () => {
    const taken = left
    left = new ArrayBuffer()
    return taken
  }
  return blob
}

function readTemplate(file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(file))
  } catch {
    return undefined
  }
}
