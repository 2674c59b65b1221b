import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { parseProof } from '../plan/parse-proof.ts'
import { parseStatements } from '../sql/parse-statements.ts'
import { readSchema } from '../sql/read-schema.ts'
import { writeStatements } from '../sql/write-sql.ts'
import { mutateSql } from './mutate-sql.ts'
import { isSameStatement } from './normal-form/testing/is-same-statement.ts'
import { numberParameters } from './tree/numbered-parameters.ts'

const APPLICATION = join(import.meta.dirname, '../../../tests/purchase-order')
const PLAN = parseProof(readFileSync(join(APPLICATION, 'proof.yaml'), 'utf8')).plan
const PARAMETERS = [
  ...Object.keys(PLAN?.context ?? {}),
  ...new Set(PLAN?.queries.flatMap(({ parameters }) => parameters.map(({ name }) => name))),
]

function sqlIn(file: string): string {
  return /```sql\n([\s\S]*?)```/.exec(readFileSync(join(APPLICATION, file), 'utf8'))?.[1] ?? ''
}

async function knowledge() {
  return { ...(await readSchema(sqlIn('SPEC.md'))), context: Object.keys(PLAN?.context ?? {}) }
}

/** The mutants alone. */
async function mutate(...args: Parameters<typeof mutateSql>) {
  return (await mutateSql(...args)).mutants
}

/** The mutants of the operators that a test is about: a new operator does not change the test. */
function madeBy<T extends { operator: string }>(operators: string, mutants: T[]): T[] {
  return mutants.filter(({ operator }) => operators.split(' ').includes(operator))
}

describe('mutateSql', () => {
  for (const file of globSync('*-good.md', { cwd: APPLICATION }).sort())
    it(`makes mutants of ${file}, each once and none the statement itself`, async () => {
      const sql = sqlIn(file)
      const plain = await mutate(sql, PARAMETERS)
      const { mutants, equivalent } = await mutateSql(sql, PARAMETERS, await knowledge())
      assert.ok(plain.length > 20 && mutants.length > plain.length, `${plain.length}, ${mutants.length}`)
      assert.equal(new Set(mutants.map(mutant => mutant.sql)).size, mutants.length)
      for (const mutant of mutants) {
        assert.equal(parseSync(numberParameters(mutant.sql, PARAMETERS)).stmts?.length, 1)
        assert.equal(await isSameStatement(sql, mutant.sql, PARAMETERS), false, mutant.what)
        assert.ok(mutant.line >= 1 && mutant.line <= sql.split('\n').length)
      }
      // The body of a function is a string to the parser, so the definition with another body is another statement.
      for (const mutant of /^create function/i.test(sql) ? [] : equivalent)
        assert.equal(await isSameStatement(sql, mutant.sql, PARAMETERS), true, mutant.what)
      assert.deepEqual(await mutate(sql, PARAMETERS), plain, 'in the same order again')
    })

  it('writes a statement that is then written the same', async () => {
    await loadModule()
    for (const file of globSync('*-good.md', { cwd: APPLICATION })) {
      const write = (sql: string) => writeStatements(parseStatements(sql))
      const written = write(numberParameters(sqlIn(file), PARAMETERS))
      assert.equal(write(written), written)
    }
  })

  it('names the line of the changed part, in the order of the text', async () => {
    const mutants = await mutate("-- é\nSELECT a\n  FROM t\n WHERE a = 'é'\n   AND b = :org\n LIMIT 5", ['org'])
    assert.deepEqual(
      madeBy('drop-conjunct and-to-or comparison drop-limit', mutants).map(
        ({ line, operator, what }) => `${line} ${operator}: ${what}`,
      ),
      [
        "4 drop-conjunct: a = 'é'",
        "4 and-to-or: a = 'é' AND b = :org",
        "4 comparison: a = 'é' → a <> 'é'",
        '5 drop-conjunct: b = :org',
        '5 comparison: b = :org → b <> :org',
        '6 drop-limit: LIMIT 5',
      ],
    )
  })

  it('gives equivalent mutants apart', async () => {
    const { mutants, equivalent } = await mutateSql('SELECT a FROM t LIMIT LEAST(COALESCE($1, 9), 9)', [])
    assert.deepEqual(
      madeBy('drop-limit unclamp', mutants).map(({ what }) => what),
      ['LIMIT LEAST(COALESCE($1, 9), 9)', 'LEAST(COALESCE($1, 9), 9) → COALESCE($1, 9)'],
    )
    assert.deepEqual(
      madeBy('drop-coalesce', equivalent).map(({ what }) => what),
      ['COALESCE($1, 9) → $1'],
    )
  })

  it('mutates the body of a function in LANGUAGE sql', async () => {
    const sql = `CREATE FUNCTION f(p_a int, p_b text DEFAULT 'as') RETURNS SETOF t LANGUAGE sql AS $f$
      SELECT * FROM t WHERE a = p_a AND b = $2;
    $f$`
    const [first] = madeBy('drop-conjunct', await mutate(sql, []))
    assert.deepEqual(first, {
      operator: 'drop-conjunct',
      what: 'a = p_a',
      line: 2,
      sql: `CREATE FUNCTION f(p_a int, p_b text DEFAULT 'as') RETURNS SETOF t LANGUAGE sql AS $$ SELECT * FROM t WHERE b = $2 $$`,
    })
  })

  it('quotes a body that holds dollar signs', async () => {
    const sql = "CREATE FUNCTION f() RETURNS text LANGUAGE 'sql' AS 'SELECT ''$$'' WHERE a'"
    const [first] = madeBy('drop-conjunct', await mutate(sql, []))
    assert.equal(first?.sql, "CREATE FUNCTION f() RETURNS text LANGUAGE 'sql' AS $body1$ SELECT '$$' $body1$")
  })

  it('mutates BEGIN ATOMIC', async () => {
    const sql = 'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT a FROM t WHERE b; END'
    const [first] = madeBy('drop-conjunct', await mutate(sql, []))
    assert.equal(first?.sql, 'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT a FROM t; END')
  })

  it('mutates the SQL of a plpgsql body, and that of its strings', async () => {
    const body = "BEGIN EXECUTE 'SELECT 1 FROM t WHERE a AND b';\nRETURN LEAST(1, g()); END"
    const all = await mutate(`CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS\n$$ ${body} $$`, [])
    const mutants = madeBy('drop-conjunct and-to-or negate unclamp', all)
    assert.deepEqual(
      mutants.map(({ line, operator, what }) => `${line} ${operator}: ${what}`),
      [
        '2 drop-conjunct: a',
        '2 and-to-or: a AND b',
        '2 negate: a → NOT (a)',
        '2 drop-conjunct: b',
        '2 negate: b → NOT (b)',
        '3 unclamp: LEAST(1, g()) → g()',
      ],
    )
    assert.equal(
      mutants[0]?.sql,
      "CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS\n$$  BEGIN EXECUTE 'SELECT 1 FROM t WHERE b';\nRETURN LEAST(1, g()); END  $$",
    )
  })

  it('leaves bodies in other languages alone', async () => {
    assert.deepEqual(await mutate("CREATE FUNCTION f() RETURNS int LANGUAGE c AS 'library', 'f'", []), [])
  })

  it('says what does not parse', async () => {
    await assert.rejects(mutate('SELECT FROM WHERE', []), /syntax error/)
  })
})
