import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from './permits.ts'

async function selectorsOf(sql: string): Promise<string[]> {
  const all = await withoutPermits(sql, ['n', 'doc'], [])
  return all.filter(({ selector }) => selector).map(({ what }) => what)
}

describe('selectors', () => {
  it('are subscripts, indexes of JSON, and lengths', async () => {
    for (const selecting of ['(array[a, b])[:n]', 'a -> :n', 'a #>> :n', 'left(a, :n)', 'substr(a, 1, :n)', 'chr(:n)'])
      assert.deepEqual(await selectorsOf(`select ${selecting} from t`), [':n'], selecting)
    assert.deepEqual(await selectorsOf('select width_bucket(a, 0, :n, 1) from t'), ['a', ':n'])
  })

  it('are no constants, and not what is chosen from', async () => {
    for (const plain of ['(array[a, b])[1]', "a ->> 'x'", 'left(:n, 2)', "split_part(:n, ',', -1)", 'round(a, 2)'])
      assert.deepEqual(await selectorsOf(`select ${plain} from t`), [], plain)
  })

  it('are told by an error, and written as a value, also in a string', async () => {
    for (const sql of [
      'select left(a, :n) from t',
      "create function f(n int) returns setof text language plpgsql as $$ begin return query execute 'select left(a, $1) from t' using n; end $$",
    ]) {
      const [found] = (await withoutPermits(sql, ['n'], [])).flatMap(({ selector }) => selector ?? [])
      assert.match(found?.telling ?? '', /proof selector </)
      const message = 'invalid input syntax for type integer: "proof selector <40>"'
      assert.equal(found?.valueIn(message), '40')
      assert.equal(found?.valueIn('no such row'), undefined)
      assert.match(found?.freeze('40') ?? '', /left"?\(a, 40\)/i)
      assert.match(found?.freeze('-4 of type bigint') ?? '', /left"?\(a, \(-4\)\)/i)
      assert.match(found?.freeze('x of type date') ?? '', /left"?\(a, cast\(\(chr\(120\)\) as date\)\)/i)
      assert.match(found?.freeze("a'") ?? '', /left"?\(a, \(chr\(97\) \|\| chr\(39\)\)\)/i)
    }
  })
})
