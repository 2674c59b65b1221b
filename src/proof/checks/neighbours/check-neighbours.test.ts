import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { describeWitness } from '../../../lib/witness/describe-witness.ts'
import type { CaseFindings } from '../../cases/findings.ts'
import { proveCases } from '../../prover/prove-cases.ts'
import { type Bench, GOOD, openBench, PROOF, toProve } from '../../testing/tiny-application.ts'
import { findActors } from '../../worlds/actors.ts'

const VARY = `vary:
  docs: {columns: [title, status, deleted_at], where: "docs.title <> 'forbidden'"}
  notes: [doc_id, body]
`

let bench: Bench
before(async () => {
  bench = await openBench(undefined, undefined, PROOF.replace('rules:', `${VARY}rules:`))
})
after(() => bench.session.close())

const edited = (code: string, from: string, to: string) => {
  assert.ok(code.includes(from), code)
  return code.replace(from, to)
}

/** What is found about a case of `list-docs` on the main seed alone. */
async function prove(code: string, reference = GOOD.list): Promise<CaseFindings> {
  const { database } = bench
  const query = database.plan.queries.find(({ name }) => name === 'list-docs')
  assert.ok(query)
  const [findings] = await proveCases(
    { database, seed: 'seed.sql', actors: await findActors(database), onCase: () => {}, kills: new Map() },
    [{ query, cases: [{ ...toProve('good', code), reference }] }],
  )
  assert.ok(findings)
  return findings
}

describe('a change of one row', () => {
  const showsSecret = (title: string) =>
    edited(GOOD.list, "case when :role = 'admin' then", `case when :role = 'admin' or title = '${title}' then`)

  it('shows a flaw that needs another value in a row that matters to a call', async () => {
    const { witnesses } = await prove(showsSecret('draft'))
    assert.ok(witnesses.R2, JSON.stringify(witnesses))
    assert.match(
      describeWitness(witnesses.R2),
      /^ben .* on seed\.sql, with title = 'draft' in the row 1[12] of docs and got/,
    )
  })

  it('is judged only if the case gives something else than the other good case', async () => {
    const { witnesses } = await prove(showsSecret('draft'), `${showsSecret('draft')} `)
    assert.deepEqual(witnesses, {})
  })

  it('is not made where "where" of "vary" forbids the row', async () => {
    assert.deepEqual((await prove(showsSecret('forbidden'))).witnesses, {})
  })

  it('shows rows that come once for each copy of another row, more than a rule allows', async () => {
    const joined = `select p.id, coalesce(n.body, p.title) as title, p.secret
      from (${GOOD.list}) p left join notes n on n.doc_id = p.id order by p.id, n.id`
    const { witnesses } = await prove(joined)
    assert.deepEqual(Object.keys(witnesses), ['R7'])
    assert.match(witnesses.R7?.seed ?? '', /^seed\.sql, with (a copy of the row \d+ of notes|doc_id = )/)
  })

  it('leaves a case alone that denies more, and the database as it was', async () => {
    const denies = edited(GOOD.list, 'where', "where status = 'open' and")
    const { witnesses, doubt, undecided } = await prove(denies)
    assert.deepEqual([witnesses, doubt, undecided], [{}, undefined, undefined])
    assert.equal(bench.database.hasBase, undefined)
  })
})
