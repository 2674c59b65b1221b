import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { PROOF } from '../../testing/tiny-application.ts'
import { parseProof } from '../parse-proof.ts'
import { proofJsonSchema } from './json-schema.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const committed = JSON.parse(read('docs/proof.schema.json'))

/** What the committed JSON Schema says of a file, as an editor would read both: not by the schema that it is made from. */
function mistakes(text: string, schema: typeof committed = committed): string[] {
  const { error } = z.fromJSONSchema(schema).safeParse(parse(text))
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`)
}

/** For a part of a file: whatever is there is checked, and nothing is missing. */
function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired)
  if (typeof schema !== 'object' || schema === null) return schema
  const parts = Object.entries(schema).filter(([key, part]) => key !== 'required' || !Array.isArray(part))
  return Object.fromEntries(parts.map(([key, part]) => [key, withoutRequired(part)]))
}

/** An example that is indented stands below something else, as the tutorial adds to a file: a rule, a query or a call. */
function asFile(example: string): string {
  if (/^ {2}R\d+:/.test(example)) return `rules:\n${example}`
  if (/^ {2}[\w-]+:/.test(example)) return `queries:\n${example}`
  return /^ {6}- /.test(example) ? `queries:\n  any:\n    works:\n${example}` : example
}

describe('the JSON Schema of proof.yaml', () => {
  it('is the one that the schema gives', () => {
    assert.deepEqual(committed, proofJsonSchema(), 'docs/proof.schema.json is not up to date; run: npm run schema')
  })

  it('accepts every proof.yaml of the corpus, each of which names it', () => {
    const files = globSync('tests/*/proof.yaml', { cwd: root })
    assert.ok(files.length >= 4)
    for (const file of files) {
      assert.deepEqual(mistakes(read(file)), [], file)
      assert.match(read(file), /^# yaml-language-server: \$schema=\.\.\/\.\.\/docs\/proof\.schema\.json\n/, file)
    }
  })

  it('accepts every example of the documents', () => {
    const files = [...globSync('*.md', { cwd: root }), ...globSync('docs/*.md', { cwd: root })]
    const examples = files.flatMap(file =>
      [...read(file).matchAll(/```yaml\n([\s\S]*?)```/g)].map(match => match[1] ?? ''),
    )
    assert.ok(examples.length > 0)
    const ofParts = withoutRequired(committed)
    for (const example of examples) {
      assert.deepEqual(mistakes(asFile(example), ofParts), [], example)
      if (!/^context:/m.test(example) || !/^queries:/m.test(example)) continue
      assert.deepEqual([...mistakes(example), ...parseProof(example).mistakes], [], example)
    }
  })

  it('accepts the short spellings', () => {
    const short = PROOF.replace('{page_size: {type: int, limit: true}}', '{a: int, b: [1, null], c: docs.id, d: }')
    assert.deepEqual(mistakes(short.replace('callers: {R6: [admin]}', 'callers: [admin]')), [])
  })

  it('refuses what the schema refuses', () => {
    const edits: [string, string][] = [
      ['category: tenant-isolation', 'categry: tenant-isolation'],
      ['on: update', 'on: change'],
      ['max_rows: 3', 'max_rows: many'],
      ['docs.secret:', 'secret:'],
      ['flood: {docs: [id]}', 'flood: [docs]'],
      ['queries:', 'queris:'],
      ['{as: ann, gives: [11, 12]}', '{gives: [11, 12]}'],
      ['notes: {via: doc_id}', 'notes: []'],
    ]
    for (const [right, wrong] of edits) assert.notDeepEqual(mistakes(PROOF.replace(right, wrong)), [], wrong)
  })
})
