import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { temporaryFolder } from '../../lib/testing/temporary-folder.ts'
import { PROOF } from '../testing/tiny-application.ts'
import { loadCategories } from './load-categories.ts'
import { categoriesOf, loadPlan, type PlanCache } from './load-plan.ts'
import type { ProofPlan } from './plan.ts'

describe('loadPlan', () => {
  it('gives the plan, with the seeds that lie beside the file', async () => {
    using folder = temporaryFolder()
    folder.write({ 'proof.yaml': PROOF.replaceAll('\n', '\r\n'), 'seed.sql': '', 'seed-sparse.sql': '' })
    const { plan, text, problems } = await loadPlan(folder.path)
    assert.deepEqual(plan?.seeds, ['seed.sql', 'seed-sparse.sql'])
    assert.equal(text, PROOF)
    assert.deepEqual(problems, [])
  })

  it('tells apart what is missing, what cannot be read and what is wrong', async () => {
    using folder = temporaryFolder()
    const file = join(folder.path, 'proof.yaml')
    assert.deepEqual(await loadPlan(folder.path), { file, isMissing: true, problems: [] })
    folder.write({ 'wrong/proof.yaml': 'rules: []' })
    const wrong = await loadPlan(join(folder.path, 'wrong'))
    assert.equal(wrong.text, 'rules: []')
    assert.equal(wrong.plan, undefined)
    assert.match(wrong.problems[0]?.message ?? '', /^rules is a list; name: value pairs were wanted\.$/)
    mkdirSync(file)
    const unreadable = await loadPlan(folder.path)
    assert.equal(unreadable.isMissing, false)
    assert.deepEqual(unreadable.problems, [{ severity: 'error', file, message: 'cannot be read (EISDIR).' }])
  })
})

describe('loadCategories', () => {
  it('gives the categories of the plan', async () => {
    using folder = temporaryFolder()
    folder.write({ 'proof.yaml': PROOF })
    const { plan } = await loadPlan(folder.path)
    assert.ok(plan)
    assert.deepEqual(Object.fromEntries(loadCategories(folder.path)), categoriesOf(plan))
    assert.equal(loadCategories(folder.path).get('R1'), 'tenant-isolation')
  })

  it('gives none where nothing can be read', async () => {
    using folder = temporaryFolder()
    for (const text of ['', 'rules: [', 'rules: 5', 'rules: {R1: 5, R2: {category: []}}']) {
      folder.write({ 'proof.yaml': text })
      assert.equal(loadCategories(folder.path).size, 0, text)
    }
    assert.equal(loadCategories(join(folder.path, 'nowhere')).size, 0)
  })

  it('does without the library of the schema, which takes 50 ms to load', async () => {
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

describe('a plan that was read before', () => {
  it('is not read again, unless the text or the seeds beside it are others', async () => {
    using folder = temporaryFolder()
    const kept = new Map<string, ProofPlan>()
    let reads = 0
    const cache: PlanCache = {
      getPlan: text => kept.get(text),
      setPlan: (text, plan) => {
        reads++
        kept.set(text, plan)
      },
    }
    folder.write({ 'proof.yaml': PROOF })
    const first = await loadPlan(folder.path, cache)
    assert.deepEqual(await loadPlan(folder.path, cache), first)
    assert.equal(reads, 1)
    folder.write({ 'seed-sparse.sql': '' })
    assert.deepEqual((await loadPlan(folder.path, cache)).plan?.seeds, ['seed.sql', 'seed-sparse.sql'])
    folder.write({ 'proof.yaml': `${PROOF}\nwrong: true` })
    assert.equal((await loadPlan(folder.path, cache)).plan, undefined)
    assert.equal(reads, 2)
  })
})
