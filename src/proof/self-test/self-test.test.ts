import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Bench, openBench, PROOF } from '../testing/tiny-application.ts'
import { selfTest } from './self-test.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

/** The line of the first place in the file that has this text. */
const lineOf = (text: string) => PROOF.split('\n').findIndex(line => line.includes(text)) + 1

describe('the self-test', () => {
  it('is silent about rules that can be broken', async () => {
    assert.deepEqual(await selfTest(bench.database), [])
  })

  it('tells of a rule that nothing in the seed could break, with the line of the rule', async () => {
    const plan = structuredClone(bench.database.plan)
    const rule = plan.rules.find(({ id }) => id === 'R3')
    assert.ok(rule?.rows.docs?.condition)
    rule.rows.docs.condition.sql = 'true'
    const [failure, another] = await selfTest({ ...bench.database, plan })
    assert.match(failure?.message ?? '', /^R3: the seed has nothing that the rule hides/)
    assert.equal(failure?.line, lineOf('  R3:'))
    assert.equal(another, undefined)
  })

  it('tells of an example that the rule judges otherwise, with the line of the statement', async () => {
    const plan = structuredClone(bench.database.plan)
    const [example] = plan.rules.find(({ id }) => id === 'R4')?.examples ?? []
    assert.ok(example?.allowed && example.forbidden)
    const [allowed, forbidden] = [example.allowed.sql, example.forbidden.sql]
    example.allowed.sql = forbidden
    example.forbidden.sql = allowed
    assert.deepEqual(await selfTest({ ...bench.database, plan }), [
      { message: 'R4 does not forbid the example under "forbidden"', line: lineOf('forbidden: ') },
      { message: 'R4 forbids the example under "allowed"', line: lineOf('allowed: ') },
    ])
  })

  it('tells of an example that changes a row which the rule hides', async () => {
    const plan = structuredClone(bench.database.plan)
    const [example] = plan.rules.find(({ id }) => id === 'R4')?.examples ?? []
    const rule = plan.rules.find(({ id }) => id === 'R3')
    assert.ok(example?.allowed && rule?.rows.docs)
    rule.examples.push({ ...example, allowed: { sql: "update docs set title = 'x' where id = 13", line: 77 } })
    delete rule.examples[0]?.forbidden
    assert.deepEqual(await selfTest({ ...bench.database, plan }), [
      { message: 'R3 forbids the example under "allowed"', line: 77 },
    ])
    rule.rows.docs.mayChange = { sql: "new.title = 'x'", line: 78 }
    assert.deepEqual(await selfTest({ ...bench.database, plan }), [])
  })

  it('runs every example of a list', async () => {
    const plan = structuredClone(bench.database.plan)
    const examples = plan.rules.find(({ id }) => id === 'R4')?.examples
    assert.ok(examples?.[0]?.allowed)
    const { allowed } = examples[0]
    examples.push({ ...examples[0], forbidden: { ...allowed, line: 77 } })
    assert.deepEqual(await selfTest({ ...bench.database, plan }), [
      { message: 'R4 does not forbid the example under "forbidden"', line: 77 },
    ])
  })

  it('tells of callers among whom nobody is forbidden, with the line of the callers', async () => {
    const plan = structuredClone(bench.database.plan)
    const query = plan.queries.find(({ name }) => name === 'close-doc')
    assert.ok(query)
    query.callers = { R6: ['admin', 'member'] }
    const message =
      'R6: "callers" of close-doc forbids no actor to call the query, so the rule cannot break there; add an actor whose job it is not'
    assert.deepEqual(await selfTest({ ...bench.database, plan }), [{ message, line: lineOf('callers: {R6') }])
  })
})
