import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { withoutPublic } from './create-function.ts'

before(() => loadModule())

const REST = '() returns int language sql as $$ select 1 -- as the function public.\n * 0 $$'

describe('withoutPublic', () => {
  it('takes the schema from the name of the function', () => {
    for (const [start, name] of [
      ['create function ', 'public.f'],
      ['create or replace function ', '"public" . f'],
      ['/* function public.g */ create -- function public.\n function ', 'PUBLIC /* the schema */ . -- of\n f'],
    ])
      assert.equal(withoutPublic(`${start}${name}${REST}`), `${start}f${REST}`)
  })

  it('changes nothing else: a comment that names a function stays as it is, and so does what follows it', () => {
    for (const name of ['f', 'other.f', '"Public".f'])
      assert.equal(withoutPublic(`create function ${name}${REST}`), `create function ${name}${REST}`)
    const hidden = `create function f() returns int language sql -- function public.\n/* as 'a' -- */ as 'b'`
    assert.equal(withoutPublic(hidden), hidden)
  })
})
