import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../permits.ts'

const permitsOf = async (sql: string) => (await withoutPermits(sql, ['n', 'role'], [])).map(({ what }) => what)

const HIDDEN = 't.len < 400'

/** Whether a hidden condition is among the permits. */
const isSeen = async (sql: string) => {
  const found = await permitsOf(sql)
  return found.some(what => what === HIDDEN || what === `${HIDDEN} → true`)
}

describe('a condition may permit', () => {
  for (const [place, condition] of Object.entries({
    'in a count that is compared': `0 = (select count(*) from u where u.id = t.id and ${HIDDEN})`,
    'alone in such a count': `0 = (select count(*) where ${HIDDEN})`,
    'in the FILTER of such a count': `(select count(*) filter (where ${HIDDEN}) from u) = 0`,
    'in an array': `t.id <> all (array(select u.id from u where u.open and ${HIDDEN}))`,
    'in an array of which only the first are asked for': `t.id = any (array(select u.id from u where u.c = 2 and ${HIDDEN} order by u.id limit 1))`,
    'in an array that is negated': `not (t.id = any (array(select u.id from u where u.c = 2 and ${HIDDEN})))`,
    'in a truth that is compared': `exists (select from u where u.id = t.id and ${HIDDEN}) < true`,
    'in a truth that is said to be false': `(exists (select from u where u.id = t.id and ${HIDDEN})) = false`,
    'in the truth of all rows': `(select bool_and(u.open) from u where u.id = t.id and ${HIDDEN}) is not false`,
    'in the default of a value': `coalesce((select u.open from u where u.id = t.id and ${HIDDEN}), true)`,
    'in a value that is NULL': `(select u.id from u where u.id = t.id and ${HIDDEN}) is null`,
    'alone in a NOT EXISTS': `not exists (select from u join v on u.id = v.id where ${HIDDEN})`,
    'in an EXISTS that asks for few': `exists (select from u where ${HIDDEN} having count(*) = 0)`,
    'in a list of rows': `t.id in (select unnest(array(select u.id from u where ${HIDDEN})))`,
    'in the choice of the first row': `(select u.open from u where u.k = 1 and ${HIDDEN} order by u.at limit 1) = 3`,
    'in the choice of one row of each kind': `t.id in (select x.id from (select distinct on (u.k) u.id from u where u.k = 1 and ${HIDDEN}) x)`,
  }))
    it(place, async () => assert.ok(await isSeen(`select t.a from t where t.b = :n and ${condition}`)))

  it('that compares two columns of one table, and so links no rows', async () => {
    const sql = 'select a from t where not exists (select from u where u.id = t.id and u.a = u.b)'
    assert.deepEqual(await permitsOf(sql), ['u.a = u.b'])
  })

  it('in the ON of an outer join whose rows are asked for', async () => {
    const join = (where: string) =>
      `select t.a, u.b from t left join u on u.id = t.id and ${HIDDEN} where t.b = 1 and ${where}`
    assert.ok(await isSeen(join('u.id is null')))
    assert.ok(await isSeen(join('open is not true')))
    assert.ok(!(await isSeen(join('t.c = 2'))))
  })

  it('only where one of two joined sub-queries with the same names of columns is asked for', async () => {
    const sum = (name: string, more = '') =>
      `(select id, sum(paid) as total from ${name} where open ${more} group by id) ${name}`
    const join = (where: string) =>
      `select x.id, u.total - v.total from x left join ${sum('u')} on u.id = x.id left join ${sum('v', 'and t.len < 400')} on v.id = x.id ${where}`
    assert.ok(!(await isSeen(join(''))))
    assert.ok(await isSeen(join('where v.total is null')))
  })

  it('in a CTE that takes away, or that is read in two ways', async () => {
    const cte = (where: string) =>
      `with shut as (select t.id from t where t.shut and ${HIDDEN}) select a from u where ${where}`
    assert.ok(await isSeen(cte('u.id not in (select s.id from shut s)')))
    assert.ok(await isSeen(cte('u.b in (select id from shut) and not exists (select from shut s where s.id = u.id)')))
    assert.ok(!(await isSeen(cte('u.id in (select s.id from shut s)'))))
    assert.ok(!(await isSeen(cte('u.id in (select shut.id from shut for update of shut)'))))
  })
})

