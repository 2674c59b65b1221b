import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mutantsOfBody } from '../testing/mutants-of-body.ts'

describe('sqlInBody', () => {
  it('finds the condition of an IF, which becomes true, false, or another condition', async () => {
    assert.deepEqual(
      await mutantsOfBody(
        "BEGIN\nIF q = 'é' THEN\nRETURN;\nELSIF p < 3 THEN\nRETURN;\nEND IF;\nEND",
        'always never comparison',
      ),
      [
        ["2 always: q = 'é'", 'IF true THEN'],
        ["2 never: q = 'é'", 'IF false THEN'],
        ["2 comparison: q = 'é' → q <> 'é'", "IF q <> 'é' THEN"],
        ['4 always: p < 3', 'ELSIF true THEN'],
        ['4 never: p < 3', 'ELSIF false THEN'],
        ['4 comparison: p < 3 → p <= 3', 'ELSIF p <= 3 THEN'],
      ],
    )
  })

  it('finds the query of RETURN QUERY and of a loop, the value of an assignment and of USING', async () => {
    assert.deepEqual(
      await mutantsOfBody(
        [
          'DECLARE n int := COALESCE(p, 1); r record; BEGIN',
          'n := LEAST(p, 9);',
          'FOR r IN SELECT a FROM t WHERE b',
          'LOOP EXIT WHEN r.a; END LOOP;',
          'RETURN QUERY SELECT a FROM t LIMIT 5;',
          'EXECUTE q USING COALESCE(p, 2);',
          'END',
        ].join('\n'),
        'drop-coalesce unclamp drop-conjunct negate always never drop-limit',
      ),
      [
        ['1 drop-coalesce: COALESCE(p, 1) → p', 'DECLARE n int := p; r record; BEGIN'],
        ['2 unclamp: LEAST(p, 9) → p', 'n := p;'],
        ['3 drop-conjunct: b', 'FOR r IN SELECT a FROM t'],
        ['3 negate: b → NOT (b)', 'FOR r IN SELECT a FROM t WHERE NOT (b)'],
        ['4 always: r.a', 'LOOP EXIT WHEN true; END LOOP;'],
        ['4 never: r.a', 'LOOP EXIT WHEN false; END LOOP;'],
        ['4 negate: r.a → NOT (r.a)', 'LOOP EXIT WHEN NOT (r.a); END LOOP;'],
        ['5 drop-limit: LIMIT 5', 'RETURN QUERY SELECT a FROM t;'],
        ['6 drop-coalesce: COALESCE(p, 2) → p', 'EXECUTE q USING p;'],
      ],
    )
  })

  it('keeps INTO and PERFORM', async () => {
    assert.deepEqual(
      await mutantsOfBody(
        [
          'DECLARE n int; BEGIN',
          'SELECT a INTO STRICT n FROM t',
          'WHERE b = p;',
          'SELECT a FROM t LIMIT 1 INTO n;',
          'PERFORM g(a) FROM t LIMIT 2;',
          'END',
        ].join('\n'),
        'drop-conjunct comparison drop-limit',
      ),
      [
        ['3 drop-conjunct: b = p', 'SELECT a FROM t INTO STRICT n;'],
        ['3 comparison: b = p → b <> p', 'SELECT a FROM t WHERE b <> p INTO STRICT n;'],
        ['4 drop-limit: LIMIT 1', 'SELECT a FROM t INTO n;'],
        ['5 drop-limit: LIMIT 2', 'PERFORM g(a) FROM t;'],
      ],
    )
  })

  it('finds the value of an assignment to an element, whatever stands in the brackets', async () => {
    assert.deepEqual(
      await mutantsOfBody('DECLARE v int[]; BEGIN v[(p = 1)::int] := LEAST(p, 9); END', 'unclamp').then(all =>
        all.map(([what]) => what),
      ),
      ['1 unclamp: LEAST(p, 9) → p'],
    )
  })

  it('finds the values of a CASE statement', async () => {
    assert.deepEqual(
      await mutantsOfBody("BEGIN CASE q\nWHEN 'a', 'b' THEN\nRETURN;\nELSE NULL;\nEND CASE; END", 'always never'),
      [["2 never: 'a', 'b'", 'WHEN NULL THEN']],
    )
  })

  it('finds a statement that writes, which can be left out', async () => {
    assert.deepEqual(await mutantsOfBody('BEGIN\nINSERT INTO log\nVALUES (p);\nRETURN;\nEND', 'drop-write'), [
      ['2 drop-write: INSERT INTO log VALUES (p)', 'NULL;'],
    ])
  })

  it('does not find the same words in a comment, in a string or in longer SQL', async () => {
    assert.deepEqual(
      await mutantsOfBody(
        [
          'BEGIN -- p > 1',
          "q := 'p > 1';",
          'IF p > 1 AND q IS NULL THEN',
          'NULL;',
          'ELSIF p > 1 THEN NULL; END IF;',
          'END',
        ].join('\n'),
        'comparison',
      ),
      [
        ['2 comparison: p > 1 → p >= 1', "q := 'p >= 1';"],
        ['3 comparison: p > 1 → p >= 1', 'IF p >= 1 AND q IS NULL THEN'],
        ['5 comparison: p > 1 → p >= 1', 'ELSIF p >= 1 THEN NULL; END IF;'],
      ],
    )
  })

  it('finds SQL with comments in it and behind it', async () => {
    assert.deepEqual(
      await mutantsOfBody('BEGIN\nIF p /* é */ > 1 -- why\nTHEN RETURN; END IF; END', 'always never comparison'),
      [
        ['2 always: p /* é */ > 1', 'IF true -- why'],
        ['2 never: p /* é */ > 1', 'IF false -- why'],
        ['2 comparison: p > 1 → p >= 1', 'IF p >= 1 -- why'],
      ],
    )
  })

  it('leaves the text of an error alone', async () => {
    assert.deepEqual(await mutantsOfBody("BEGIN RAISE EXCEPTION 'no %', COALESCE(q, 'name'); END"), [])
  })

  it('finds nothing in a body that cannot be parsed', async () => {
    assert.deepEqual(await mutantsOfBody('BEGIN IF p THEN END'), [])
  })
})
