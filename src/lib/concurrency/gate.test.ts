import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createGate } from './gate.ts'

describe('createGate', () => {
  it('lets so many in at a time, in the order in which they came', async () => {
    const gate = createGate(2)
    const inside: string[] = []
    for (const name of ['a', 'b', 'c', 'd']) gate.enter().then(() => inside.push(name))
    const now = async () => {
      await new Promise(resolve => setImmediate(resolve))
      return inside.join('')
    }
    assert.equal(await now(), 'ab')
    gate.leave()
    assert.equal(await now(), 'abc')
    gate.leave()
    gate.leave()
    gate.leave()
    assert.equal(await now(), 'abcd')
    for (const name of ['e', 'f', 'g']) gate.enter().then(() => inside.push(name))
    assert.equal(await now(), 'abcdef')
  })
})
