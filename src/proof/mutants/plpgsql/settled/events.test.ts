import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutPermits } from '../../permits/permits.ts'

const BODY = "if tg_op = 'INSERT' then insert into log values (1); end if; return new;"

const permitsOf = async (head: string, body: string) =>
  (await withoutPermits(`create function ${head} language plpgsql as $$ ${body} $$`, [], [])).map(({ what }) => what)

describe('a condition on the event of a trigger', () => {
  it('is no choice', async () => {
    const found = await permitsOf('f() returns trigger', `begin ${BODY} end`)
    assert.ok(!found.some(what => /^tg_op/.test(what)), found.join('; '))
    assert.ok(found.includes('insert into log values (1)'), found.join('; '))
  })

  for (const [what, head, body] of [
    ['TG_OP is a parameter', 'f(tg_op text, new int) returns int', `begin ${BODY} end`],
    ['TG_OP is a variable', 'f() returns trigger', `declare tg_op text := (select a from t); begin ${BODY} end`],
    ['TG_OP is set', 'f() returns trigger', `begin tg_op := 'INSERT'; ${BODY} end`],
    ['more is asked', 'f() returns trigger', `begin ${BODY.replace("'INSERT'", "'INSERT' and new.a > 7")} end`],
    ['it is compared with a value', 'f() returns trigger', `begin ${BODY.replace("'INSERT'", 'new.a')} end`],
  ] as const)
    it(`is one where ${what}`, async () => {
      const found = await permitsOf(head, body)
      assert.ok(
        found.some(one => /tg_op|new\.a/.test(one)),
        found.join('; '),
      )
    })
})
