import { readFileSync } from 'node:fs'
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
import { saveIfPossible } from '../../lib/files/save-if-possible.ts'
import { quoted } from '../sql/sql-text.ts'
import { demoteUserSql, isDemotedSql, LOCAL_CALLER } from './demote-user.ts'
import { EngineError, noticeText, type Session, type TextResult, toSessionError } from './session.ts'

// Node has WebAssembly, but the types of Node do not declare it.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledModule> }
type CompiledModule = object

/** PGlite: PostgreSQL as WebAssembly, in this process. */
export interface LocalEngine {
  /** The file that holds an empty database, since a fresh one is slow to make. Undefined: a fresh one is made. */
  template: string | undefined
  /** The compiled WebAssembly, which all threads can share. Absent: this thread compiles its own. */
  module?: CompiledModule
}

/** Settings for a database that lives for a minute: it takes little memory, and nothing must survive a crash. */
const SETTINGS = [
  ...['shared_buffers=8MB', 'full_page_writes=off', 'synchronous_commit=off', 'jit=off', 'timezone=UTC'],
  // Tables are small and statements are planned again in each world: fewer kinds of plans to compare save a tenth of a proof.
  ...['enable_mergejoin=off', 'enable_memoize=off', 'enable_incremental_sort=off', 'enable_bitmapscan=off'],
  'max_parallel_workers_per_gather=0',
]

/** The extensions that a schema may create: of those that come with PostgreSQL, the ones that applications use. */
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

const EXTENSION_NAMES = Object.keys(EXTENSIONS).map(name => name.replace('uuid_ossp', 'uuid-ossp'))

/**
 * Drops the databases that CREATE DATABASE copies. They are over a third of a fresh database, PGlite keeps all of it in
 * memory, and no further database is created here.
 */
const DROP_TEMPLATES = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
]

/** Compiles PostgreSQL's WebAssembly, for all threads to share. */
export function compileEngine(): Promise<CompiledModule> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  return WebAssembly.compile(readFileSync(file))
}

/** Opens a session with a new PostgreSQL in this process. */
export async function openLocalSession(engine: LocalEngine): Promise<Session> {
  const db = await openDatabase(engine)
  const run = async (sql: string) => resultsOf(await send(db, protocol.serialize.query(sql)))
  return {
    caller: LOCAL_CALLER,
    createExtension: name => `select provided.create_extension(${quoted(name)})`,
    async createRole(name) {
      await run(`select provided.create_role(${quoted(name)})`)
    },
    // PGlite's own exec() takes five times as long for a short statement: it parses values, looks after files and sends a
    // second message.
    run,
    async runOne(text) {
      const { parse, bind, execute, sync } = protocol.serialize
      await send(db, Buffer.concat([parse({ text }), bind({}), execute({}), sync()]))
    },
    close: () => db.close(),
  }
}

async function send(db: PGlite, message: Uint8Array): Promise<object[]> {
  // An error has no messages: its notices are kept beside it.
  const notices: string[] = []
  const onNotice = (notice: object) => notices.push(noticeText(notice))
  try {
    return (await db.execProtocol(message, { syncToFs: false, onNotice })).messages
  } catch (error) {
    const { message, code } = error as { message: string; code?: string }
    // An error without a SQLSTATE is not from PostgreSQL: PGlite itself broke.
    if (typeof code !== 'string') throw new EngineError(`the database broke down: ${message}`, { cause: error })
    throw toSessionError(message, code, error, notices)
  }
}

function resultsOf(messages: object[]): TextResult[] {
  const { RowDescriptionMessage, DataRowMessage, CommandCompleteMessage, NoticeMessage } = protocol.messages
  const results: TextResult[] = []
  let next: TextResult = { columns: [], rows: [], affected: 0 }
  for (const message of messages) {
    if (message instanceof RowDescriptionMessage) next.columns = message.fields.map(({ name }) => name)
    if (message instanceof DataRowMessage) next.rows.push(message.fields)
    if (message instanceof NoticeMessage) next.notices = [...(next.notices ?? []), noticeText(message)]
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
  const open = (dump: Uint8Array<ArrayBuffer>) => PGlite.create({ ...options, loadDataDir: readOnce(dump) })
  const kept = template === undefined ? undefined : readTemplate(template)
  if (kept) {
    try {
      const db = await open(kept)
      if (await isDemoted(db)) return db
      await db.close()
    } catch {
      // The template was written by another version, or only in part. A new one is made below.
    }
  }
  const fresh = await PGlite.create(options)
  for (const statement of [...DROP_TEMPLATES, ...demoteUserSql(EXTENSION_NAMES)]) await fresh.exec(statement)
  const dump = new Uint8Array(await (await fresh.dumpDataDir('none')).arrayBuffer())
  await fresh.close()
  // Several threads may save a template at the same time: each of them puts a whole file in place.
  if (template !== undefined) saveIfPossible(template, dump)
  const db = await open(dump)
  if (!(await isDemoted(db))) throw new EngineError('PostgreSQL runs as a superuser, which must not be')
  return db
}

/** Whether the user of the session has no more rights than its cases may know of. */
async function isDemoted(db: PGlite): Promise<boolean> {
  const { rows } = await db.query<{ ok: boolean }>(isDemotedSql(EXTENSION_NAMES))
  return rows[0]?.ok ?? false
}

/**
 * A blob that gives its bytes away at the first reading. PGlite reads the blob once, but holds it as long as it lives.
 */
function readOnce(bytes: Uint8Array<ArrayBuffer>): Blob {
  const blob = new Blob([])
  let remaining = bytes.buffer
  blob.arrayBuffer = async () => {
    const taken = remaining
    remaining = new ArrayBuffer()
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
