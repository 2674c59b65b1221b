import assert from 'node:assert/strict'
import { it } from 'node:test'
import { countRows } from './count-rows.ts'

const keyed = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at])))

for (const [what, rows, count] of [
  ['rows', [['1'], ['2']], 2],
  ['an array in a row', [['{a,"b,c",d}']], 3],
  ['arrays of several rows together', [['[1, 2]'], ['[3]'], ['[4]']], 4],
  ['an array deep in JSON', [['{"page": {"items": [1, 2, 3]}}']], 3],
  ['a row as JSON, which is one', [[keyed(12)]], 1],
  ['an object with a key for each of many rows', [[keyed(101)]], 101],
] as [string, string[][], number][]) {
  it(`counts ${what}`, () => assert.equal(countRows({ rows }), count))
}
