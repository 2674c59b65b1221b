import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Budget, createBudget, type Reservation } from './budget.ts'

async function reserve(budget: Budget, model: string, estimate: number): Promise<Reservation> {
  const reservation = await budget.reserve(model, estimate)
  assert.ok(reservation)
  return reservation
}

describe('createBudget', () => {
  it('lets the first call of a model go alone, and then as many as fit', async () => {
    const budget = createBudget(10)
    const first = await reserve(budget, 'a', 1)
    const order: string[] = []
    const second = reserve(budget, 'a', 1).then(call => {
      order.push('second')
      return call
    })
    await Promise.resolve()
    order.push('first settles')
    first.settle(2)
    await second
    assert.deepEqual(order, ['first settles', 'second'])
    // The dearest so far counts: 2 spent, and four times 2 fit beside it.
    await Promise.all([1, 2, 3].map(() => reserve(budget, 'a', 1)))
    const fifth = budget.reserve('a', 1).then(() => order.push('fifth'))
    await Promise.resolve()
    assert.deepEqual([budget.spent(), order.includes('fifth')], [2, false])
    ;(await second).settle(0)
    await fifth
  })

  it('waits for what is in flight before it says that the money is spent', async () => {
    const budget = createBudget(3)
    const first = await reserve(budget, 'a', 2)
    const waiting = budget.reserve('a', 2)
    first.settle(0.5)
    const second = await waiting
    assert.ok(second, 'it was only set aside, not spent')
    const third = budget.reserve('b', 2.4)
    second.settle(1.5)
    assert.equal(await third, false)
    assert.equal(budget.spent(), 2)
  })

  it('sets the estimate aside until a call has cost something', async () => {
    const budget = createBudget(3)
    const first = await reserve(budget, 'a', 1)
    first.settle(0)
    await Promise.all([1, 2, 3].map(() => reserve(budget, 'a', 1)))
    const isFourth = await Promise.race([budget.reserve('a', 1), Promise.resolve('waits')])
    assert.equal(isFourth, 'waits')
  })

  it('does not stop a cheap model for a dear one that is still in flight', async () => {
    const budget = createBudget(5)
    const dear = await reserve(budget, 'dear', 4.9)
    const cheap = budget.reserve('cheap', 0.2)
    dear.settle(0.1)
    assert.ok(await cheap)
  })

  it('has no end without a limit, and free calls always fit', async () => {
    const budget = createBudget(undefined)
    await reserve(budget, 'a', 1e9)
    await reserve(budget, 'a', 1e9)
    assert.ok(await createBudget(0.01).reserve('free', 0))
  })
})
