import type { AuditedApplication } from '../audit/audit-case.ts'
import { auditCases } from '../audit/audit-cases.ts'
import type { ClassifierJob } from '../audit/classifiers/classifiers.ts'
import type { PlantJob } from '../audit/classifiers/plants.ts'
import type { Application, Case, Problem } from '../domain.ts'
import { createThreadPool } from '../lib/threads/thread-pool.ts'
import { categoriesOf, loadPlan } from '../proof/plan/load-plan.ts'
import type { Audit, ClassifierScore, Plant } from '../shortcuts.ts'

const SCORE_THREAD = new URL('../audit/classifiers/score-thread.ts', import.meta.url)
const PLANT_THREAD = new URL('../audit/classifiers/plant-thread.ts', import.meta.url)

/** Measures what can be told of the labels of these applications without understanding the code. */
export async function audit(options: {
  applications: Application[]
  cases: Case[]
  /** The applications are only some of their folder. */
  isPart: boolean
  /** Whether to try how large a shortcut would have been found. */
  plants: boolean
  /** How many threads may work at once. */
  width: number
  /** Called when another piece of the work is done, with how many there are in all. */
  onProgress: (total: number) => void
}): Promise<Audit> {
  const problems: Problem[] = []
  const applications: AuditedApplication[] = []
  for (const application of options.applications) applications.push(await readProofOf(application, problems))
  let total = 0
  await using pool = createThreadPool<ClassifierJob, ClassifierScore>({ file: SCORE_THREAD, width: options.width })
  await using planting = createThreadPool<PlantJob, Plant>({ file: PLANT_THREAD, width: options.width })
  async function count<Result>(work: () => Promise<Result>): Promise<Result> {
    total++
    const result = await work()
    options.onProgress(total)
    return result
  }
  const result = await auditCases(applications, options.cases, {
    isPart: options.isPart,
    score: job => count(() => pool.run(job)),
    plant: options.plants ? job => count(() => planting.run(job)) : undefined,
  })
  return { ...result, problems: [...problems, ...result.problems] }
}

async function readProofOf(application: Application, problems: Problem[]): Promise<AuditedApplication> {
  const { file, plan, text, problems: found } = await loadPlan(application.directory)
  if (plan) return { application, trusted: Object.keys(plan.context), categories: categoriesOf(plan) }
  const [first] = found
  const reason = first?.message ?? 'no proof.yaml.'
  const message =
    text === undefined
      ? `${reason.slice(0, -1)}; categories and trusted parameters come from it.`
      : `${reason} Its categories are not counted; npm run verify tells more.`
  problems.push({ file, ...first, severity: 'warning', message })
  return { application, trusted: application.trusted ?? [], categories: null }
}
