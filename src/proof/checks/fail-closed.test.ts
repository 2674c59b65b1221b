// What could not be done must never look like "no difference was found".

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CaseRun } from '../cases/case-run.ts'
import { emptyFindings } from '../cases/findings.ts'
import type { Program } from '../cases/kind.ts'
import type { Outcome } from '../cases/outcome.ts'
import { sqlKind } from '../cases/sql/sql-kind.ts'
import { planCalls } from '../inputs/call-plan.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { READ_SETTING } from '../postgres/application-settings.ts'
import { DatabaseError, EngineError } from '../postgres/session.ts'
import { type Bench, GOOD, openBench, PROOF, SCHEMA, SEED, toProve } from '../testing/tiny-application.ts'
import { findActors } from '../worlds/actors.ts'
import { openWorld } from '../worlds/open-world.ts'
import { UNCHANGED } from '../worlds/world.ts'
import type { Check } from './check.ts'
import { hostileText } from './hostile-text/check-hostile-text.ts'
import { runChecks } from './run-checks.ts'
import { worlds } from './worlds/compare-worlds.ts'

let bench: Bench
before(async () => {
  bench = await openBench()
})
after(() => bench.session.close())

const queryNamed = (name: string): QueryPlan => {
  const query = bench.database.plan.queries.find(one => one.name === name)
  assert.ok(query)
  return query
}

describe('openWorld', () => {
  it('says why a world cannot be built', async () => {
    await using world = await openWorld(bench.database, { sql: 'update docs set tenant_id = 99', writes: ['docs'] })
    assert.match(world.unbuilt ?? '', /insert or update on table "docs" violates foreign key/)
  })

  it('lets nobody work in a world that is none', async () => {
    await using _ = await openWorld(bench.database, { sql: 'update docs set tenant_id = 99', writes: ['docs'] })
    await assert.rejects(bench.session.run('select 1'), EngineError)
  })

  it('gives back a whole database after work that failed', async () => {
    const work = async () => {
      await using _ = await openWorld(bench.database, { sql: 'delete from notes', writes: [] })
      await bench.session.run('select * from no_such_table')
    }
    await assert.rejects(work(), DatabaseError)
    const [notes] = await bench.session.run('select count(*) from notes')
    assert.deepEqual(notes?.rows, [['6']])
  })
})

describe('a program', () => {
  it('does not take an error of whoever looks at the state for one of the call', async () => {
    const program = await sqlKind.prepare(bench.database, queryNamed('close-doc'), toProve('good', GOOD.close), 0)
    assert.ok(!('refused' in program))
    const context = { user_id: '1', tenant_id: '1', role: 'admin' }
    const look = async () => {
      await bench.session.run('select * from no_such_table')
    }
    {
      await using _ = await openWorld(bench.database, UNCHANGED)
      await assert.rejects(program.observe([{ context, parameters: { doc_id: '11' } }], look), DatabaseError)
    }
    await sqlKind.forget(bench.database)
  })
})

describe('runChecks', () => {
  it('does not go on after a check that failed', async () => {
    const check: Check = {
      ...{ name: 'failing', needs: [], gives: [], seeds: 'every' },
      async *run({ database }, [caseRun]) {
        await database.session.run('select * from no_such_table')
        if (caseRun) yield { caseRun, kind: 'active' }
      },
    }
    const one = { findings: emptyFindings('x') } as CaseRun
    const proofRun = { ...bench, seed: 'seed.sql', actors: [], onCase: () => {}, kills: new Map() }
    await assert.rejects(runChecks(proofRun, [one], [check]), DatabaseError)
  })
})

