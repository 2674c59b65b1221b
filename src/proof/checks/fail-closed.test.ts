// What could not be done must never look like "no difference was found".

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { makeCall } from '../cases/sql/make-call.ts'
import { prepareCase } from '../cases/sql/prepare-case.ts'
import { DatabaseError, EngineError } from '../postgres/session.ts'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from '../testing/tiny-application.ts'
import { inWorld } from '../worlds/worlds.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

describe('inWorld', () => {
  it('gives what the work gives', async () => {
    assert.equal(await inWorld(bench.database, 'delete from notes', async () => 7), 7)
  })

  it('says why a world cannot be built, and does not begin the work', async () => {
    let hasBegun = false
    const result = await inWorld(bench.database, 'update docs set tenant_id = 99', async () => {
      hasBegun = true
    })
    assert.match(JSON.stringify(result), /"unbuilt":"insert or update on table \\"docs\\" violates foreign key/)
    assert.equal(hasBegun, false)
  })

  it('does not take work that failed for a world that cannot be built', async () => {
    const work = () => bench.session.run('select * from no_such_table')
    await assert.rejects(
      inWorld(bench.database, '', work),
      error => error instanceof EngineError && /the proof failed: .*no_such_table/.test(error.message),
    )
    // The next one starts from a whole database.
    assert.equal(await inWorld(bench.database, '', async () => 'fine'), 'fine')
  })
})

describe('makeCall', () => {
  it('does not take an error of whoever looks at the state for one of the call', async () => {
    const { database, session } = bench
    const query = database.plan.queries.find(({ name }) => name === 'close-doc')
    assert.ok(query)
    const prepared = await prepareCase(database, query, toProve('good', GOOD.close), 0)
    assert.ok(!('refused' in prepared))
    const caller = { database, query, context: { user_id: '1', tenant_id: '1', role: 'admin' } }
    const look = async () => {
      await session.run('select * from no_such_table')
    }
    await session.run('begin; savepoint one_call')
    await assert.rejects(makeCall(caller, prepared, { doc_id: '11' }, look), DatabaseError)
    await session.run('rollback; deallocate all')
  })
})

describe('a case', () => {
  it('is unproved when PostgreSQL itself broke down in one of its calls', async () => {
    for (const [code, language] of [
      ["raise exception 'out of memory' using errcode = '53200'", 'stable'],
      ["raise exception 'corrupt page' using errcode = 'XX001'", 'volatile'],
    ]) {
      const own = await openBench()
      const sql = GOOD.search.replace('begin', `begin if p_term = '%' then ${code}; end if;`)
      const odd = sql.replace('language plpgsql', `language plpgsql ${language}`)
      assert.notEqual(sql, GOOD.search)
      await assert.rejects(own.prove('search-docs', toProve('good', odd)), /the database broke down/)
      await own.session.close()
    }
  })

  it('is unproved when its limit cannot be tried', async () => {
    const schema = SCHEMA.replace('id int primary key, tenant_id', 'id int primary key check (id < 40), tenant_id')
    assert.notEqual(schema, SCHEMA)
    const small = await openBench(schema)
    const { unproved } = await small.prove('list-docs', toProve('good', GOOD.list))
    assert.match(unproved ?? '', /the flood for R7 cannot be made: .*violates check constraint/)
    await small.session.close()
  })

  it('is unproved when its rows cannot be stored in another order', async () => {
    const guard = `create function stay() returns trigger language plpgsql as $$ begin
        if current_setting('session_replication_role') = 'replica' then raise exception 'rows of docs stay where they are'; end if;
        return new;
      end $$;
      create trigger stay before insert on docs for each row execute function stay();
      alter table docs enable always trigger stay;`
    const fixed = await openBench(`${SCHEMA}${guard}`, SEED, PROOF)
    const { unproved } = await fixed.prove('close-doc', toProve('good', GOOD.close))
    assert.match(unproved ?? '', /cannot be stored in another order.*rows of docs stay where they are/)
    await fixed.session.close()
  })
})
