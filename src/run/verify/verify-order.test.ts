import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import type { CaseFindings } from '../../proof/cases/findings.ts'
import { DEFAULTS, proveAll } from '../../proof/prover/prover.ts'
import type { CaseGroup } from '../../proof/prover/worker.ts'
import { loadCorpus } from '../corpus/load-corpus.ts'
import { openProofCache } from './proof-cache.ts'
import { proofSubjects } from './proof-subject.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** A good case that writes and one that is a function, and a bad case of each. The tiny application has twenty: see order-of-cases.test.ts. */
const CASES = /(rotate-token|search-tickets)-0[13]-/

it('finds the same about cases that are shipped, together in random order and each alone', {
  timeout: 600_000,
}, async () => {
  const { corpus } = loadCorpus(join(ROOT, 'tests'), { skipInvalid: false })
  const cases = corpus.cases.filter(({ path }) => path.startsWith('helpdesk/') && CASES.test(path))
  using cache = openProofCache(undefined)
  const [known] = await proofSubjects(corpus, corpus.applications, cases, cache)
  assert.ok(known?.subject)
  const { toProve, queryOf } = known
  const subject = { ...known.subject, seeds: known.subject.seeds.slice(0, 1) }
  assert.equal(toProve.length, 4)

  async function findingsOf(groups: CaseGroup[], groupsAtOnce: number): Promise<Record<string, CaseFindings>> {
    const found: Record<string, CaseFindings> = {}
    const onFindings = (one: CaseFindings) => {
      found[one.path] = one
    }
    const onWrongPlan = (message: string) => assert.fail(message)
    const engine = { template: join(ROOT, '.cache/postgres.tar') }
    await proveAll([{ subject, groups, groupsAtOnce, onFindings, onWrongPlan }], { ...DEFAULTS, engine, width: 2 })
    return found
  }

  const alone = toProve.map(one => ({ query: queryOf.get(one.path) ?? '', cases: [one] }))
  const random = seededRandom('order')
  const shuffled = alone
    .map(group => ({ group, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ group }) => group)
  assert.deepEqual(await findingsOf(shuffled, 4), await findingsOf(alone, 1))
})
