import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../permits.ts'

const PARAMETERS = ['org_id', 'role', 'now', 'term', 'after_name', 'after_id', 'n']
const where = (condition: string) => `select a from t where ${condition}`
const permitsOf = (sql: string) => withoutPermits(sql, PARAMETERS, [])
const partsOf = async (sql: string) => (await permitsOf(sql)).flatMap(one => (one.selector ? [] : one.what))
const selectorsOf = async (sql: string) => (await permitsOf(sql)).flatMap(one => (one.selector ? one.what : []))

describe('arguments that may choose', () => {
  it('are those of every function that is not known to be plain', async () => {
    assert.deepEqual(await selectorsOf(where('t.org_id between 1 and int8larger(:org_id, length(t.title) - 400)')), [
      ':org_id',
      'length(t.title) - 400',
    ])
    assert.deepEqual(await selectorsOf(where('t.a < :now + make_interval(days => 90, hours => length(t.title))')), [
      'length(t.title)',
    ])
  })

  it('are elements of rows that are more than a column', async () => {
    assert.deepEqual(await selectorsOf(where('(t.org_id, length(t.title)) > (:org_id - 1, 400)')), [
      'length(t.title)',
      ':org_id - 1',
    ])
    assert.deepEqual(await selectorsOf(where("(:role, length(t.a) / 9) not in (('x', 0))")), ['length(t.a) / 9'])
  })

  it('are none of plain functions, aggregates, and what is only shown', async () => {
    for (const plain of ['lower(t.a) = :term', "date_trunc('day', t.a) = :now", 'daterange(t.a, t.b) @> :now'])
      assert.deepEqual(await selectorsOf(where(plain)), [], plain)
    for (const shown of ['f(t.a)', 'sum(t.a)', 'row_number() over (order by t.a)'])
      assert.deepEqual(await selectorsOf(`select ${shown} from t`), [], shown)
    assert.deepEqual(await selectorsOf(where('(t.name, t.id) > (:after_name, :after_id)')), [])
  })
})

describe('comparisons of rows', () => {
  it('are an OR of their pairs, unless they are equal or begin a page', async () => {
    assert.deepEqual(await partsOf(where("(:role, t.class) <> ('x', 'SECRET')")), [
      ":role in (:role, t.class) <> ('x', 'SECRET')",
      "t.class in (:role, t.class) <> ('x', 'SECRET')",
    ])
    assert.deepEqual(await partsOf(where('(t.org_id, t.a) > (:org_id, 400)')), [
      't.a in (t.org_id, t.a) > (:org_id, 400)',
    ])
    for (const plain of ['(t.a, t.b) = (:org_id, 1)', '(t.name, t.id) > (:after_name, :after_id)'])
      assert.deepEqual(await partsOf(where(plain)), [], plain)
  })

  it('that are equal only take away, but below a NOT', async () => {
    assert.deepEqual(await partsOf(where('not (t.a, t.b) = (:org_id, 1)')), ['t.b in (t.a, t.b) = (:org_id, 1)'])
  })

  it('have no permits in a guard that refuses what is not listed, but for each row of the list', async () => {
    const guard = (condition: string) =>
      permitsOf(`create function f(p_a text, p_b text) returns void language plpgsql as $$ begin
        if ${condition} then raise exception 'no'; end if; end $$`)
    const parts = async (condition: string) => (await guard(condition)).map(({ what }) => what)
    const found = await parts("(p_a, p_b) not in (('x', 'y'), ('x', 'z'))")
    assert.deepEqual(
      found.map(what => what.slice(0, 10)),
      ["('x', 'y')", "('x', 'z')"],
    )
    assert.ok((await parts("(p_a, p_b) in (('x', 'y'), ('x', 'z'))")).some(what => what.startsWith('p_a in ')))
  })

  it('are an OR of their pairs in NOT IN and IS DISTINCT FROM too', async () => {
    assert.ok(
      (await partsOf(where("(:role, t.flag) not in (('x', false))"))).some(what => what.startsWith('t.flag in ')),
    )
    assert.ok((await partsOf(where('(t.a, t.b) is distinct from (1, 2)'))).some(what => what.startsWith('t.b in ')))
    assert.equal((await partsOf(where('(t.a, t.b) <> (:org_id, u.b)'))).length, 2)
    assert.deepEqual(await partsOf(where('(t.a, t.b) in ((1, 2))')), [])
  })
})

describe('arithmetic with a constant', () => {
  it('is left out where something follows from it', async () => {
    for (const [condition, part] of [
      ['t.max * 1.00000001 >= t.total', 't.max * 1.00000001 → t.max'],
      ['length(t.a) / 250 <> 0', 'length(t.a) / 250 → length(t.a)'],
      ['t.total <= t.max + 0.01', 't.max + 0.01 → t.max'],
      ['t.bits & 4097 <> 0', '4097 → 4096'],
    ] as const)
      assert.ok((await partsOf(where(condition))).includes(part), condition)
  })

  it('stays where it is shown, and with times', async () => {
    assert.deepEqual(await partsOf('select t.a * 100 from t'), [])
    assert.deepEqual(await partsOf(where("t.a > :now - interval '30 days'")), [])
  })
})

describe('coarse values', () => {
  it('that are alike are compared as they are', async () => {
    assert.deepEqual(await partsOf(where("md5(t.a) like left(md5(t.b), 3) || '%'")), [
      `md5(t.a) LIKE "left"(md5(t.b), 3) || '%' → t.a = t.b`,
      'md5(t.a) → t.a',
      '"left"(md5(t.b), 3) → md5(t.b)',
      'md5(t.b) → t.b',
    ])
    assert.deepEqual(await partsOf(where('floor(t.total) <= t.max')), ['floor(t.total) → t.total'])
    assert.deepEqual(await partsOf(where('t.total <= numeric_mul(t.max, 1.001)')), [
      'numeric_mul(t.max, 1.001) → t.max',
    ])
    assert.deepEqual(await partsOf(where('t.total::int <= t.max')), ['t.total::int → t.total'])
    assert.deepEqual(await partsOf(where('t.id::int = :n')), [])
  })

  it('are hashes, wherever they stand', async () => {
    assert.deepEqual(await partsOf('select hashint8(t.a) as h, lower(t.b) from t'), ['hashint8(t.a) → t.a'])
  })

  it('are no words that the client searches for', async () => {
    for (const plain of ['t.a ilike :term', 'lower(t.a) > :term'])
      assert.deepEqual(await partsOf(where(plain)), [], plain)
  })
})
