import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { functionLines } from './function-lines.ts'

const RELATIONS = [
  { name: 'docs', isGuarded: true },
  { name: 'shares', isGuarded: false },
]

const define = (name: string, body: string, isDefiner = true) => ({
  ...{ name, signature: `${name}()`, isDefiner },
  definition: `CREATE OR REPLACE FUNCTION public.${name}(d docs)\n LANGUAGE sql\n STABLE${isDefiner ? ' SECURITY DEFINER' : ''}\nAS $function$${body}$function$\n`,
})

const lines = (...functions: ReturnType<typeof define>[]) => functionLines(functions, RELATIONS, 'right')

describe('functionLines', () => {
  it('keeps SECURITY DEFINER where the function reaches a table with policies', () => {
    const own = define('f', 'select 1 from docs')
    assert.deepEqual(lines(own), [own.definition])
    const calls = define('g', 'select f()')
    assert.deepEqual(lines(own, calls), [own.definition, calls.definition])
  })

  it('takes it for a right where the function only reads other tables', () => {
    const plain = define('f', 'select 1 from shares', false)
    assert.deepEqual(lines(plain), [plain.definition])
    assert.deepEqual(lines(define('f', 'select 1 from shares')), [plain.definition, 'right definer f()'])
  })

  it('leaves it out where the function reads nothing', () => {
    const plain = define('f', 'select 1', false)
    assert.deepEqual(lines(define('f', 'select 1')), [plain.definition])
  })

  it('leaves it out where it stands on a line of its own, and a comment alone speaks of writing', () => {
    const plain = define('f', 'select 1 -- no update', false)
    const own = { ...plain, isDefiner: true, definition: plain.definition.replace(' STABLE', ' SECURITY DEFINER') }
    assert.deepEqual(lines(own), lines({ ...plain, definition: plain.definition.replace('\n STABLE', '') }))
  })

  it('keeps it where the function writes, runs text, or asks who runs it', () => {
    for (const body of ['insert into shares select 1', 'execute p', 'select current_user', 'perform f()']) {
      const own = define('f', body)
      assert.deepEqual(lines(own), [own.definition])
    }
  })
})
