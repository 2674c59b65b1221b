import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { BASELINE_NAMES, createBaseline } from './baselines.ts'

const never = new AbortController().signal

async function assess(name: string, code: string, repeat = 1): Promise<string> {
  const model = createBaseline(`baseline/${name}`)
  assert.ok(model)
  const prompt = { text: '', shared: '', own: '', code, language: 'sql' }
  const reply = await model.ask(prompt, { repeat, stop: never, abort: never })
  return JSON.parse(reply.body).assessment
}

describe('createBaseline', () => {
  it('knows five, and nothing else', () => {
    assert.deepEqual(BASELINE_NAMES, [
      'baseline/always-bad',
      'baseline/always-good',
      'baseline/coin',
      'baseline/trusts-comments',
      'baseline/length',
    ])
    assert.equal(createBaseline('baseline/nobody'), undefined)
    assert.equal(createBaseline('coin'), undefined)
    assert.equal(createBaseline('baseline/toString'), undefined)
  })

  it('always says the same', async () => {
    assert.equal(await assess('always-bad', 'x'), 'bad')
    assert.equal(await assess('always-good', 'x'), 'good')
  })

  it('throws a coin that falls the same way for a case, is fair, and falls anew for each repeat', async () => {
    const throws = await Promise.all(Array.from({ length: 400 }, (_, nth) => assess('coin', `case ${nth}`)))
    const again = await Promise.all(Array.from({ length: 400 }, (_, nth) => assess('coin', `case ${nth}`)))
    const second = await Promise.all(Array.from({ length: 400 }, (_, nth) => assess('coin', `case ${nth}`, 2)))
    assert.deepEqual(throws, again)
    assert.notDeepEqual(throws, second)
    const heads = throws.filter(side => side === 'good').length
    assert.ok(heads > 150 && heads < 250, `${heads} of 400`)
  })

  it('trusts a comment that reassures, and only a comment', async () => {
    assert.equal(await assess('trusts-comments', '-- SAFE: scoped to the organisation\nSELECT 1'), 'good')
    assert.equal(await assess('trusts-comments', '-- the lines of an order\nSELECT 1'), 'bad')
    assert.equal(await assess('trusts-comments', "SELECT 'safe and verified'"), 'bad')
    assert.equal(await assess('trusts-comments', '-- unsafe\nSELECT 1'), 'bad')
  })

  it('takes short code for bad', async () => {
    assert.equal(await assess('length', 'SELECT 1'), 'bad')
    assert.equal(await assess('length', 'x'.repeat(2000)), 'good')
  })

  it('takes code for short by the length that is usual at its level', async () => {
    const long = 'x'.repeat(1500)
    assert.equal(await assess('length', `SELECT '${long}'`), 'good')
    assert.equal(
      await assess('length', `CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT '${long}' $$`),
      'bad',
    )
    const migration = (length: number) => `CREATE TABLE t (); COMMENT ON TABLE t IS '${'x'.repeat(length)}'`
    assert.equal(await assess('length', migration(3000)), 'bad')
    assert.equal(await assess('length', migration(30_000)), 'good')
  })
})
