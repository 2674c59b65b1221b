import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../permits.ts'

const partsOf = async (sql: string) => (await withoutPermits(sql, ['org_id', 'role', 'n'], [])).map(({ what }) => what)
const lostIn = async (sql: string) =>
  (await withoutPermits(sql, ['org_id', 'role', 'n'], [])).flatMap(one => (one.sql === undefined ? one.what : []))
const where = (condition: string) => `select a from t where ${condition}`

describe('lists in constants', () => {
  it('are the rows of VALUES that are joined, each of which must be at work', async () => {
    const sql = "select a from t join (values ('NEW', 0), ('CLOSED', 400)) life (s, n) on life.s = t.s"
    assert.deepEqual(await partsOf(sql), ["('NEW', 0) in VALUES", "('CLOSED', 400) in VALUES"])
    assert.deepEqual(await partsOf(where("b not in (values ('NEW'), ('CLOSED'))")), [])
  })

  it('are rows of which the first one says the types', async () => {
    const sql = "select a from t join (values ('NEW'::state, 0), ('CLOSED', 400)) life (s, n) on life.s = t.s"
    const [withoutNew] = await withoutPermits(sql, [], [])
    assert.match(withoutNew?.sql ?? '', /VALUES \(CAST\('CLOSED' AS state\), 400\)/)
  })

  it('are the elements of an array, a multirange, JSON and a text that is cut', async () => {
    for (const [condition, element] of [
      ["t.b = any ('{0,4096}'::bigint[])", "4096 in '{0,4096}'"],
      ["t.r + '{[1,5)}' @> 3", "[1,5) in '{[1,5)}'"],
      ["'[0, 4096]'::jsonb @> t.doc", "4096 in '[0, 4096]'"],
      ["t.b = any (string_to_array('0,4096', ','))", "4096 in '0,4096'"],
    ] as const)
      assert.ok((await partsOf(where(condition))).includes(element), condition)
  })

  it('are no lists that only take away or come back', async () => {
    assert.deepEqual(await partsOf(where("t.b <> all ('{1,2}'::int[])")), [])
    assert.deepEqual(await partsOf("select coalesce(a, '{1,2}'::int[]) from t"), [])
  })

  it('are ranges, which may hold everything, or nothing', async () => {
    assert.deepEqual(await partsOf(where("'[1,5)'::int4range @> b")), ["'[1,5)' → 'empty'", "'[1,5)' → '(,)'"])
  })
})

describe('patterns', () => {
  it('are taken apart at their alternatives, and changed as a whole', async () => {
    assert.deepEqual(await partsOf(where("b ~ '^(a|b)$'")), [
      "a in '^(a|b)$'",
      "b in '^(a|b)$'",
      "'^(a|b)$' → '^.*$'",
      "'^(a|b)$' → '(?!)'",
    ])
    const path = '$ ? (@.id == 1 || @.name starts with "x")'
    assert.deepEqual((await partsOf(where(`doc @? '${path}'`))).length, 4)
    assert.ok((await partsOf(where("words @@ to_tsquery('cat | dog')"))).includes("dog in 'cat | dog'"))
  })

  it('are masks too', async () => {
    const mask = "select regexp_replace(t.iban, case when :role = 'hr' then '^[^/]*$' else 'x' end, '') from t"
    assert.ok((await partsOf(mask)).includes("'^[^/]*$' → '^.*$'"))
    const digits = "select regexp_replace(t.iban, '[0-9]', '*', 'g'), translate(t.iban, '0123456789', '*') from t"
    assert.deepEqual(await partsOf(digits), [
      "'[0-9]' → '.'",
      "'[0-9]' → '.+'",
      "'[0-9]' → '(?!)'",
      "translate(t.iban, '0123456789', '*') → regexp_replace(t.iban, '.', '*', 'g')",
    ])
  })

  it('are signs that are made harmless in a text of the caller, which changes nothing as a whole', async () => {
    const changedIn = async (sql: string) => (await partsOf(sql)).filter(what => /→ '/.test(what)).length
    for (const [pattern, replacement] of [
      [String.raw`([%_\\])`, String.raw`\\\1`],
      [String.raw`\s+`, ' '],
    ]) {
      const call = (subject: string) => where(`t.b = regexp_replace(${subject}, '${pattern}', '${replacement}', 'g')`)
      assert.equal(await changedIn(call(':n')), 0)
      assert.equal(await changedIn(call('t.c')), 3)
    }
  })

  it('are no texts that stand for themselves', async () => {
    for (const plain of ["b ~ '^abc$'", "b like 'a'", "b ilike '%' || :n || '%'", "b = 'a|b'", "doc @? '$.a.b'"])
      assert.ok(!(await partsOf(where(plain))).some(what => /→ '|in '/.test(what)), plain)
    assert.deepEqual(await partsOf("select to_char(a, 'YYYY|MM') from t"), [])
  })

  it('that cannot be read are never at work', async () => {
    for (const odd of [
      String.raw`b ~ '^(\d+) \1 '`,
      "b ~ '(?=a)b'",
      "doc @? '$ ? (@.id + 1 == 2)'",
      'doc @? \'$ ? (@.name like_regex "a|b")\'',
      'b ~ t.pattern',
      "b ~ any (array['a', '(?=b)'])",
      "t.b = (jsonb_path_query_first(t.doc, '$.a / 400'))::int",
      "xpath_exists('//a|//b', t.doc)",
      "b ~ ('^' || t.c || '|x')",
      "b = any ('0 4096'::oidvector)",
    ])
      assert.ok((await lostIn(where(odd))).length > 0, odd)
    assert.deepEqual(await lostIn(where('b ~ :n')), [])
  })
})
