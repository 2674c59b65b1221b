import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gathersRows } from '../../sql/gathers-rows.ts'
import { countRows } from './count-rows.ts'

const keyed = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, at])))

for (const [what, rows, count] of [
  ['rows', [['1'], ['2']], 2],
  ['an array in a row', [['{a,"b,c",d}']], 3],
  ['arrays of several rows together', [['[1, 2]'], ['[3]'], ['[4]']], 4],
  [
    'several arrays of one row together',
    [
      ['[1, 2]', '{a,b}'],
      ['{"first": [3], "second": [4, [5]]}', null],
    ],
    8,
  ],
  ['an array deep in JSON', [['{"page": {"items": [1, 2, 3]}}']], 3],
  ['the ranges of a multirange', [['{[1,3),[5,8)}'], ['{["2026-01-01","2026-02-01")}']], 3],
  ['a row as JSON, which is one', [[keyed(12)]], 1],
  ['an object with a key for each of many rows', [[keyed(101)]], 101],
] as [string, (string | null)[][], number][]) {
  it(`counts ${what}`, () => assert.equal(countRows({ rows }, { areGathered: true, stored: new Set() }), count))
}

it('does not count the elements of a list that stands in a table', () => {
  const lists = { areGathered: true, stored: new Set(['{cold,city}', '["cold","city"]', '{"at":[3,4]}']) }
  assert.equal(countRows({ rows: [['{cold,city}'], ['{"tags": ["cold", "city"]}'], ['{"at": [3, 4]}']] }, lists), 3)
  assert.equal(countRows({ rows: [['{cold,rail}'], ['{"tags": ["cold"]}'], ['{}']] }, lists), 3)
})

it('does not add up lists that cannot hold other rows, such as the path of each in a tree', () => {
  const lists = { areGathered: false, stored: new Set<string>() }
  assert.equal(countRows({ rows: [['{1}'], ['{1,2}'], ['{1,3}']] }, lists), 3)
  assert.equal(countRows({ rows: [['{1}'], ['{1,2,3}']] }, lists), 3)
})

it('knows what puts many rows into one list', () => {
  const gathering = ['jsonb_agg(d)', 'array_agg (id)', 'array(select 1)', 'JSON_ARRAYAGG(x)', 'json_array(select 1)']
  for (const sql of [...gathering, 'for r in select 1 loop', 'array_append(a, 1)']) assert.ok(gathersRows(sql), sql)
  for (const sql of ['select path || id, array[lon, lat], tags', 'jsonb_build_array(1)'])
    assert.ok(!gathersRows(sql), sql)
})