describe('a case', () => {
  /** The case's calls as they are, but a call that is looked at more closely fails. */
  async function failsWhenObserved(name: string, code: string, check = worlds): Promise<CaseRun> {
    const { database } = bench
    const query = queryNamed(name)
    const one = toProve('good', code)
    const program = await sqlKind.prepare(database, query, one, 0)
    assert.ok(!('refused' in program))
    const failed = async (): Promise<Outcome> => ({
      ...{ columns: [], rows: [], affected: 0, changes: [], changesBefore: 0, generated: [] },
      error: { sqlState: '22012', message: 'division by zero' },
    })
    const observeAndAsk: Program['observeAndAsk'] = () => Promise.reject(new DatabaseError('division by zero', '22012'))
    const odd: Program = { ...program, observe: failed, observeAndAsk }
    const callPlan = await planCalls(database, query, true)
    const caseRun = {
      case: one,
      query,
      callPlan,
      works: query.works,
      program: odd,
      findings: emptyFindings(one.path),
      facts: {},
    }
    const actors = await findActors(database)
    await runChecks({ database, seed: 'seed.sql', actors, onCase: () => {}, kills: new Map() }, [caseRun], [check])
    await sqlKind.forget(database)
    return caseRun
  }

  it('is unproved when a call that changed something fails while it is judged', async () => {
    const { findings } = await failsWhenObserved('pay', GOOD.pay)
    assert.match(findings.undecided?.reason ?? '', /not the same each time: the same call made twice/)
  })

  it('is unproved when a call of somebody whose job it is not fails while it is judged', async () => {
    const { findings } = await failsWhenObserved('close-doc', 'select id from docs where id = :doc_id')
    assert.match(findings.undecided?.reason ?? '', /not the same each time: the same call made twice/)
  })

  it('is unproved when hostile text made a difference that does not show again', async () => {
    const pasted = GOOD.search.replace('$2) > 0', "''' || p_term || ''') > 0")
    assert.notEqual(pasted, GOOD.search)
    const { findings } = await failsWhenObserved('search-docs', pasted, hostileText)
    assert.match(findings.undecided?.reason ?? '', /R1 seemed to break in a call, but not when/)
  })

  it('is unproved when a difference does not show again', async () => {
    const check: Check = {
      ...{ name: 'once only', needs: [], gives: [], seeds: 'every' },
      async *run(_, [caseRun]) {
        if (caseRun) yield { caseRun, kind: 'violation', rule: 'R1', witness: () => 'unconfirmed' }
      },
    }
    const one = { findings: emptyFindings('x') } as CaseRun
    const proofRun = { ...bench, seed: 'seed.sql', actors: [], onCase: () => {}, kills: new Map() }
    await runChecks(proofRun, [one], [check])
    assert.match(one.findings.undecided?.reason ?? '', /R1 seemed to break in a call, but not when/)
  })

  it('is unproved when PostgreSQL itself broke down in one of its calls', async () => {
    for (const [code, volatility] of [
      ["raise exception 'out of memory' using errcode = '53200'", 'stable'],
      ["raise exception 'corrupt page' using errcode = 'XX001'", 'volatile'],
    ]) {
      const own = await openBench()
      const sql = GOOD.search.replace('begin', `begin if p_term = '%' then ${code}; end if;`)
      const odd = sql.replace('language plpgsql', `language plpgsql ${volatility}`)
      assert.notEqual(sql, GOOD.search)
      await assert.rejects(own.prove('search-docs', toProve('good', odd)), /the database broke down/)
      await own.session.close()
    }
  })

  it('is unproved when its limit cannot be tried', async () => {
    // Rows that ann sees cannot be copied; rows that are hidden from her can.
    const schema = `${SCHEMA} alter table docs add check (id < 40 or tenant_id <> 1 or deleted_at is not null);`
    const proof = PROOF.replace(/^.*cleo.*\n/gm, '')
    const small = await openBench(schema, SEED, proof)
    const { unproved } = await small.prove('list-docs', toProve('good', GOOD.list))
    assert.match(unproved ?? '', /the limit of R7 cannot be tried.*violates check constraint/)
    await small.session.close()
  })

  it('is unproved when its rows cannot be stored in another order', async () => {
    const guard = `create function stay() returns trigger language plpgsql as $$ begin
        if ${READ_SETTING}('session_replication_role') = 'replica' then raise exception 'rows of docs stay where they are'; end if;
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
