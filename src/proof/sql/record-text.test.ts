import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { openLocalSession } from '../postgres/local-session.ts'
import type { Session } from '../postgres/session.ts'
import { TEMPLATE } from '../testing/tiny-application.ts'
import { readRecord } from './record-text.ts'

let session: Session
before(async () => {
  session = await openLocalSession({ template: TEMPLATE })
})
after(() => session.close())

const ROWS = [
  `1, 'plain', null::text, ''`,
  `null::int`,
  `'a "quoted" word', 'back\\slash', 'comma, (parentheses)', E'two\\nlines', '\\x41'::bytea`,
  `array['a', null, 'b,c'], '{"k": "v\\"w"}'::jsonb, row(1, 'in "it"', null)`,
  `1.50::numeric, true, timestamptz '2026-01-02 03:04:05+00', interval '1 day'`,
]

for (const row of ROWS) {
  it(`reads ${row} from a record as PostgreSQL prints it column by column`, async () => {
    const results = await session.run(`select ${row}; select q::text from (select ${row}) q`)
    assert.deepEqual(readRecord(results[1]?.rows[0]?.[0] ?? ''), results[0]?.rows[0])
  })
}
