import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { levelOf } from './level-of.ts'

const level = (code: string, language = 'sql') => levelOf({ code, language })

describe('levelOf', () => {
  it('knows a statement', () => {
    assert.equal(level('-- create function x; grant y\nSELECT 1;'), 'statement')
    assert.equal(level("WITH a AS (SELECT 'x; create table') UPDATE t SET b = ';grant' RETURNING b"), 'statement')
    assert.equal(level('MERGE INTO t USING s ON true WHEN MATCHED THEN DELETE;'), 'statement')
  })

  it('knows a function, whatever its body does', () => {
    const body = "BEGIN\n  CREATE TEMP TABLE t ();\n  EXECUTE 'GRANT x';\nEND"
    assert.equal(
      level(`/* note; */\ncreate or replace function f() returns int as $f$ ${body} $f$ language plpgsql;`),
      'function',
    )
    assert.equal(
      level('CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END;'),
      'function',
    )
    assert.equal(level('CREATE PROCEDURE p() LANGUAGE sql AS $$ SELECT 1; SELECT 2 $$'), 'function')
  })

  it('knows a migration: several functions, or anything else that changes the schema', () => {
    const f = "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1';"
    assert.equal(level(`${f}\nGRANT EXECUTE ON FUNCTION f() TO app;`), 'migration')
    assert.equal(level(`${f}\n${f.replace('f()', 'g()')}`), 'migration')
    assert.equal(level('CREATE VIEW v AS SELECT 1;'), 'migration')
    assert.equal(level('ALTER TABLE t ENABLE ROW LEVEL SECURITY'), 'migration')
    const files = [{ name: 'db/01.sql' }, { name: 'db/02.sql' }]
    assert.equal(levelOf({ code: 'SELECT 1;\n\nSELECT 2;', language: 'sql', files }), 'migration')
  })

  it('takes code in another language for a function', () => {
    assert.equal(level('create table', 'python'), 'function')
  })
})