describe('a condition of a function may permit', () => {
  const inBody = (body: string) =>
    `create function f(p int) returns setof int language plpgsql as $$ declare n int; begin ${body} end $$`

  for (const [place, body] of Object.entries({
    'where a variable keeps the rows': `select count(*) into n from t where t.id = p and ${HIDDEN}; if n > 0 then raise 'no'; end if;`,
    'where a loop goes over the rows': `for n in select t.id from t where t.id = p and ${HIDDEN} loop raise 'no'; end loop;`,
    'where a text is run for a variable': `execute 'select count(*) from t where t.id = $1 and ${HIDDEN}' into n using p; if n > 0 then raise 'no'; end if;`,
    'where an IF does more than refuse': `if exists (select from t where t.id = p and ${HIDDEN}) then n := 7; return next n; else return next 1; end if;`,
  }))
    it(place, async () => assert.ok(await isSeen(inBody(body))))

  it('but not where the rows come back', async () => {
    assert.ok(!(await isSeen(inBody(`return query select t.id from t where t.id = p and ${HIDDEN};`))))
  })
})

describe('a value that is NULL may permit', () => {
  it('where a count or another value of it is compared', async () => {
    const open = (value: string) => `select a from t where ${value}`
    assert.ok(await isSeen(open(`(select count(case when ${HIDDEN} then 1 end) from u) = 0`)))
    assert.ok(await isSeen(open(`(select case when ${HIDDEN} then u.id end from u) is null`)))
    assert.ok(await isSeen(`select id from t except select case when ${HIDDEN} then u.id end from u`))
    assert.ok(!(await isSeen(`select count(case when ${HIDDEN} then t.b end) from t`)))
    const later = (where: string) =>
      `with x as (select count(case when ${HIDDEN} then t.b end) as n from t) select x.n from x where ${where}`
    assert.ok(!(await isSeen(later('true'))))
    assert.ok(await isSeen(later('x.n = 0')))
  })
})

describe('a condition only restricts', () => {
  for (const [place, condition] of Object.entries({
    'in an EXISTS': `exists (select from u join v on v.id = u.id and u.c = 2 where u.id = t.id and ${HIDDEN})`,
    'in a list': `t.id in (select u.id from u where u.c = 2 and ${HIDDEN})`,
    'in an array of which a member must be equal': `t.id = any (array(select u.id from u where u.c = 2 and ${HIDDEN}))`,
    'in a sub-query of FROM': `exists (select from (select u.id from u where u.c = 2 and ${HIDDEN}) x where x.id = t.id)`,
    'in a value that must be equal': `t.id = (select u.id from u where u.c = 2 and ${HIDDEN})`,
    'in two NOTs': `not exists (select from u where u.id = t.id and not (u.c = t.c and ${HIDDEN}))`,
  }))
    it(place, async () => assert.ok(!(await isSeen(`select t.a from t where t.b = :n and ${condition}`))))

  it('in counts that only come back', async () => {
    const count = `select count(*) filter (where ${HIDDEN}) as n from u where u.id = t.id and ${HIDDEN}`
    assert.ok(!(await isSeen(count)))
    assert.ok(!(await isSeen(`select t.a, (${count}) from t`)))
    assert.ok(!(await isSeen(`select t.a, x.n from t left join lateral (${count}) x on true`)))
    assert.ok(await isSeen(`select t.a, x.n from t left join lateral (${count}) x on true where x.n < 5`))
  })
})

describe('a LIMIT may permit', () => {
  it('where its rows take away, but not where one row is as good as all', async () => {
    const list = (limit: string) => `select a from t where id <> all (array(select u.id from u order by u.id ${limit}))`
    assert.ok((await permitsOf(list('limit 20000'))).includes('LIMIT 20000'))
    assert.ok((await permitsOf(list('offset 5'))).includes('OFFSET 5'))
    assert.ok((await permitsOf(list('fetch first 7 rows with ties'))).includes('LIMIT 7'))
    assert.deepEqual(await permitsOf('select a from t where not exists (select from u where u.id = t.id limit 1)'), [])
    assert.deepEqual(await permitsOf('select a from t where id in (select u.id from u limit 20000 offset 5)'), [])
  })
})
