import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, toProve } from '../../testing/tiny-application.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Program, Step } from '../kind.ts'
import { isEmptyResult } from '../outcome.ts'
import { sqlKind } from './sql-kind.ts'

let bench: Bench
let pay: Program
before(async () => {
  bench = await openBench()
  const query = bench.database.plan.queries.find(({ name }) => name === 'pay')
  assert.ok(query)
  const program = await sqlKind.prepare(bench.database, query, toProve('good', GOOD.pay), 0)
  assert.ok(!('refused' in program))
  pay = program
})
after(() => bench.session.close())

const ann = { user_id: '1', tenant_id: '1', role: 'admin' }
const payment = (key: string, amount = '5'): Step => ({ context: ann, parameters: { key, amount } })

describe('a sequence of calls of a SQL case', () => {
  it('is run as if it were the only one', async () => {
    await using _ = await openWorld(bench.database, UNCHANGED)
    const [first, again, other] = await pay.run([[payment('k1')], [payment('k1')], [payment('older'), payment('k2')]])
    assert.ok(first && again && other)
    assert.deepEqual([first.changes.length, again.changes.length, other.changes.length], [1, 1, 1])
  })

  it('gives what its last step gives, with the changes of all', async () => {
    await using _ = await openWorld(bench.database, UNCHANGED)
    const both = await pay.observe([payment('k1'), payment('k2')])
    assert.deepEqual([both.changes.length, both.changesBefore, both.rows.length], [2, 1, 1])
    const repeated = await pay.observe([payment('k1'), payment('k1')])
    assert.deepEqual([repeated.changes.length, repeated.changesBefore, repeated.rows.length], [1, 1, 0])
    const [digest] = await pay.run([[payment('older'), payment('older')]])
    assert.ok(digest && isEmptyResult(digest))
  })

  it('goes on after a step that fails', async () => {
    await using _ = await openWorld(bench.database, UNCHANGED)
    const outcome = await pay.observe([payment('k1', 'no number'), payment('k2')])
    assert.equal(outcome.error, undefined)
    assert.deepEqual([outcome.changes.length, outcome.changesBefore], [1, 0])
  })

  it('leaves no trace', async () => {
    await using _ = await openWorld(bench.database, UNCHANGED)
    await pay.observe([payment('k1'), payment('k2')])
    const [payments] = await bench.session.run('select count(*) from payments')
    assert.deepEqual(payments?.rows, [['2']])
  })
})
