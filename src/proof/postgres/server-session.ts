import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { UserError } from '../../errors.ts'
import { CALLER_ROLE } from './caller-role.ts'
import { DatabaseError, EngineError, isBreakdown, type Session } from './session.ts'

// Each value as PostgreSQL prints it, whatever its type.
const AS_TEXT = { getTypeParser: () => (value: string) => value }
/** The SQLSTATE of a statement that the server ended after `statement_timeout`. */
const CANCELED = '57014'
/** The first version that lists the result types of prepared statements. */
const OLDEST_VERSION = 16
const WRITING_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** PostgreSQL on a server. */
export interface ServerEngine {
  /** The address of the server: `postgres://…`. */
  server: string
  /** The server ends a statement that takes longer. */
  statementTimeoutMs: number
}

/**
 * Opens a session with a new database on the server, in collation C. The database is dropped when the session is
 * closed. Worlds are built with foreign keys off, and cases run as a role that is made for them: both need a superuser.
 */
export async function openServerSession({ server: url, statementTimeoutMs }: ServerEngine): Promise<Session> {
  const admin = await connect(url)
  // A lost connection shows at the next statement; without a listener it would end the process.
  admin.on('error', () => undefined)
  const name = `security_bench_${randomBytes(6).toString('hex')}`
  await admin.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
  const own = new URL(url)
  own.pathname = `/${name}`
  const client = await connect(own.href)
  client.on('error', () => undefined)
  await client.query(`set statement_timeout = ${statementTimeoutMs}`)
  return {
    async run(sql) {
      try {
        const answer: unknown = await client.query({ text: sql, rowMode: 'array', types: AS_TEXT })
        const results = (Array.isArray(answer) ? answer : [answer]) as pg.QueryArrayResult<(string | null)[]>[]
        return results.map(({ fields, rows, rowCount, command }) => ({
          columns: fields.map(field => field.name),
          rows,
          affected: WRITING_COMMANDS.has(command) ? (rowCount ?? 0) : 0,
        }))
      } catch (error) {
        const { message, code } = error as { message: string; code?: string }
        if (code === CANCELED)
          throw new EngineError(`the case ran for more than ${statementTimeoutMs / 1000} s and was ended`)
        if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) {
          throw new EngineError(`the connection broke down: ${message}`, { cause: error })
        }
        if (isBreakdown(code)) throw new EngineError(`the database broke down: ${message} (${code})`, { cause: error })
        throw new DatabaseError(message, code)
      }
    },
    async close() {
      await client.end()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.end()
    },
  }
}

/**
 * Creates the role that cases run as, which all databases of the server share. Returns a function that drops the role.
 * @throws {UserError} when the server is too old or grants too few rights; the error says how to grant them.
 */
export async function prepareServer(url: string): Promise<() => Promise<void>> {
  await asAdmin(url, async admin => {
    const sql = `select current_user as name, rolsuper, current_setting('server_version_num') as number
      from pg_roles where rolname = current_user`
    const [role] = (await admin.query(sql)).rows as { name: string; rolsuper: boolean; number: string }[]
    if (Number(role?.number) < OLDEST_VERSION * 10_000)
      throw new UserError(
        `the server behind --pg is PostgreSQL ${Math.floor(Number(role?.number) / 10_000)}; ${OLDEST_VERSION} or later is needed.`,
        { tryThis: 'npm run verify, which brings PostgreSQL with it.' },
      )
    if (!role?.rolsuper) {
      throw new UserError(
        `the role ${role?.name} behind --pg is not a superuser. Proofs need one: they make a database of their own, turn foreign keys off and run cases as a role that is made for them.`,
        { tryThis: `ALTER ROLE "${role?.name}" SUPERUSER; on a server that holds nothing else.` },
      )
    }
    await admin.query(
      `do $$ begin if to_regrole('${CALLER_ROLE}') is null then create role ${CALLER_ROLE} nologin; end if; end $$`,
    )
  })
  return () =>
    asAdmin(url, async admin => {
      // Another run may still use the role; then PostgreSQL refuses to drop it.
      await admin.query(`drop role if exists ${CALLER_ROLE}`).catch(() => undefined)
    })
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = await connect(url)
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return client
  } catch (cause) {
    throw new UserError(`the server behind --pg cannot be reached: ${(cause as Error).message}.`, {
      tryThis: '--pg postgres://USER:PASSWORD@localhost:5432/postgres',
      cause,
    })
  }
}
