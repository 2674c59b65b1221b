import assert from 'node:assert/strict'
import { it } from 'node:test'
import { querySize } from './query-size.ts'

it('knows a query of eight cases by a number beyond 06', () => {
  assert.equal(querySize(['app/list-08-07-06-bad.md', 'app/list-01-good.md']), 6)
  assert.equal(querySize(['app/list-01-good.md', 'app/list-07-good.md']), 8)
  assert.equal(querySize(['app/list-01-good.md', 'app/list-09-good.md']), 8)
  assert.equal(querySize([]), 6)
})
