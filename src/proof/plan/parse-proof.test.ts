import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PROOF } from '../testing/tiny-application.ts'
import { parseProof } from './parse-proof.ts'

const mistakes = (text: string) => parseProof(text).mistakes.map(({ line, message }) => `${line}: ${message}`)

describe('parseProof', () => {
  it('reads all that a proof.yaml can say', () => {
    const { plan } = parseProof(PROOF)
    assert.deepEqual(plan?.actors.ann, { user_id: '1', tenant_id: '1', role: 'admin' })
    assert.deepEqual(plan?.rules[0]?.rows.notes, { via: { columns: ['doc_id'], line: 12 } })
    assert.deepEqual(plan?.rules[2]?.within, 'R1')
    assert.deepEqual(plan?.queries[1]?.works[0]?.changes, { docs: ['11'], audit: 1 })
    assert.deepEqual(plan?.seeds, ['seed.sql'])
  })

  it('names the line of every mistake', () => {
    const text = PROOF.replace('category: tenant-isolation', 'categry: tenant-isolation')
      .replace('{as: cleo, gives: [21]}', '{as: nobody, gives: [21]}')
      .replace('within: R1', 'within: R99')
    const found = mistakes(text)
    assert.equal(found.length, 3)
    assert.match(found[0] ?? '', /^9: R1 has "categry"; did you mean category\?/)
    assert.match(found[1] ?? '', /R3 is within "R99"; the id of another rule was wanted/)
    assert.match(found[2] ?? '', /list-docs works as "nobody", who is no actor/)
  })

  it('says so when it is not YAML, or empty', () => {
    assert.match(mistakes('a: [1').join(), /not YAML/)
    assert.match(mistakes('').join(), /an empty file/)
  })

  it('tells the first mistake of a file that is not YAML, and none that follows from it', () => {
    const indent = PROOF.replace('    category: tenant-isolation', '   category: tenant-isolation')
    const brace = PROOF.replace('role: member}', 'role: member')
    const tab = PROOF.replace('    category: tenant-isolation', '\tcategory: tenant-isolation')
    for (const text of [indent, brace, tab]) {
      const [only, another] = mistakes(text)
      assert.match(only ?? '', /^\d+: not YAML: [^:]+\.$/)
      assert.doesNotMatch(only ?? '', /at line/)
      assert.equal(another, undefined)
    }
  })

  it('tells of a misspelt part once, and not of all that names something in it', () => {
    for (const part of ['actors', 'rules', 'context']) {
      const found = mistakes(PROOF.replace(`\n${part}:`, `\n${part.slice(0, -1)}:`))
      assert.equal(found.length, 1, found.join())
      assert.match(found[0] ?? '', new RegExp(`has "${part.slice(0, -1)}"; did you mean ${part}\\?`))
    }
    const found = mistakes(PROOF.replace('parameters: {doc_id', 'parametres: {doc_id'))
    assert.deepEqual(
      found.map(one => one.split(';')[0]),
      ['44: close-doc has "parametres"'],
    )
  })

  it('says how small a number may be', () => {
    const limit = (written: string) => mistakes(PROOF.replace('max_rows: 3', `max_rows: ${written}`)).join()
    assert.match(limit('-50'), /R7\.max_rows is "-50"; a whole number of 1 or more was wanted\.$/)
    assert.match(limit('0'), /a whole number of 1 or more was wanted/)
    assert.equal(limit('1'), '')
  })

  it('wants a value of every trusted parameter for every actor', () => {
    assert.match(mistakes(PROOF.replace('user_id: 2, ', '')).join(), /actor ben has no user_id/)
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
      mistakes(PROOF.replace('parameters: {page_size: {type: int, limit: true}}', part)).join()
    assert.match(list('parameters: {a: docs}'), /a is "docs"; write table\.column .* \[docs\] for a fixed value/)
    assert.match(
      list('max_rows: {limit: 20}'),
      /list-docs\.max_rows is a map; a whole number of 1 or more, or none, was wanted; the tables to fill/,
    )
    assert.match(list('function: search'), /has "function"; write how it is called, as call: select/)
    const rule = (part: string) => mistakes(PROOF.replace('  R6: {category: missing-access-control}', part)).join()
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

  it('says what a map lacks where it stands, in one sentence, and a misspelt key once', () => {
    const requires = PROOF.replace('where: inserted.doc_id = new.id and', 'when: inserted.doc_id = new.id and')
    assert.match(mistakes(requires).join(), /^26: R5\.requires has no where; write it as \{table: files,[^\n]*\.$/)
    assert.match(mistakes(PROOF.replace('queries:', 'queris:')).join(), /^37: proof\.yaml has "queris"; did you mean/)
    const twice = mistakes(PROOF.replace('as: ann, gives', 'is: ann, gives').replace('max_rows: 3', 'max_rows: many'))
    assert.equal(twice.length, 2)
    assert.match(twice[0] ?? '', /^34: R7\.max_rows is "many"; a whole number of 1 or more was wanted\.$/)
    assert.match(twice[1] ?? '', /^41: list-docs\.works has "is"; did you mean as\? It may have as, with, gives/)
  })

  it('says which form was wanted where there are several', () => {
    const notes = (part: string) => mistakes(PROOF.replace('notes: {via: doc_id}\n', `notes: ${part}\n`)).join()
    assert.match(
      notes('[]'),
      /^12: R1\.rows\.notes is a list; a condition, \{where: a condition\} or \{via: a column\} was/,
    )
    assert.match(
      notes('{via: {a: b}}'),
      /^12: R1\.rows\.notes\.via is a map; a column, or a list of columns, was wanted/,
    )
    assert.match(notes('{}'), /^12: R1\.rows\.notes has neither where nor via; one was wanted\.$/)
    assert.match(notes(''), /^12: R1\.rows\.notes is empty; SQL was wanted\.$/)
  })

  it('takes an empty part for a mistake: a rule that says nothing would never break', () => {
    assert.match(
      mistakes(PROOF.replace('flood: {docs: [id]}', 'flood: ')).join(),
      /R7\.flood is empty; name: value pairs/,
    )
    assert.match(mistakes(PROOF.replace('R9: {category: state-transition}', 'R9:')).join(), /R9 is empty; name: value/)
  })

  it('takes an example for a mistake that says nothing, or that shows what its rule is not about', () => {
    const example = (part: string) =>
      mistakes(
        PROOF.replace('deleted_at is null, notes: {via: doc_id}}}', `deleted_at is null}, example: ${part}}`),
      ).join()
    assert.equal(example('{as: ann, shows: {docs: id = 11}, hides: {docs: id = 13}}'), '')
    assert.match(
      example('{as: ann}'),
      /^15: the example of R3 says nothing; it may have allowed, forbidden, shows, hides\.$/,
    )
    assert.match(
      example('{as: ann, hides: {doc: id = 13}}'),
      /^15: the example of R3 hides "doc"; did you mean docs\?.* as in "rows" and "columns" of R3\.$/,
    )
  })

  it('keeps values as they are written', () => {
    const sent = (value: string) =>
      parseProof(PROOF.replace('with: {key: k1, amount: 5}', `with: {key: ${value}, amount: 5}`)).plan?.queries[2]
        ?.works[0]?.parameters.key
    for (const value of ['0123', '1e5', '0x1F', '2026-01-31T10:00:00Z', '1_000', 'True'])
      assert.equal(sent(value), value)
    assert.deepEqual([sent('null'), sent('~'), sent("'null'"), sent("''")], [null, null, 'null', ''])
    assert.deepEqual([sent('[1, null, 03]'), sent('[[1, 2], [3]]')], ['{1,NULL,03}', '{{1,2},{3}}'])
  })

  it('takes an alias for what it names, with the line of that, and tells its mistake once', () => {
    const aliased = PROOF.replace('docs: docs.tenant_id = :tenant_id', 'docs: &own tenant_id = :tenant_id').replace(
      'payments: payments.tenant_id = :tenant_id',
      'payments: *own',
    )
    const own = { condition: { sql: 'tenant_id = :tenant_id', line: 11 } }
    const rows = parseProof(aliased).plan?.rules[0]?.rows
    assert.deepEqual([rows?.docs, rows?.payments], [own, own])
    const wrong = PROOF.replace('- {as: ann, gives: [11, 12]}', '- &call {as: ann, give: [11]}\n      - *call')
    assert.equal(mistakes(wrong).length, 1)
    assert.match(mistakes('a: *own').join(), /^1: \*own stands for nothing; no &own comes before it\.$/)
    assert.match(mistakes('a: &a [*a]').join(), /^1: \*a stands within what it names; write it out\.$/)
  })

  it('takes no name that means something else to JavaScript', () => {
    assert.match(mistakes(PROOF.replace('R9: {', '__proto__: {')).join(), /^36: a key is "__proto__"; another name/)
    assert.match(mistakes(PROOF.replace('within: R1', 'within: constructor')).join(), /R3 is within "constructor"/)
  })

  it('knows the rule of injection by its category', () => {
    const { plan } = parseProof(PROOF.replace(', injection: true', ''))
    assert.ok(plan?.rules.find(({ id }) => id === 'R8')?.isInjection)
    const denied = parseProof(PROOF.replace('injection: true', 'injection: false')).plan
    assert.equal(denied?.rules.find(({ id }) => id === 'R8')?.isInjection, false)
  })
})
