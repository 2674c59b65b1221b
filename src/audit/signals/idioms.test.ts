import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { readCase, syntheticCase } from '../testing/synthetic-corpus.ts'
import { findIdioms, IDIOM_NAMES } from './idioms.ts'

describe('findIdioms', () => {
  before(async () => loadModule())

  const GUARD = 'SELECT 1 FROM things WHERE org_id = :org_id'
  const idioms = (code: string) => {
    const read = [GUARD, code].map(text => readCase(syntheticCase('app', 'q', 1, 'good', text)))
    return IDIOM_NAMES.filter((_, index) => findIdioms(read)[1]?.[index])
  }

  it('finds a filter in the ON of a LEFT JOIN, and only there', () => {
    const name = 'LEFT JOIN with a filter in its ON'
    assert.ok(idioms('SELECT 1 FROM a LEFT JOIN b ON b.a = a.id AND b.gone IS NULL').includes(name))
    assert.ok(
      idioms('SELECT 1 FROM a LEFT JOIN (SELECT 1 FROM c WHERE x AND y) b ON (b.a = a.id) AND b.z').includes(name),
    )
    assert.ok(!idioms('SELECT 1 FROM a LEFT JOIN b ON b.a = a.id WHERE a.x AND a.y').includes(name))
    assert.ok(!idioms('SELECT 1 FROM a LEFT JOIN b ON b.a = a.id JOIN c ON c.x = 1 AND c.y = 2').includes(name))
    assert.ok(!idioms('SELECT (SELECT 1 FROM a LEFT JOIN b ON b.a = a.id) FROM c WHERE x AND y').includes(name))
  })

  it("finds a client's parameter where other cases have a trusted one", () => {
    const name = "client's parameter in a guard"
    assert.ok(idioms('SELECT 1 FROM things t WHERE t.org_id = :org').includes(name))
    assert.ok(idioms('SELECT 1 FROM things t WHERE :org = t.org_id').includes(name))
    assert.ok(!idioms('SELECT 1 FROM things t WHERE t.id = :thing_id AND t.org_id = :org_id').includes(name))
    const body = (argument: string) =>
      `CREATE FUNCTION f(p_org_id int, p_org int) RETURNS int LANGUAGE sql AS $$ SELECT 1 FROM things WHERE org_id = ${argument} $$`
    assert.ok(idioms(body('p_org')).includes(name))
    assert.ok(!idioms(body('p_org_id')).includes(name))
  })

  it('finds the idioms of migrations', () => {
    const found = idioms(`CREATE POLICY p ON docs AS RESTRICTIVE FOR UPDATE USING (true) WITH CHECK (true);
CREATE OR REPLACE FUNCTION f() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER t BEFORE UPDATE OF title ON docs FOR EACH ROW EXECUTE FUNCTION f();
CREATE VIEW v WITH (security_invoker = true) AS TABLE docs;
CREATE UNIQUE INDEX i ON docs (id) WHERE NOT done;
ALTER TABLE docs FORCE ROW LEVEL SECURITY;
GRANT SELECT, UPDATE (title) ON docs TO app;`)
    const expected = [
      ...['SECURITY DEFINER', 'SET search_path', 'CREATE OR REPLACE', 'security_invoker', 'restrictive policy'],
      ...['policy with WITH CHECK', 'FORCE ROW LEVEL SECURITY', 'BEFORE trigger', 'trigger of named columns'],
      ...['grant of columns', 'partial unique index'],
    ]
    assert.deepEqual(
      expected.filter(name => !found.includes(name)),
      [],
    )
    for (const name of ['AFTER trigger', 'REVOKE', 'generated column', 'CTE']) assert.ok(!found.includes(name), name)
    const other = idioms(`GRANT SELECT ON docs TO app; CREATE INDEX i ON docs (lower(title));
ALTER TABLE docs NO FORCE ROW LEVEL SECURITY; CREATE UNIQUE INDEX j ON docs (id); DELETE FROM t WHERE x;`)
    for (const name of ['grant of columns', 'partial unique index', 'FORCE ROW LEVEL SECURITY'])
      assert.ok(!other.includes(name), name)
  })

  it('finds a row comparison, and not a call or a list', () => {
    assert.ok(idioms('SELECT 1 FROM t WHERE (a, b) < (1, 2)').includes('row comparison'))
    assert.ok(idioms('SELECT 1 FROM t WHERE x AND (a, b) IN (SELECT 1, 2)').includes('row comparison'))
    assert.ok(!idioms('SELECT 1 FROM t WHERE least(a, b) < 3').includes('row comparison'))
    assert.ok(!idioms('SELECT 1 FROM t WHERE a IN (1, 2) AND b = 3').includes('row comparison'))
  })

  it('finds the other idioms by their keywords', () => {
    const code = `WITH c AS (SELECT 1) SELECT coalesce(a, 1), row_number() OVER (ORDER BY b) FROM t CROSS JOIN LATERAL (SELECT 1) x
      WHERE a NOT IN (1) OR NOT EXISTS (SELECT 1) AND b IN (SELECT 2) FOR UPDATE`
    const expected = ['OR', 'NOT IN', 'NOT EXISTS', 'IN (SELECT …)', 'CTE', 'COALESCE', 'window function', 'LATERAL']
    assert.deepEqual(idioms(code), [...expected, 'FOR UPDATE or SHARE'])
    const dynamic =
      "CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('SELECT %L', 1); END $$"
    assert.deepEqual(idioms(dynamic), ['dynamic SQL'])
    assert.deepEqual(idioms("SELECT 'a or b' -- or c"), [])
  })
})
