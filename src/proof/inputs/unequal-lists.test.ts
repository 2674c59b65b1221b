import assert from 'node:assert/strict'
import { it } from 'node:test'
import { unequalCalls } from './unequal-lists.ts'

it('two lists that belong together are sent with one, with three and with a missing element', () => {
  const lists = [
    { name: 'ids', type: 'int[]' },
    { name: 'versions', type: 'int[]' },
  ]
  const start = { ids: '{11,12}', versions: '{1,2}' }
  const sent = unequalCalls(start, [start], lists as Parameters<typeof unequalCalls>[2])
  assert.deepEqual(
    sent.filter(({ parameters }) => parameters.ids === '{11,12}').map(({ parameters }) => parameters.versions),
    ['{1}', '{1,2,2}', '{null,2}'],
  )
  assert.ok(sent.some(({ parameters }) => parameters.ids === '{null,11}' && parameters.versions === '{1,null}'))
})
