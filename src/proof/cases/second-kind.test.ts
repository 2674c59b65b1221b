// A second kind of case is one object of the shape `CaseKind`. This one runs a toy language of filters, without any change
// of the prover: a line `docs: id, title` with lines such as `tenant_id = tenant_id` (a column, and a parameter).

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { typeOf } from '../database/parameter-types.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { DatabaseError } from '../postgres/session.ts'
import { concludeProof } from '../prover/conclude.ts'
import { proveCases } from '../prover/prove-cases.ts'
import { identifier, literal } from '../sql/sql-text.ts'
import { type Bench, openBench, PROOF, SCHEMA, SEED } from '../testing/tiny-application.ts'
import { findActors } from '../worlds/actors.ts'
import { UNDO } from '../worlds/open-world.ts'
import type { CaseKind, Program, Sequence, Step } from './kind.ts'
import { kindOf } from './kinds.ts'
import { digestOf, type Outcome, type ResultDigest } from './outcome.ts'

const toyKind: CaseKind = {
  name: 'toy filters',
  accepts: language => language === 'toy',
  async prepare(database, query, { code }) {
    const [head = '', ...filters] = code.trim().split('\n')
    const [table = '', columns = ''] = head.split(': ')
    if (!database.tables.has(table)) return { refused: `there is no table "${table}"` }
    const conditions = filters.map(line => line.split(' = '))
    return toyProgram(database, query.key, ({ context, parameters }) => {
      const values = { ...parameters, ...context }
      const tests = conditions.map(
        ([column = '', name = '']) =>
          `${identifier(column)} is not distinct from ${literal(values[name] ?? null, typeOf(database, query, name))}`,
      )
      return `select ${columns} from ${identifier(table)} where ${['true', ...tests].join(' and ')} order by id`
    })
  },
  forget: async () => {},
}

function toyProgram(database: TestDatabase, key: string, toSql: (step: Step) => string): Program {
  const { session } = database
  const observe = async (sequence: Sequence): Promise<Outcome> => {
    const nothing = { columns: [], rows: [], affected: 0, changes: [], changesBefore: 0, generated: [] }
    const [step] = sequence
    assert.ok(step && sequence.length === 1, 'a filter is called once')
    try {
      const [, result] = await session.run(`set local role ${session.caller}; ${toSql(step)}; ${UNDO}`)
      return { ...nothing, columns: result?.columns ?? [], rows: result?.rows ?? [] }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      await session.run(UNDO)
      return { ...nothing, error: { sqlState: error.sqlState, message: error.message } }
    }
  }
  return {
    facts: {
      ...{ readsOnly: true, runsText: false, mayRefuse: false, catchesErrors: false, asksForOrder: true },
      ...{ hasInnerLimit: false, alwaysGivesRow: false, mayNest: false, gathersRows: false },
      ...{
        volatile: [],
        quoteMarks: [],
        quoteSigns: [],
        removedTexts: [],
        literals: [],
        names: () => false,
        holdsText: () => false,
      },
    },
    observe,
    observeAndAsk: async sequence => ({ outcome: await observe(sequence), answers: [] }),
    async run(sequences) {
      const digests: ResultDigest[] = []
      for (const sequence of sequences) digests.push(digestOf(await observe(sequence), key))
      return digests
    },
  }
}

const TOY = `${PROOF}
  toy-tenant:
    max_rows: none
    works: [{as: ann, gives: [1]}]
`
const SCHEMA_WITH_PAGES = `${SCHEMA} create table pages (id int primary key, tenant_id int not null, title text not null);`
const SEED_WITH_PAGES = `${SEED} insert into pages values (1, 1, 'one'), (2, 2, 'two');`
const PROOF_WITH_PAGES = TOY.replace(
  'payments: payments.tenant_id = :tenant_id',
  'payments: payments.tenant_id = :tenant_id\n      pages: pages.tenant_id = :tenant_id',
)

describe('a second kind of case', () => {
  let bench: Bench
  before(async () => {
    bench = await openBench(SCHEMA_WITH_PAGES, SEED_WITH_PAGES, PROOF_WITH_PAGES)
  })
  after(() => bench.session.close())

  async function prove(label: 'good' | 'bad', query: string, code: string) {
    const { database } = bench
    const plan = database.plan.queries.find(({ name }) => name === query)
    assert.ok(plan)
    const one = { path: `toy/${query}.md`, label, code, language: 'toy', violates: label === 'bad' ? ['R1'] : [] }
    const proofRun = {
      database,
      seed: 'seed.sql',
      actors: await findActors(database),
      onCase: () => {},
      kills: new Map(),
    }
    const [findings] = await proveCases(proofRun, [{ query: plan, cases: [one] }], [toyKind])
    assert.ok(findings)
    return concludeProof(one, findings, [{ id: 'R1' }, { id: 'R3' }])
  }

  it('is found by its language', () => {
    assert.equal(kindOf('toy', [toyKind]), toyKind)
    assert.equal(kindOf('toy'), undefined)
  })

  it('has its good case proved', async () => {
    const proof = await prove('good', 'toy-tenant', 'pages: id, title\ntenant_id = tenant_id')
    assert.equal(proof.unproved, undefined)
    assert.deepEqual(proof.witnesses, [])
  })

  it('has its bad case proved, with a witness', async () => {
    const proof = await prove('bad', 'toy-tenant', 'pages: id, title')
    assert.equal(proof.unproved, undefined)
    const [witness] = proof.witnesses
    assert.ok(witness?.evidence.kind === 'difference')
    assert.equal(witness.evidence.hidden[0]?.table, 'pages')
  })

  it('takes an error of the code for an outcome', async () => {
    const { unproved } = await prove('good', 'toy-tenant', 'pages: id, no_such_column\ntenant_id = tenant_id')
    assert.match(unproved ?? '', /fails .*no_such_column/)
  })

  it('runs code with the rights of a caller', async () => {
    const { unproved } = await prove(
      'good',
      'toy-tenant',
      "pages: id, pg_read_file('PG_VERSION')\ntenant_id = tenant_id",
    )
    assert.match(unproved ?? '', /permission denied/)
  })

  it('says why a case is not run', async () => {
    assert.equal((await prove('good', 'toy-tenant', 'files: id')).unproved, 'there is no table "files"')
  })
})
