import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { UserError } from '../errors.ts'
import { DatabaseError, EngineError, type Session } from './session.ts'

// Every type as PostgreSQL prints it.
const AS_TEXT = { getTypeParser: () => (value: string) => value }
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
  const name = `security_bench_${randomBytes(6).toString('hex')}`
  try {
    await refuseWithoutRights(admin)
    await admin.query(`create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`)
  } catch (error) {
    await admin.end()
    throw error
  }
  const own = new URL(url)
  own.pathname = `/${name}`
  const client = await connect(own.href)
  // A lost connection shows at the next statement; without a listener it would end the process.
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
        if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) {
          throw new EngineError(`the connection broke down: ${message}`, { cause: error })
        }
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

async function refuseWithoutRights(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query('select current_user as name, rolsuper from pg_roles where rolname = current_user')
  const [role] = rows as { name: string; rolsuper: boolean }[]
  if (role?.rolsuper) return
  throw new UserError(
    `the role ${role?.name} behind --pg is no superuser, which proofs need (foreign keys off, a role for cases).`,
    {
      tryThis: `ALTER ROLE "${role?.name}" SUPERUSER; on a server that holds nothing else.`,
    },
  )
}
