import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Condition, Example } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { type Bench, openBench } from '../testing/tiny-application.ts'
import { testShown } from './self-test-shown.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

type Rows = Record<string, string>

const conditions = (rows: Rows): Record<string, Condition> =>
  Object.fromEntries(Object.entries(rows).map(([target, sql]) => [target, { sql, line: 7 }]))

/** What the self-test says of one example. */
async function failuresOf(id: string, as: string, shows: Rows, hides: Rows = {}): Promise<string[]> {
  const rule = bench.database.plan.rules.find(candidate => candidate.id === id)
  assert.ok(rule)
  const example: Example = { as, shows: conditions(shows), hides: conditions(hides), parameters: {} }
  const failures = await testShown(bench.database, rule, example)
  for (const { line } of failures) assert.equal(line, 7)
  return failures.map(({ message }) => message)
}

describe('what an example shows and hides', () => {
  it('is silent about rows that the rule shows and hides as the example says', async () => {
    assert.deepEqual(await failuresOf('R1', 'ann', { docs: 'id in (11, 12)' }, { docs: 'tenant_id <> 1' }), [])
    assert.deepEqual(await failuresOf('R2', 'ann', { 'docs.secret': 'id = 11' }), [])
    assert.deepEqual(await failuresOf('R2', 'ben', {}, { 'docs.secret': 'id = 11' }), [])
  })

  it('tells of a row that the rule judges otherwise', async () => {
    assert.deepEqual(await failuresOf('R1', 'ann', { docs: 'id in (11, 21, 31)' }), [
      'R1 hides from ann 2 of the 3 rows of docs that stand under "shows"',
    ])
    assert.deepEqual(await failuresOf('R1', 'ann', {}, { docs: 'id in (11, 21)' }), [
      'R1 does not hide from ann 1 of the 2 rows of docs that stand under "hides"',
    ])
    assert.deepEqual(await failuresOf('R2', 'ben', { 'docs.secret': 'id = 11' }), [
      'R2 hides from ben 1 of the 1 rows of docs.secret that stand under "shows"',
    ])
  })

  it('takes a row for hidden by a rule only where the rules around it show the row', async () => {
    assert.deepEqual(await failuresOf('R3', 'ann', {}, { docs: 'id = 13' }), [])
    assert.deepEqual(await failuresOf('R3', 'ann', {}, { docs: 'id = 22' }), [
      'R3 does not hide from ann 1 of the 1 rows of docs that stand under "hides"',
    ])
  })

  it('may name what is known of the actor', async () => {
    assert.deepEqual(await failuresOf('R1', 'cleo', { docs: 'tenant_id = :tenant_id' }), [])
  })

  it('tells of an example that no row of the seed is like', async () => {
    assert.deepEqual(await failuresOf('R1', 'ann', { docs: 'id = 99' }), [
      'R1: the seed has no row of docs that is as "shows" says: id = 99',
    ])
  })

  it('tells of a condition that Postgres refuses, with its line', async () => {
    await assert.rejects(failuresOf('R1', 'ann', { docs: 'no_such = 1' }), error => {
      assert.ok(error instanceof PlanError)
      assert.match(error.message, /the example of R1 cannot be tried on docs: .*no_such/)
      assert.equal(error.line, 7)
      return true
    })
  })
})
