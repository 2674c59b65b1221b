import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfBody } from '../testing/mutants-of-body.ts'

/** The mutants of these operators, without the words around the string. */
async function inStrings(operators: string, body: string): Promise<[string, string][]> {
  const mutants = await mutantsOfBody(`BEGIN ${body}; END`, operators)
  return mutants.map(([what, text]) => [what, text.replace(/^BEGIN |; END$/g, '')])
}

describe('sqlInStrings', () => {
  it('finds the condition of a string that ends in AND, to which the function adds another', async () => {
    assert.deepEqual(
      await inStrings('drop-conjunct', "EXECUTE format('SELECT a FROM t WHERE b = %L AND c = 1 AND ', q) || upper(q)"),
      [
        ['1 drop-conjunct: b = {q}', "EXECUTE format('SELECT a FROM t WHERE c = 1 AND ', q) || upper(q)"],
        ['1 drop-conjunct: c = 1', "EXECUTE format('SELECT a FROM t WHERE b = %1$L AND ', q) || upper(q)"],
      ],
    )
    assert.deepEqual(await inStrings('drop-conjunct and-to-or', "q := 'a = 1 AND b = 2 AND '"), [
      ['1 drop-conjunct: a = 1', "q := 'b = 2 AND '"],
      ['1 drop-conjunct: b = 2', "q := 'a = 1 AND '"],
    ])
  })

  it('finds the SQL of a format(), with its specifiers, parameters and percent signs', async () => {
    const format = [
      'EXECUTE format($q$',
      'SELECT %s FROM %I AS t',
      "WHERE t.a = $1 AND t.b LIKE '%%x%%' AND t.c = %L",
      'ORDER BY %1$s %4$s, t.id',
      'LIMIT $2$q$, q, p, q, p) USING p',
    ]
    const [select, rest] = ["EXECUTE format(' SELECT %1$s FROM %2$I AS t WHERE", ', q, p, q, p) USING p']
    assert.deepEqual(await inStrings('drop-conjunct drop-limit', format.join('\n')), [
      [
        '3 drop-conjunct: t.a = $1',
        `${select} t.b LIKE ''%%x%%'' AND t.c = %3$L ORDER BY %1$s %4$s , t.id LIMIT $2'${rest}`,
      ],
      [
        "3 drop-conjunct: t.b LIKE '%x%'",
        `${select} t.a = $1 AND t.c = %3$L ORDER BY %1$s %4$s , t.id LIMIT $2'${rest}`,
      ],
      [
        '3 drop-conjunct: t.c = {q}',
        `${select} t.a = $1 AND t.b LIKE ''%%x%%'' ORDER BY %1$s %4$s , t.id LIMIT $2'${rest}`,
      ],
      [
        '5 drop-limit: LIMIT $2',
        `${select} t.a = $1 AND t.b LIKE ''%%x%%'' AND t.c = %3$L ORDER BY %1$s %4$s , t.id'${rest}`,
      ],
    ])
  })

  it('finds the SQL of strings that are joined, with the values between them and the parentheses around', async () => {
    assert.deepEqual(
      await inStrings(
        'drop-conjunct',
        ["EXECUTE 'select a from t", "where b = $1 and (' || q || ')", "order by ' || q || upper(q) || ', d'"].join(
          '\n',
        ),
      ),
      [
        [
          '2 drop-conjunct: b = $1',
          "EXECUTE (((('SELECT a FROM t WHERE (' || q) || ') ORDER BY ') || q) || upper(q)) || ', d'",
        ],
        ['2 drop-conjunct: {q}', "EXECUTE (('SELECT a FROM t WHERE b = $1 ORDER BY ' || q) || upper(q)) || ', d'"],
      ],
    )
  })

  it('reads a slot as further conditions, as a WHERE, as a direction', async () => {
    // Without `b`, a condition that begins with AND would follow WHERE.
    assert.deepEqual(await inStrings('drop-conjunct', "EXECUTE 'select a from t where b' || q || ' limit 1'"), [
      ['1 drop-conjunct: {q}', "EXECUTE 'SELECT a FROM t WHERE b LIMIT 1'"],
    ])
    assert.deepEqual(
      await inStrings('drop-limit', "EXECUTE 'select a from t x ' || q || ' order by b ' || q || ' limit 1'"),
      [['1 drop-limit: LIMIT 1', "EXECUTE ((('SELECT a FROM t AS x ' || q) || '  ORDER BY b ') || q) || ' '"]],
    )
  })

  it('finds a string that is a condition, and puts parentheses around an OR', async () => {
    assert.deepEqual(await inStrings('drop-conjunct and-to-or', "q := ' a = 1 and b = $1 '"), [
      ['1 drop-conjunct: a = 1', "q := ' b = $1 '"],
      ['1 and-to-or: a = 1 AND b = $1', "q := ' (a = 1 OR b = $1) '"],
      ['1 drop-conjunct: b = $1', "q := ' a = 1 '"],
    ])
    assert.deepEqual(await inStrings('or-to-and drop-conjunct', "q := '(a or b)'"), [
      ['1 drop-conjunct: a OR b', "q := '(true)'"],
      ['1 or-to-and: a OR b', "q := '(a AND b)'"],
    ])
  })

  it('finds a string that goes on with a condition or a SET', async () => {
    assert.deepEqual(await inStrings('drop-conjunct and-to-or', "q := q || ' and a = ' || p"), [
      ['1 drop-conjunct: {q}', "q := 'a = ' || p"],
      ['1 and-to-or: {q} AND a = {p}', "q := (q || ' OR a = ') || p"],
      ['1 drop-conjunct: a = {p}', 'q := q'],
    ])
    assert.deepEqual(await inStrings('drop-conjunct and-to-or', "q := ' and a = 1'"), [
      ['1 and-to-or: … AND a = 1', "q := ' OR a = 1'"],
      ['1 drop-conjunct: a = 1', "q := ' '"],
    ])
    assert.deepEqual(await inStrings('drop-set-column', "q := q || 'set a = 1, b = 2 where c'"), [
      ['1 drop-set-column: a = 1', "q := q || ' SET b = 2 WHERE c'"],
      ['1 drop-set-column: b = 2', "q := q || ' SET a = 1 WHERE c'"],
    ])
  })

  it('finds a string that is a value, and gives the value no name', async () => {
    assert.deepEqual(await inStrings('unmask', "q := 'case when a then b end'"), [
      ['1 unmask: CASE WHEN a THEN b END → b', "q := 'b'"],
    ])
  })

  it('allows a slot inside a string of the SQL', async () => {
    assert.deepEqual(await inStrings('drop-limit', "EXECUTE 'select a from t where b = ''x' || q || 'y'' limit 1'"), [
      ['1 drop-limit: LIMIT 1', "EXECUTE ('SELECT a FROM t WHERE b = ''x' || q) || 'y'''"],
    ])
  })

  it('keeps the quotes around a slot, and the width of a specifier', async () => {
    assert.deepEqual(await inStrings('drop-conjunct', `EXECUTE 'select a from "' || q || '" where b'`), [
      ['1 drop-conjunct: b', `EXECUTE ('SELECT a FROM "' || q) || '"'`],
    ])
    assert.deepEqual(await inStrings('drop-conjunct', `EXECUTE format('select a from "x_%s_y" where b', q)`), [
      ['1 drop-conjunct: b', `EXECUTE format('SELECT a FROM "x_%1$s_y"', q)`],
    ])
    assert.deepEqual(
      await inStrings('drop-limit', "EXECUTE format('select %-10s from t where b = %1$3s limit 1', q)"),
      [['1 drop-limit: LIMIT 1', "EXECUTE format('SELECT %1$-10s FROM t WHERE b = %1$3s', q)"]],
    )
  })

  it('leaves alone what is no SQL, or could not be written back as it was', async () => {
    const strings = [
      "format('select a from t where b = %*s', p, q)",
      "'select a from t where b = %s'",
      "'created_at'",
      "'%' || q || '%'",
      "', '",
      "''",
    ]
    for (const string of strings) assert.deepEqual(await mutantsOfBody(`BEGIN q := ${string}; END`), [], string)
  })
})
