import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { proveCases } from '../../prover/prove-cases.ts'
import { type Bench, GOOD, openBench, toProve } from '../../testing/tiny-application.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

/** The rules that break in calls on a further seed, for which the main seed stands in. */
async function brokenRules(query: string, code: string, reference?: string): Promise<string[]> {
  const plan = bench.database.plan.queries.find(({ name }) => name === query)
  assert.ok(plan)
  const run = { database: bench.database, seed: 'varied', variation: 3, isFurther: true as const }
  const one = { ...toProve('good', code), ...(reference === undefined ? {} : { reference }) }
  const [findings] = await proveCases({ ...run, actors: [], onCase: () => {}, kills: new Map() }, [
    { query: plan, cases: [one] },
  ])
  return Object.keys(findings?.witnesses ?? {})
}

const edited = (code: string, from: string, to: string) => {
  assert.ok(code.includes(from), code)
  return code.replace(from, to)
}

describe('a case on a further seed', () => {
  const showsSecret = edited(GOOD.list, "case when :role = 'admin' then secret end", 'secret')

  it('is judged where a call gives something else than another good case gives', async () => {
    assert.deepEqual(await brokenRules('list-docs', showsSecret, GOOD.list), ['R2'])
  })

  it('is not judged where both give the same', async () => {
    assert.deepEqual(await brokenRules('list-docs', showsSecret, edited(showsSecret, 'secret', '(secret)')), [])
  })

  it('is judged in any case where there is no other good case', async () => {
    assert.deepEqual(await brokenRules('list-docs', showsSecret), ['R2'])
    assert.deepEqual(await brokenRules('list-docs', GOOD.list), [])
  })

  it('may deny more than another good case', async () => {
    assert.deepEqual(await brokenRules('list-docs', edited(GOOD.list, 'where', 'where false and'), GOOD.list), [])
  })

  it('is judged by what it writes', async () => {
    const notesNothing = edited(
      GOOD.close,
      'select id, :user_id from done',
      'select id, :user_id from done where false',
    )
    assert.deepEqual(await brokenRules('close-doc', notesNothing, GOOD.close), ['R5'])
    assert.deepEqual(await brokenRules('close-doc', edited(GOOD.close, 'where', 'where true and'), GOOD.close), [])
  })
})
