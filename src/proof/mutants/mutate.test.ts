import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { as, type Node } from './ast.ts'
import { mutate, mutateWithEquivalents } from './mutate.ts'
import { numberParameters } from './named-parameters.ts'
import { isSameStatement } from './normalise.ts'
import { writeSql } from './write-sql.ts'

const APPLICATION = join(import.meta.dirname, '../../../tests/purchase-order')
const PARAMETERS =
  'user_id org_id role now po_id expected_version after_line_no page_size status min_amount cursor_at cursor_id'.split(
    ' ',
  )

// Mutants without and with the schema, and those that are equivalent: an operator that is lost shows here.
const COUNTS: Record<string, [number, number, number]> = {
  'approve-po-01-good.md': [29, 38, 0],
  'approve-po-02-good.md': [36, 45, 1],
  'get-po-lines-01-good.md': [78, 99, 2],
  'get-po-lines-02-good.md': [60, 78, 1],
  'list-pos-01-good.md': [76, 90, 1],
  'list-pos-02-good.md': [80, 104, 2],
}

function sqlIn(file: string): string {
  return /```sql\n([\s\S]*?)```/.exec(readFileSync(join(APPLICATION, file), 'utf8'))?.[1] ?? ''
}

async function knowledge() {
  await loadModule()
  const statements = (parseSync(sqlIn('SPEC.md')).stmts ?? []).map(({ stmt }) => stmt)
  const names = (nodes: Node[] | undefined) => (nodes ?? []).map(node => as(node, 'String')?.sval ?? '')
  const tables = statements.flatMap(statement => as(statement, 'CreateStmt') ?? [])
  const columns = (elements: Node[] = []) => elements.flatMap(element => as(element, 'ColumnDef')?.colname ?? [])
  return {
    schema: Object.fromEntries(tables.map(table => [table.relation?.relname ?? '', columns(table.tableElts)])),
    enums: statements.flatMap(statement => as(statement, 'CreateEnumStmt') ?? []).map(({ vals }) => names(vals)),
    context: ['user_id', 'org_id', 'role', 'now'],
  }
}

describe('mutate', () => {
  for (const file of globSync('*-good.md', { cwd: APPLICATION }).sort())
    it(`makes mutants of ${file}, each once and none the statement itself`, async () => {
      const sql = sqlIn(file)
      const plain = await mutate(sql, PARAMETERS)
      const { mutants, equivalent } = await mutateWithEquivalents(sql, PARAMETERS, await knowledge())
      assert.deepEqual([plain.length, mutants.length, equivalent.length], COUNTS[file])
      assert.equal(new Set(mutants.map(mutant => mutant.sql)).size, mutants.length)
      for (const mutant of mutants) {
        assert.equal(parseSync(numberParameters(mutant.sql, PARAMETERS)).stmts?.length, 1)
        assert.equal(await isSameStatement(sql, mutant.sql, PARAMETERS), false, mutant.what)
        assert.ok(mutant.line >= 1 && mutant.line <= sql.split('\n').length)
      }
      for (const mutant of equivalent)
        assert.equal(await isSameStatement(sql, mutant.sql, PARAMETERS), true, mutant.what)
      assert.deepEqual(await mutate(sql, PARAMETERS), plain, 'in the same order again')
    })

  it('writes a statement that is then written the same', async () => {
    await loadModule()
    for (const file of globSync('*-good.md', { cwd: APPLICATION })) {
      const write = (sql: string) => writeSql(parseSync(sql).stmts?.[0]?.stmt as Node)
      const written = write(numberParameters(sqlIn(file), PARAMETERS))
      assert.equal(write(written), written)
    }
  })

  it('names the line of the piece, and follows the text', async () => {
    const mutants = await mutate("-- é\nSELECT a\n  FROM t\n WHERE a = 'é'\n   AND b = :org\n LIMIT 5", ['org'])
    assert.deepEqual(
      mutants.map(({ line, operator, what }) => `${line} ${operator}: ${what}`),
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

  it('tells what it left out as equivalent', async () => {
    const { mutants, equivalent } = await mutateWithEquivalents('SELECT a FROM t LIMIT LEAST(COALESCE($1, 9), 9)', [])
    assert.deepEqual(
      mutants.map(({ what }) => what),
      ['LIMIT LEAST(COALESCE($1, 9), 9)', 'LEAST(COALESCE($1, 9), 9) → COALESCE($1, 9)'],
    )
    assert.deepEqual(
      equivalent.map(({ what }) => what),
      ['COALESCE($1, 9) → $1'],
    )
  })

  it('mutates the body of a function in LANGUAGE sql', async () => {
    const sql = `CREATE FUNCTION f(p_a int, p_b text DEFAULT 'as') RETURNS SETOF t LANGUAGE sql AS $f$
      SELECT * FROM t WHERE a = p_a AND b = $2;
    $f$`
    const [first] = await mutate(sql, [])
    assert.deepEqual(first, {
      operator: 'drop-conjunct',
      what: 'a = p_a',
      line: 2,
      sql: `CREATE FUNCTION f(p_a int, p_b text DEFAULT 'as') RETURNS SETOF t LANGUAGE sql AS $$ SELECT * FROM t WHERE b = $2 $$`,
    })
  })

  it('quotes a body that holds dollar signs', async () => {
    const [first] = await mutate("CREATE FUNCTION f() RETURNS text LANGUAGE 'sql' AS 'SELECT ''$$'' WHERE a'", [])
    assert.equal(first?.sql, "CREATE FUNCTION f() RETURNS text LANGUAGE 'sql' AS $body1$ SELECT '$$' $body1$")
  })

  it('mutates BEGIN ATOMIC', async () => {
    const [first] = await mutate('CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT a FROM t WHERE b; END', [])
    assert.equal(first?.sql, 'CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT a FROM t; END')
  })

  it('leaves plpgsql alone, and the SQL in its strings', async () => {
    const body = "BEGIN EXECUTE 'SELECT 1 FROM t WHERE a AND b'; RETURN 1; END"
    assert.deepEqual(await mutate(`CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ ${body} $$`, []), [])
  })

  it('says what does not parse', async () => {
    await assert.rejects(mutate('SELECT FROM WHERE', []), /syntax error/)
  })
})
