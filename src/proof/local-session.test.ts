import assert from 'node:assert/strict'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { it } from 'node:test'
import { temporaryFolder } from '../lib/testing/temporary-folder.ts'
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
