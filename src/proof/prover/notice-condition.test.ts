import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { conditionsIn } from '../plan/altered-plan.ts'
import { type Bench, GOOD, openBench, toProve } from '../testing/tiny-application.ts'
import { whoNotices } from './notice-condition.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

const good = { ...toProve('good', GOOD.list), query: 'list-docs' }
const leak = GOOD.list.replace('tenant_id = :tenant_id and', '')
const bad = { ...toProve('bad', leak, ['R1']), query: 'list-docs' }

async function noticed(rule: string, place: string, value: boolean, ...cases: (typeof good)[]) {
  const condition = conditionsIn(bench.database.plan).find(one => one.rule === rule && one.place === place)
  assert.ok(condition, place)
  return whoNotices(bench.database, { ...condition, value }, cases, () => {})
}

describe('a condition that is set to a constant', () => {
  it('is noticed by an example', async () => {
    assert.equal(await noticed('R4', 'changes.docs.update', true), 'self-test')
    assert.equal(await noticed('R4', 'changes.docs.update', false), 'self-test')
  })

  it('is noticed by a bad case that is then allowed', async () => {
    assert.equal(await noticed('R1', 'rows.docs', true, bad), bad.path)
  })

  it('is noticed by a good case that is then forbidden', async () => {
    assert.equal(await noticed('R1', 'rows.docs', false, good), good.path)
  })

  it('is noticed by nothing where no case uses the table', async () => {
    assert.equal(await noticed('R1', 'rows.payments', true, good), undefined)
  })

  it('leaves the database as it was', async () => {
    await noticed('R1', 'rows.docs', false, good)
    await bench.good('list-docs', GOOD.list)
  })
})
