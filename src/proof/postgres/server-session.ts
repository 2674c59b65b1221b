import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { UserError } from '../../errors.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { closedCatalogSql } from './closed-catalog.ts'
import { EngineError, noticeText, type Session, toSessionError } from './session.ts'

// Each value as PostgreSQL prints it, whatever its type.
const AS_TEXT = { getTypeParser: () => (value: string) => value }
/** The SQLSTATE of a statement that the server ended after `statement_timeout`. */
const CANCELED = '57014'
/** The first version that lists the result types of prepared statements. */
const OLDEST_VERSION = 16
/** Two sessions that grant rights to the same setting at the same time would fail: they wait for each other. */
const ONE_AT_A_TIME = 'select pg_advisory_xact_lock(20261116)'
const WRITING_COMMANDS = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/** PostgreSQL on a server. */
export interface ServerEngine {
  /** The address of the server: `postgres://…`. */
  server: string
  /** The server ends a statement that takes longer. */
  statementTimeoutMs: number
}

/**
 * Opens a session with a new database on the server, in collation C. The user of the session is made for it, owns the
 * database and is no superuser. User, caller and database are dropped when the session is closed.
 */
export async function openServerSession({ server: url, statementTimeoutMs }: ServerEngine): Promise<Session> {
  const admin = await connect(url)
  // A lost connection shows at the next statement; without a listener it would end the process.
  admin.on('error', () => undefined)
  const suffix = randomBytes(6).toString('hex')
  const [name, owner, caller] = [`app_${suffix}`, `app_owner_${suffix}`, `app_user_${suffix}`]
  const roles = new Set<string>()
  const password = randomBytes(24).toString('hex')
  const dropAll = async () => {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin
      .query(`${ONE_AT_A_TIME}; revoke all on parameter session_replication_role from ${owner}`)
      .catch(() => undefined)
    await admin.query(`${ONE_AT_A_TIME}; drop role if exists ${owner}, ${caller}`)
    // Another session may still use a role of the application: the last one drops it.
    for (const role of roles) await admin.query(`drop role if exists ${identifier(role)}`).catch(() => undefined)
    await admin.end()
  }
  try {
    await admin.query(`${ONE_AT_A_TIME}; create role ${caller} nologin; create role ${owner} login bypassrls password '${password}';
      grant ${caller} to ${owner}; grant set on parameter session_replication_role to ${owner}`)
    await admin.query(
      `create database ${name} owner ${owner} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
    )
    const own = new URL(url)
    own.pathname = `/${name}`
    await asAdmin(own.href, async inDatabase => {
      await inDatabase.query(closedCatalogSql(owner))
    })
    own.username = owner
    own.password = password
    const client = await connect(own.href, owner)
    client.on('error', () => undefined)
    await client.query(`set statement_timeout = ${statementTimeoutMs}`)
    const createRole = async (role: string) => {
      try {
        await admin.query(createRoleSql(role, owner))
      } catch (error) {
        throw toSessionError((error as Error).message, (error as { code?: string }).code ?? '', error)
      }
      roles.add(role)
    }
    return toSession(client, { caller, createRole, statementTimeoutMs, dropAll })
  } catch (error) {
    await dropAll()
    throw error
  }
}

/** A role of the server itself is never used: its owner would not expect that. */
const MADE_BY_PROOFS = 'made by security-bench for its proofs'

/** The SQL that makes a role of an application, which other sessions on the server may use as well. */
function createRoleSql(role: string, owner: string): string {
  const name = identifier(role)
  return `${ONE_AT_A_TIME}; do $do$ begin
    if not exists (select from pg_roles where rolname = ${quoted(role)}) then
      create role ${name} nologin;
      comment on role ${name} is '${MADE_BY_PROOFS}';
    elsif shobj_description((select oid from pg_roles where rolname = ${quoted(role)}), 'pg_authid') is distinct from '${MADE_BY_PROOFS}' then
      raise exception 'the server has a role "%" of its own', ${quoted(role)} using errcode = '42710';
    end if;
  end $do$; grant ${name} to ${owner}`
}

/** The types of pg leave `queryMode` out. A query of the mode `extended` is one statement. */
type OneQuery = pg.QueryConfig & { rowMode?: 'array'; queryMode?: 'extended' }

interface SessionOptions extends Pick<Session, 'caller' | 'createRole'> {
  statementTimeoutMs: number
  dropAll: () => Promise<void>
}

function toSession(client: pg.Client, { caller, createRole, statementTimeoutMs, dropAll }: SessionOptions): Session {
  let notices: string[] = []
  client.on('notice', notice => notices.push(noticeText(notice)))
  async function send(query: OneQuery): Promise<unknown> {
    notices = []
    try {
      return await client.query(query)
    } catch (error) {
      const { message, code } = error as { message: string; code?: string }
      if (code === CANCELED)
        throw new EngineError(`the case ran for more than ${statementTimeoutMs / 1000} s and was ended`)
      if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) {
        throw new EngineError(`the connection broke down: ${message}`, { cause: error })
      }
      throw toSessionError(message, code, error, notices)
    }
  }
  return {
    caller,
    createExtension: name => `create extension ${identifier(name)}`,
    createRole,
    async run(sql) {
      const answer = await send({ text: sql, rowMode: 'array', types: AS_TEXT })
      const results = (Array.isArray(answer) ? answer : [answer]) as pg.QueryArrayResult<(string | null)[]>[]
      return results.map(({ fields, rows, rowCount, command }, nth) => ({
        columns: fields.map(field => field.name),
        rows,
        affected: WRITING_COMMANDS.has(command) ? (rowCount ?? 0) : 0,
        // The server's messages come without the statement that they belong to.
        ...(notices.length > 0 && nth === 0 ? { notices } : {}),
      }))
    },
    async runOne(sql) {
      await send({ text: sql, queryMode: 'extended' })
    },
    async close() {
      await client.end()
      await dropAll()
    },
  }
}

/** @throws {UserError} when the server is too old or grants too few rights; the error says how to grant them. */
export async function checkServer(url: string): Promise<void> {
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
        `the role ${role?.name} behind --pg is not a superuser. Proofs need one: they make a database of their own, with roles of its own that own it and that cases run as.`,
        { tryThis: `ALTER ROLE "${role?.name}" SUPERUSER; on a server that holds nothing else.` },
      )
    }
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

/** `madeFor`: the user was made for this session, so the server refuses not the one who asked but the new one. */
async function connect(url: string, madeFor?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return client
  } catch (cause) {
    const { message } = cause as Error
    if (madeFor !== undefined)
      throw new UserError(`the server behind --pg does not let in a user that was made for the proofs: ${message}.`, {
        tryThis: 'a line in pg_hba.conf that lets users in by password: host all all 127.0.0.1/32 scram-sha-256',
        cause,
      })
    throw new UserError(`the server behind --pg cannot be reached: ${message}.`, {
      tryThis: '--pg postgres://USER:PASSWORD@localhost:5432/postgres',
      cause,
    })
  }
}
