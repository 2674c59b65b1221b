import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { commentText, readCode } from './read-code.ts'

describe('readCode', () => {
  before(loadModule)

  const comments = (code: string, language: string) => readCode(code, language).comments.map(({ text }) => text)
  const texts = (code: string, language: string) => readCode(code, language).tokens.map(({ text }) => text)

  it("reads SQL as PostgreSQL does: nested comments, escapes, a function's body", () => {
    const code = `-- É first
CREATE FUNCTION f(p_org int) RETURNS int LANGUAGE plpgsql AS $fn$
BEGIN
  RETURN E'it\\'s -- no' /* a /* nested */ one */; -- last
END $fn$;`
    assert.deepEqual(comments(code, 'sql'), ['-- É first', '/* a /* nested */ one */', '-- last'])
    const { withoutComments, isUnderstood, whole, tokens } = readCode(code, 'sql')
    assert.equal(
      withoutComments,
      `CREATE FUNCTION f(p_org int) RETURNS int LANGUAGE plpgsql AS $fn$
BEGIN
  RETURN E'it\\'s -- no' ;
END $fn$;`,
    )
    assert.equal(isUnderstood, true)
    for (const { text, start, end } of tokens) assert.equal(whole.slice(start, end), text)
  })

  it('reads :name as one token, and finds no parameter in a cast or a slice', () => {
    assert.deepEqual(texts('a = :org_id::int AND b[1:2] <= :now', 'sql'), [
      ...['a', '=', ':org_id', '::', 'int', 'AND', 'b', '[', '1', ':', '2', ']', '<=', ':now'],
    ])
  })

  it('reads SQL that the scanner refuses like any other language, and says so', () => {
    const { isUnderstood, comments: found } = readCode("SELECT 1 -- why\nFROM t WHERE a = 'open", 'sql')
    assert.equal(isUnderstood, false)
    assert.deepEqual(
      found.map(({ text }) => text),
      ['-- why'],
    )
  })

  it('reads other languages', () => {
    assert.deepEqual(comments("x = '# no' # yes\n", 'python'), ['# yes'])
    assert.deepEqual(texts('if (a.b !== `c //`) return 10 // d', 'ts'), [
      ...['if', '(', 'a', '.', 'b', '!==', '`c //`', ')', 'return', '10'],
    ])
    assert.equal(readCode('/* all */\nf() // g\n\nh()', 'js').withoutComments, 'f()\nh()')
  })
})

describe('commentText', () => {
  it('removes the comment marks', () => {
    const token = (text: string) => ({ kind: 'comment' as const, text, start: 0, end: 0 })
    assert.equal(commentText(token('-- one')), 'one')
    assert.equal(commentText(token('/**\n * two\n * lines\n */')), 'two\n lines')
    assert.equal(commentText(token('<!-- three -->')), 'three')
  })
})
