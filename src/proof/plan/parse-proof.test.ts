import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { PROOF } from '../testing/tiny-application.ts'
import { parseProof } from './parse-proof.ts'

const remarks = (text: string) => parseProof(text).remarks.map(({ line, message }) => `${line}: ${message}`)

describe('parseProof', () => {
  it('reads all that a proof.yaml can say', () => {
    const { plan } = parseProof(PROOF)
    assert.deepEqual(plan?.actors.ann, { user_id: '1', tenant_id: '1', role: 'admin' })
    assert.deepEqual(plan?.rules[0]?.rows.notes, { via: { columns: ['doc_id'], line: 12 } })
    assert.deepEqual(plan?.rules[2]?.within, 'R1')
    assert.deepEqual(plan?.queries[1]?.works[0]?.changes, { docs: ['11'], audit: 1 })
    assert.deepEqual(plan?.seeds, ['seed.sql'])
  })

  it('reads the worked example of CONTRIBUTING.md', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../CONTRIBUTING.md'), 'utf8')
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(text) ?? []
    assert.deepEqual(parseProof(example).remarks, [])
  })

  it('names the line of every mistake', () => {
    const text = PROOF.replace('category: tenant-isolation', 'categry: tenant-isolation')
      .replace('{as: cleo, gives: [21]}', '{as: nobody, gives: [21]}')
      .replace('within: R1', 'within: R99')
    const found = remarks(text)
    assert.equal(found.length, 3)
    assert.match(found[0] ?? '', /^9: R1 has "categry"; did you mean category\?/)
    assert.match(found[1] ?? '', /R3 is within "R99"; the id of another rule was wanted/)
    assert.match(found[2] ?? '', /list-docs works as "nobody", who is no actor/)
  })

  it('says so when it is not YAML, or empty', () => {
    assert.match(remarks('a: [1').join(), /not YAML/)
    assert.match(remarks('').join(), /an empty file/)
  })

  it('wants a value of every trusted parameter for every actor', () => {
    assert.match(remarks(PROOF.replace('user_id: 2, ', '')).join(), /actor ben has no user_id/)
  })

  it('takes a list of callers, a bare type, and lists and payloads without a type', () => {
    const short = (parameters: string) =>
      parseProof(
        PROOF.replace(
          'parameters: {page_size: {type: int, limit: true}}',
          `callers: [admin]\n    parameters: ${parameters}`,
        ),
      ).plan?.queries[0]
    const types = (parameters: string) => short(parameters)?.parameters.map(({ type }) => type)
    assert.deepEqual(short('{a: int}')?.callers, {})
    assert.deepEqual(types('{a: int, b: [1, null], c: [true], d: {payload: x}, e: fresh-1, f: docs.id}'), [
      'int',
      'int',
      'boolean',
      'text',
      undefined,
      undefined,
    ])
    const dated = '{a: [2026-01-31], b: [2026-01-31T10:00:00Z], c: [open, closed]}'
    assert.deepEqual(types(dated), ['date', 'timestamptz', undefined])
    const [hostile, fixed] = short('{d: {payload: "x\' --"}, e: {value: fresh-1}}')?.parameters ?? []
    assert.deepEqual([hostile?.payloads, fixed?.values], [["x' --"], ['fresh-1']])
  })

  it('says what to write where a spelling is not clear', () => {
    const list = (part: string) =>
      remarks(PROOF.replace('parameters: {page_size: {type: int, limit: true}}', part)).join()
    assert.match(list('parameters: {a: docs}'), /a is "docs"; write table\.column .* \[docs\] for a fixed value/)
    assert.match(
      list('max_rows: {limit: 20}'),
      /list-docs\.max_rows: a whole number or none was wanted; the tables to fill/,
    )
    assert.match(list('function: search'), /has "function"; write how it is called, as call: select/)
    const rule = (part: string) => remarks(PROOF.replace('  R6: {category: missing-access-control}', part)).join()
    assert.match(rule('  R6: {category: state-transition, once: true}'), /R6 has "once"; write once: R6 in the queries/)
    assert.match(
      rule('  R6: {requires: {table: docs, inserts: audit}}'),
      /^33: R6\.requires has no on, where; write it as \{table: files, on: update, .* = new\.id\}, with when: .* alone, with "on: return" and files\.id/,
    )
    assert.match(
      rule('  R6: {}'),
      /R6 says nothing; one of rows, .* was wanted, or callers: \{R6: \[role\]\} or once: R6/,
    )
  })

  it('knows the rule of injection by its category', () => {
    const { plan } = parseProof(PROOF.replace(', injection: true', ''))
    assert.ok(plan?.rules.find(({ id }) => id === 'R8')?.isInjection)
  })
})
