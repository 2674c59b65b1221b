import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type JsonValue, readJson } from './read-json.ts'

/** The value that JSON.parse would return, with words as strings. */
function plain(value: JsonValue | undefined): unknown {
  switch (value?.kind) {
    case 'object':
      return value.entries.map(({ key, value: held }) => [key, plain(held)])
    case 'list':
      return value.items.map(plain)
    default:
      return value?.text
  }
}

function parsed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(parsed)
  if (value instanceof Object) return Object.entries(value).map(([key, held]) => [key, parsed(held)])
  return String(value)
}

describe('readJson', () => {
  const valid = [
    '{"a": "x", "b": [1, -2.5, true, null, {"c": []}], "d": {}}',
    String.raw`{"a\"b": "\u0041\ud83d\ude00\n\t\/\\", "": " // no # comment /* here */ , ' } ] "}`,
    '{"“": "”", "\'": "`", "...": "...,"}',
    '[[[]], "", {"__proto__": {"x": 1}}]',
  ]
  for (const text of valid) {
    it(`reads ${text} as JSON.parse does`, () => {
      const reading = readJson(text, 0)
      assert.deepEqual(plain(reading.value), parsed(JSON.parse(text)))
      assert.equal(reading.end, text.length)
    })
  }

  it('keeps repeated keys, in their order', () => {
    assert.deepEqual(plain(readJson('{"a": "1", "a": "2"}', 0).value), [
      ['a', '1'],
      ['a', '2'],
    ])
  })
  it('reads one value and says where it ends', () => {
    const { value, end } = readJson('say {"a": {"b": 1}} }', 4)
    assert.deepEqual(plain(value), [['a', [['b', '1']]]])
    assert.equal(end, 19)
  })
  it('returns the keys that were read before it stopped, and where it stopped', () => {
    assert.deepEqual(readJson('{"a": {"b": ?', 0), { value: undefined, end: 12, keys: ['a', 'b'] })
  })
  it('stops at the end of a text that was cut', () => {
    for (const text of ['{', '{"a', '{"a"', '{"a":', '{"a": 1', '{"a": "\\', '{"a": 1, /*', '[', '"', '{"a": "\\u00']) {
      assert.deepEqual({ ...readJson(text, 0), keys: [] }, { value: undefined, end: text.length, keys: [] }, text)
    }
  })
})
