import assert from 'node:assert/strict'
import { it } from 'node:test'
import { withoutPermits } from './permits.ts'

const closer = async (sql: string) =>
  (await withoutPermits(sql, ['code'], [])).map(({ what }) => what).filter(what => !/→ (true|false)$/.test(what))

it('values that are compared in a coarser form are compared as they are', async () => {
  assert.deepEqual(await closer('select a from t where code::bpchar = :code::bpchar'), [
    'code::bpchar = CAST(:code AS bpchar) → code = :code',
  ])
  assert.deepEqual(await closer('select a from t where lower(code) is not distinct from lower(:code)'), [
    'lower(code) IS NOT DISTINCT FROM lower(:code) → code IS NOT DISTINCT FROM :code',
  ])
})

it('what keeps every value, or is done to one of them alone, is left alone', async () => {
  assert.deepEqual(await closer('select a from t where id::text = :code::text'), [])
  assert.deepEqual(await closer("select a from t where lower(code) = 'a' and lower(code) = upper(:code)"), [])
})
