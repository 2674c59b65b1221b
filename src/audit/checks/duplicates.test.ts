import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { readCase, syntheticApplication, syntheticCase } from '../testing/synthetic-corpus.ts'
import { findDuplicates } from './duplicates.ts'

const CODE = `-- one
WITH mine AS (SELECT id FROM things WHERE org_id = :org_id AND deleted_at IS NULL)
SELECT p.id FROM parts p JOIN mine m ON m.id = p.thing_id WHERE p.id = :part_id;`

describe('findDuplicates', () => {
  before(async () => loadModule())

  const app = syntheticApplication('app')
  const read = (number: number, code: string, query = 'q', from = app) =>
    readCase(syntheticCase(from.application.name, query, number, number <= 2 ? 'good' : 'bad', code), from)
  const isDuplicate = (code: string) => findDuplicates([read(1, CODE), read(3, code)]).length === 1

  it('finds the same code under other comments, names, case and layout, and names both files', () => {
    const again = `with own as (
  select ID from things where ORG_ID = :org_id and deleted_at is null) -- two
select x.id from parts as_x join own o on o.id = x.thing_id where x.id = :wanted`.replace('parts as_x', 'parts x')
    const [problem, more] = findDuplicates([read(1, CODE), read(3, again, 'other')])
    assert.equal(more, undefined)
    assert.equal(problem?.severity, 'error')
    assert.equal(problem?.file, '/corpus/app/other-03-bad.md')
    assert.match(problem?.message ?? '', /the same code as app\/q-01-good\.md, under other comments and names/)
  })

  it('finds no duplicate when a column, an alias, a parameter, a literal or a function differs', () => {
    assert.equal(isDuplicate(CODE), true)
    assert.equal(isDuplicate(CODE.replace('org_id = :org_id', 'owner_id = :org_id')), false)
    assert.equal(isDuplicate(CODE.replace('m.id = p.thing_id', 'p.id = p.thing_id')), false)
    assert.equal(isDuplicate(CODE.replace(':org_id', ':client_org')), false)
    assert.equal(isDuplicate(CODE.replace('IS NULL', "> 'x'")), false)
    assert.equal(isDuplicate(CODE.replace('p.id FROM', 'min(p.id) FROM')), false)
  })

  it('keeps the names of called functions, and ignores the names of defined ones', () => {
    const body = (name: string, argument: string, call: string) =>
      `CREATE FUNCTION ${name}(${argument} int) RETURNS int LANGUAGE sql AS $$ SELECT ${call}(id) FROM things WHERE org_id = ${argument} $$`
    const pair = (a: string, b: string) => findDuplicates([read(1, a), read(2, b)]).length
    assert.equal(pair(body('f', 'p_org_id', 'min'), body('g', 'p_org_id', 'min')), 1)
    assert.equal(pair(body('f', 'p_org_id', 'min'), body('f', 'p_org_id', 'max')), 0)
  })

  it('finds code that was copied from another application', () => {
    const other = syntheticApplication('other', {
      schema: 'CREATE TABLE docs (id int, team int, gone int); CREATE TABLE pages (id int, doc int);',
    })
    const moved = CODE.replaceAll('things', 'docs')
      .replaceAll('parts', 'pages')
      .replace('org_id =', 'team =')
      .replace('deleted_at', 'gone')
      .replace('thing_id', 'doc')
    const [problem] = findDuplicates([read(1, CODE), read(3, moved, 'q', other)])
    assert.match(
      problem?.message ?? '',
      /the same code as app\/q-01-good\.md, under other comments, tables and other names/,
    )
  })

  it('keeps all names when there is no schema', () => {
    const bare = syntheticApplication('bare')
    delete bare.application.schema
    const pair = (a: string, b: string) => findDuplicates([read(1, a, 'q', bare), read(2, b, 'q', bare)]).length
    assert.equal(pair('SELECT a FROM t WHERE b = 1', 'select a from t where b = 1 -- x'), 1)
    assert.equal(pair('SELECT a FROM t WHERE b = 1', 'SELECT a FROM t WHERE c = 1'), 0)
  })
})
