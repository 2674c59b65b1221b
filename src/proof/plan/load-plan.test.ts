import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { PROOF } from '../testing/tiny-application.ts'
import { loadCategories } from './load-categories.ts'
import { categoriesOf, loadPlan } from './load-plan.ts'

describe('loadPlan', () => {
  it('gives the plan, with the seeds that lie beside the file', () => {
    using folder = temporaryFolder()
    folder.write({ 'proof.yaml': PROOF.replaceAll('\n', '\r\n'), 'seed.sql': '', 'seed-sparse.sql': '' })
    const { plan, text, problems } = loadPlan(folder.path)
    assert.deepEqual(plan?.seeds, ['seed.sql', 'seed-sparse.sql'])
    assert.equal(text, PROOF)
    assert.deepEqual(problems, [])
  })

  it('tells apart what is missing, what cannot be read and what is wrong', () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'proof.yaml')
    assert.deepEqual(loadPlan(folder.path), { file, isMissing: true, problems: [] })
    folder.write({ 'wrong/proof.yaml': 'rules: []' })
    const wrong = loadPlan(join(folder.path, 'wrong'))
    assert.equal(wrong.text, 'rules: []')
    assert.equal(wrong.plan, undefined)
    assert.match(wrong.problems[0]?.message ?? '', /^rules is a list; name: value pairs were wanted\.$/)
    mkdirSync(file)
    const unreadable = loadPlan(folder.path)
    assert.equal(unreadable.isMissing, false)
    assert.deepEqual(unreadable.problems, [{ severity: 'error', file, message: 'cannot be read (EISDIR).' }])
  })
})

describe('loadCategories', () => {
  it('gives the categories of the plan', () => {
    using folder = temporaryFolder()
    folder.write({ 'proof.yaml': PROOF })
    const { plan } = loadPlan(folder.path)
    assert.ok(plan)
    assert.deepEqual(Object.fromEntries(loadCategories(folder.path)), categoriesOf(plan))
    assert.equal(loadCategories(folder.path).get('R1'), 'tenant-isolation')
  })

  it('gives none where nothing can be read', () => {
    using folder = temporaryFolder()
    for (const text of ['', 'rules: [', 'rules: 5', 'rules: {R1: 5, R2: {category: []}}']) {
      folder.write({ 'proof.yaml': text })
      assert.equal(loadCategories(folder.path).size, 0, text)
    }
    assert.equal(loadCategories(join(folder.path, 'nowhere')).size, 0)
  })

  it('does without the library of the schema, which takes 50 ms to load', () => {
    const seen = new Set<string>()
    const packages = new Set<string>()
    const visit = (file: string): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
        /^(?:import|export) (?!type)[^;]*?from '([^']+)'/gms,
      ))
        if (name.startsWith('.')) visit(join(dirname(file), name))
        else packages.add(name)
    }
    visit(join(import.meta.dirname, 'load-categories.ts'))
    assert.ok(packages.has('yaml'))
    assert.ok(!packages.has('zod'))
  })
})
