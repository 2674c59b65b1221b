import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from '../../testing/tiny-application.ts'

/** The rule multiplies the amount, which overflows for a large one. */
const OVERFLOWING = PROOF.replace('changes: {docs:', 'changes: {payments: {insert: "new.amount * 1000 > 0"}, docs:')

let bench: Bench
before(async () => {
  bench = await openBench(SCHEMA, SEED, OVERFLOWING)
})
after(() => bench.session.close())

describe('a condition that fails on what a call wrote', () => {
  it('leaves the case of that call unproved, and names rule, condition and call', async () => {
    const large = GOOD.pay.replace(
      ':key, :amount where',
      ':key, case when :amount = 5 then 2000000000 else :amount end where',
    )
    assert.notEqual(large, GOOD.pay)
    const { unproved } = await bench.prove('pay', toProve('good', large))
    assert.match(
      unproved ?? '',
      /"new\.amount \* 1000 > 0" of R4 fails on what the call wrote: integer out of range \(22003\), in pay as \w+ with/,
    )
  })

  it('does not touch other cases', async () => {
    await bench.good('close-doc', GOOD.close)
  })
})

it('a mistake in a condition is still one of proof.yaml', async () => {
  const wrong = await openBench(SCHEMA, SEED, OVERFLOWING.replace('new.amount * 1000', 'new.no_such_column'))
  await assert.rejects(wrong.prove('pay', toProve('good', GOOD.pay)), /no_such_column/)
  await wrong.session.close()
})
