import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parseProof } from './parse-proof.ts'
import { PROOF } from './testing/tiny-application.ts'

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
    const text = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8')
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
})
