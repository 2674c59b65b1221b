import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditedApplication } from '../audit/audit-case.ts'
import { auditCases } from '../audit/audit-cases.ts'
import type { ClassifierJob } from '../audit/classifiers.ts'
import type { Application, Case, Problem } from '../domain.ts'
import { createWorkerPool } from '../lib/worker-pool.ts'
import { parseProof } from '../proof/plan/parse-proof.ts'
import type { Audit, ClassifierScore } from '../shortcuts.ts'

const SCORE_WORKER = new URL('../audit/score-worker.ts', import.meta.url)

/** Measures what can be told of the labels of these applications without understanding the code. */
export async function audit(options: {
  applications: Application[]
  cases: Case[]
  /** How many threads may work at once. */
  width: number
  /** Called when another piece of the work is done, with how many there are in all. */
  onProgress: (total: number) => void
}): Promise<Audit> {
  const problems: Problem[] = []
  const applications = options.applications.map(application => readProofOf(application, problems))
  let total = 0
  await using pool = createWorkerPool<ClassifierJob, ClassifierScore>(SCORE_WORKER, options.width)
  const result = await auditCases(applications, options.cases, async job => {
    total++
    const score = await pool.run(job)
    options.onProgress(total)
    return score
  })
  return { ...result, problems: [...problems, ...result.problems] }
}

function readProofOf(application: Application, problems: Problem[]): AuditedApplication {
  const file = join(application.directory, 'proof.yaml')
  const unproved = { application, trusted: application.trusted ?? [], categories: null }
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const message = code === 'ENOENT' ? 'no proof.yaml' : `cannot be read (${code})`
    problems.push({ severity: 'warning', file, message: `${message}; categories and trusted parameters come from it.` })
    return unproved
  }
  const { plan, remarks } = parseProof(text)
  if (plan) {
    const categories = plan.rules.filter(({ category }) => category !== '').map(({ id, category }) => [id, category])
    return { application, trusted: Object.keys(plan.context), categories: Object.fromEntries(categories) }
  }
  const [first] = remarks
  const message = `${first?.message ?? 'not understood.'} Its categories are not counted; npm run verify tells more.`
  problems.push({ severity: 'warning', file, line: first?.line ?? 1, message })
  return unproved
}
