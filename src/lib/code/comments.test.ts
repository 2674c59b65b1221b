import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { extractComments, findCommentsAndStrings } from './comments.ts'

describe('extractComments', () => {
  it('reads SQL comments and skips strings', () => {
    const code = "SELECT '-- no', 'it''s -- no', \"a--b\" -- the caller's\nFROM t /* two\nlines */ WHERE x = 1 -- end"
    assert.deepEqual(extractComments(code, 'sql'), ["-- the caller's", '/* two\nlines */', '-- end'])
  })

  it("reads the comments of a function's body", () => {
    assert.deepEqual(extractComments('CREATE FUNCTION f() AS $$\n-- inside\nBEGIN END $$;', 'plpgsql'), ['-- inside'])
  })

  it('reads JavaScript, Python and PHP', () => {
    const javascript = "const u = 'http://x' // one\nq(`-- /* no */`) /* two */"
    assert.deepEqual(extractComments(javascript, 'javascript'), ['// one', '/* two */'])
    assert.deepEqual(extractComments('x = "# no" # yes\n"""\n# no\n"""\n', 'python'), ['# yes'])
    assert.deepEqual(extractComments('$a = 1; # one\n$b = 2; // two', 'php'), ['# one', '// two'])
  })

  it('makes a guess where the language is not known', () => {
    assert.deepEqual(extractComments('-- a\n// b\n  # c\nx # d\n/* e */', ''), ['-- a', '// b', '  # c', '/* e */'])
  })

  it('reads what an unclosed quote or comment leaves', () => {
    assert.deepEqual(extractComments("SELECT 'open -- no", 'sql'), [])
    assert.deepEqual(extractComments('/* open', 'sql'), ['/* open'])
    assert.deepEqual(extractComments("let a = 'open\n// yes", 'rust'), ['// yes'])
  })
})

describe('findCommentsAndStrings', () => {
  it('says where comments and quoted texts stand', () => {
    assert.deepEqual(findCommentsAndStrings("f('a') // b", 'js'), [
      { kind: 'string', start: 2, end: 5 },
      { kind: 'comment', start: 7, end: 11 },
    ])
  })
})
