import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { UserError } from '../../errors.ts'
import { CALLER } from './roles.ts'
import { DatabaseError, EngineError, isBreakdown, type Session } from './session.ts'

// Every type as PostgreSQL prints it.
const AS_TEXT = { getTypeParser: () => (value: string) => value }
const CANCELED = '57014'
/** The first that says of which types the result of a prepared statement is. */
const OLDEST = 16
const CHANGING = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

export interface ServerEngine {
  /** Where the server is, as `postgres://…`. */
  server: string
  /** After so long the server ends a statement by itself. */
  statementTimeoutMs: number
}

/**
 * A database of its own on a real server, in collation C, gone when the session is closed. Worlds are built with foreign
 * keys off and cases run under a role made for them: both need a superuser.
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
          affected: CHANGING.has(command) ? (rowCount ?? 0) : 0,
        }))
      } catch (error) {
        const { message, code } = error as { message: string; code?: string }
        if (code === CANCELED)
          throw new EngineError(`it ran for more than ${statementTimeoutMs / 1000} s and was ended`)
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
 * Makes the server ready: the role that cases run as is one for all databases. What is returned takes it away again.
 * @throws {UserError} that says what is missing and how to grant it.
 */
export async function prepareServer(url: string): Promise<() => Promise<void>> {
  await asAdmin(url, async admin => {
    const sql = `select current_user as name, rolsuper, current_setting('server_version_num') as number
      from pg_roles where rolname = current_user`
    const [role] = (await admin.query(sql)).rows as { name: string; rolsuper: boolean; number: string }[]
    if (Number(role?.number) < OLDEST * 10_000)
      throw new UserError(
        `the server behind --pg is PostgreSQL ${Math.floor(Number(role?.number) / 10_000)}; ${OLDEST} or later is needed.`,
        { tryThis: 'npm run verify, which brings PostgreSQL with it.' },
      )
    if (!role?.rolsuper) {
      throw new UserError(
        `the role ${role?.name} behind --pg is no superuser, which proofs need: they make a database of their own, turn foreign keys off and run cases as a role made for them.`,
        { tryThis: `ALTER ROLE "${role?.name}" SUPERUSER; on a server that holds nothing else.` },
      )
    }
    await admin.query(
      `do $$ begin if to_regrole('${CALLER}') is null then create role ${CALLER} nologin; end if; end $$`,
    )
  })
  return () =>
    asAdmin(url, async admin => {
      // Another run may still need it.
      await admin.query(`drop role if exists ${CALLER}`).catch(() => undefined)
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
