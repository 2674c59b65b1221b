import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule, parseSync } from 'libpg-query'
import { bindParameters, strayParameter, withoutEnd } from './bind-parameters.ts'

before(() => loadModule())

const NAMES = ['org', 'org_id', 'lo', 'hi', 'role', 'from']

/** Declared names as `$11`, `$12` …, and `$1` as `$91`. */
const bind = (sql: string) =>
  bindParameters(
    sql,
    name => (NAMES.includes(name) ? `$${11 + NAMES.indexOf(name)}` : undefined),
    number => (number === 1 ? '$91' : undefined),
  )

describe('bindParameters', () => {
  const cases: [string, string, string][] = [
    ['whole names only', 'SELECT :org_id, :org, $1, $2', 'SELECT $12, $11, $91, $2'],
    [
      'names without spaces around',
      'SELECT 1 WHERE a=:org AND b IN (:org_id,:org)',
      'SELECT 1 WHERE a=$11 AND b IN ($12,$11)',
    ],
    ['arguments', 'SELECT f(:lo, :hi), f(a, :hi)', 'SELECT f($13, $14), f(a, $14)'],
    ['names that are keywords', 'SELECT :role, :from', 'SELECT $15, $16'],
    [
      'names after keywords',
      'SELECT CASE WHEN :lo THEN :hi ELSE :org END',
      'SELECT CASE WHEN $13 THEN $14 ELSE $11 END',
    ],
    [
      'names after BETWEEN, LIKE, ESCAPE',
      'SELECT a BETWEEN :lo AND :hi, a LIKE :org ESCAPE :lo',
      'SELECT a BETWEEN $13 AND $14, a LIKE $11 ESCAPE $13',
    ],
    [
      'names after LIMIT, OFFSET, BY',
      'SELECT 1 ORDER BY :org LIMIT :lo OFFSET :hi',
      'SELECT 1 ORDER BY $11 LIMIT $13 OFFSET $14',
    ],
    ['names after an operator', 'SELECT a ? :org, a->:org, a =:org', 'SELECT a ? $11, a->$11, a =$11'],
    ['names after DISTINCT ON', 'SELECT DISTINCT ON (a) :org', 'SELECT DISTINCT ON (a) $11'],
    ['names before a cast', "SELECT 'é', :org::int, a::org", "SELECT 'é', $11::int, a::org"],
    ['names in an array', 'SELECT ARRAY[:lo, :hi, a AT TIME ZONE :org]', 'SELECT ARRAY[$13, $14, a AT TIME ZONE $11]'],
    ['a name as a subscript', 'SELECT a[:hi], a[b + :hi]', 'SELECT a[$14], a[b + $14]'],
    [
      'no end of a slice',
      'SELECT a[lo:hi], (a)[1:hi], a[(1):hi], a[(1) :hi], a[b[1]:hi]',
      'SELECT a[lo:hi], (a)[1:hi], a[(1):hi], a[(1) :hi], a[b[1]:hi]',
    ],
    [
      'no end of a slice after spaces or a comment',
      'SELECT a[1 :hi], a[lo /* from */ :hi]',
      'SELECT a[1 :hi], a[lo /* from */ :hi]',
    ],
    [
      'no end of a slice after a string, a type, a keyword',
      "SELECT a['1':hi], a[b::int:hi], a[name:hi], a[CASE WHEN b THEN 1 END:hi]",
      "SELECT a['1':hi], a[b::int:hi], a[name:hi], a[CASE WHEN b THEN 1 END:hi]",
    ],
    ['the start of a slice', 'SELECT a[:lo:hi], a[:from:hi], a[$1:hi]', 'SELECT a[$13:hi], a[$16:hi], a[$91:hi]'],
    ['both ends of a slice', 'SELECT a[:lo : :hi], a[: :hi]', 'SELECT a[$13 : $14], a[: $14]'],
    [
      'no value of a JSON object',
      "SELECT JSON_OBJECT('a':hi), JSON_OBJECT('a' :hi), JSON_OBJECT('a': :hi)",
      "SELECT JSON_OBJECT('a':hi), JSON_OBJECT('a' :hi), JSON_OBJECT('a': $14)",
    ],
    [
      'no strings, comments and dollar quotes',
      `SELECT ':org', $$ :org $$, ":org" -- :org`,
      `SELECT ':org', $$ :org $$, ":org" -- :org`,
    ],
    ['names behind letters of several bytes', "SELECT 'é→', :org", "SELECT 'é→', $11"],
  ]
  for (const [title, sql, bound] of cases)
    it(`binds ${title}, and PostgreSQL parses what it gives`, () => {
      assert.equal(bind(sql), bound)
      assert.equal(parseSync(bound).stmts?.length, 1)
    })

  it('leaves names that are not declared, and what is no SQL', () => {
    for (const sql of ['SELECT :other', 'SELECT "col":org', 'SELECT a :org']) assert.equal(bind(sql), sql)
  })

  it('makes no other word of what touches a parameter', () => {
    assert.equal(bind('SELECT:org'), `SELECT ${bind(':org')}`)
    assert.equal(bind('SELECT :org"name"'), `SELECT ${bind(':org')} "name"`)
  })

  it('says what PostgreSQL says of text that does not end', () => {
    assert.throws(() => bind("SELECT 'abc"), /unterminated quoted string/)
  })
})

describe('strayParameter', () => {
  const stray = (sql: string) => strayParameter(sql, name => NAMES.includes(name))

  it('is the first name that is not known', () => {
    assert.equal(stray('SELECT :org, :other, :more'), 'other')
    assert.equal(stray("SELECT :'org'"), "'org'")
  })

  it('is none in a slice', () => {
    assert.equal(stray('SELECT a[:2], a[1:2], a[b:c], a[:lo:c]'), undefined)
  })
})

describe('withoutEnd', () => {
  it('leaves out semicolons at the end, and the comments behind them', () => {
    for (const end of ['', ';', ' ; ;\n', '; -- done', ';/* é */;--;'])
      assert.equal(withoutEnd(`select 'é;'${end}`), "select 'é;'")
  })

  it('keeps a semicolon that more follows, and one in a comment', () => {
    assert.equal(withoutEnd('select 1; select 2;'), 'select 1; select 2')
    assert.equal(withoutEnd('select 1 -- one;'), 'select 1 -- one;')
  })
})
