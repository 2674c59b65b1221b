import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF } from '../../testing/tiny-application.ts'
import { callsFor, chooseChanges } from './choose-changes.ts'

let bench: Bench
before(async () => {
  bench = await openBench(
    undefined,
    undefined,
    PROOF.replace('rules:', 'vary: {docs: [status], notes: [doc_id]}\nrules:'),
  )
})
after(() => bench.session.close())

const call = (tenant: string) => ({ context: { tenant_id: tenant }, parameters: { doc_id: '11' } })

describe('the changes that are tried', () => {
  const row = (table: string, location: string, calls: number[]) => ({ table, location, calls, id: location, keys: [] })

  it('have each kind of value once before any is tried on a second row', async () => {
    const rows = [row('docs', '(0,1)', [0]), row('docs', '(0,2)', [1])]
    const labels = new Map([['docs.status', ['open', 'closed', 'lost']]])
    const changes = await chooseChanges(
      bench.database,
      rows,
      [call('1'), call('2')],
      labels,
      { literals: [], coarse: new Set() },
      5,
    )
    const said = changes.map(({ location, value, isCopy }) => `${location} ${value}${isCopy ? ' in a copy' : ''}`)
    assert.deepEqual(said, [
      '(0,1) closed',
      '(0,2) closed in a copy',
      '(0,1) lost',
      '(0,2) lost in a copy',
      '(0,2) closed',
    ])
  })

  it('bring a row that matters to no call to a row that a call names', async () => {
    const rows = [row('notes', '(0,1)', [0]), row('notes', '(0,4)', [])]
    const changes = await chooseChanges(
      bench.database,
      rows,
      [call('1')],
      new Map(),
      { literals: [], coarse: new Set() },
      1000,
    )
    const brought = changes.filter(({ location }) => location === '(0,4)')
    assert.deepEqual(
      brought.map(({ column, value, isCopy }) => [column, value, isCopy]),
      [['doc_id', '11', false]],
    )
  })

  it('are tried with calls that the row matters to, and with calls that have its key', () => {
    const change = {
      ...row('docs', '(0,1)', [0, 1, 2]),
      keys: ['7'],
      column: 'status',
      value: 'lost',
      kind: '',
      isCopy: false,
    }
    const values = [['1'], ['2'], ['3'], ['7'], ['lost'], ['8']]
    assert.deepEqual(callsFor(change, values, 0), [0, 1, 3, 4])
    assert.deepEqual(callsFor(change, values, 1), [2, 0, 3, 4])
  })
})
