import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { TEMPLATE } from '../testing/tiny-application.ts'
import { openLocalSession } from './local-session.ts'

async function databasesOf(template: string): Promise<string[]> {
  const session = await openLocalSession({ template })
  const [result] = await session.run('select datname from pg_database order by 1')
  await session.close()
  return (result?.rows ?? []).map(([name]) => name ?? '')
}

it('makes a template anew that was cut short, without the databases that nobody needs, and starts from it', async () => {
  using folder = temporaryFolder()
  const template = join(folder.path, 'postgres.tar')
  writeFileSync(template, 'cut short')
  assert.deepEqual(await databasesOf(template), ['postgres'])
  const made = statSync(template)
  assert.ok(made.size > 10e6 && made.size < 30e6, String(made.size))
  assert.deepEqual(await databasesOf(template), ['postgres'])
  assert.equal(statSync(template).mtimeMs, made.mtimeMs)
})

it('gives a result for each statement, as text, and the SQLSTATE of the first that fails', async () => {
  const session = await openLocalSession({ template: TEMPLATE })
  const statements = [
    'create temp table t (a int)',
    'insert into t values (1), (2)',
    'update t set a = 3 where a = 1',
    '',
  ]
  const results = await session.run([...statements, 'select a, null as b from t order by a'].join(';\n'))
  assert.deepEqual(
    results.map(({ affected }) => affected),
    [0, 2, 1, 0],
  )
  assert.deepEqual(results.at(-1), { columns: ['a', 'b'], rows: ['2', '3'].map(a => [a, null]), affected: 0 })
  await assert.rejects(session.run('delete from t; select 1 / 0; select 2'), { sqlState: '22012' })
  assert.deepEqual((await session.run('table t')).at(-1)?.rows.length, 2)
  await session.runOne('insert into t values (4);')
  await assert.rejects(session.runOne('insert into t values (5); select 1'), { sqlState: '42601' })
  assert.deepEqual((await session.run('table t')).at(-1)?.rows.length, 3)
  await session.close()
})
