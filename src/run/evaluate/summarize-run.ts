import type { Case, Corpus, Question } from '../../domain.ts'
import { hash } from '../../lib/hash.ts'
import { createDraw, type Draw } from '../../metrics/bootstrap.ts'
import { summarizeBatches } from '../../metrics/summarize.ts'
import type { Store } from '../../store/store.ts'
import { type Judged, type Leaderboard, NO_KNOWLEDGE } from '../../summary.ts'
import { knowCases } from '../corpus/know-cases.ts'
import type { ModelPlan } from './plan-run.ts'
import { chunksOf } from './question-list.ts'

type Judgements = Pick<Store, 'judgements'>

/** Of more queries than these, the draws would take memory that the run itself may need. */
const MOST_DRAWN_EARLY = 500

/** Draws what intervals are made from. That needs no answers: there is time for it while the first calls are under way. */
export function drawEarly(cases: Case[]): Draw {
  const draw = createDraw()
  const queries = [...Map.groupBy(cases, ({ application }) => application)].map(
    ([application, ofApplication]) => [application, new Set(ofApplication.map(({ query }) => query)).size] as const,
  )
  if (queries.reduce((sum, [, count]) => sum + count, 0) <= MOST_DRAWN_EARLY)
    for (const [application, count] of queries) draw(application, count)
  return draw
}

/** The scores of what was asked for. Categories and proofs are for the report; the floors of right reason need the rules. */
export async function summarizeRun(
  store: Judgements,
  plans: ModelPlan[],
  { applications, cases }: Corpus,
  { draw, isWhole }: { draw: Draw; isWhole: boolean },
): Promise<Leaderboard> {
  const ruleCounts = new Map(applications.map(({ prompt, rules }) => [hash(prompt), rules.length]))
  const ruleCount = (specificationHash: string) => ruleCounts.get(specificationHash) || null
  // A terminal shows no levels, decoys and solved queries.
  const knowledge = { ...NO_KNOWLEDGE, ...(isWhole ? knowCases(cases) : {}), ruleCount }
  const { leaderboard, summary } = await summarizeBatches(judgedQuestions(store, plans), knowledge, { draw })
  return isWhole ? summary() : leaderboard()
}

/** Some at a time: a run may have asked hundreds of thousands. */
async function* judgedQuestions(store: Judgements, plans: ModelPlan[]): AsyncGenerator<Judged[]> {
  const hashes = new Map<string, string>()
  const hashOf = (text: string) => {
    const known = hashes.get(text) ?? hash(text)
    hashes.set(text, known)
    return known
  }
  for (const { list } of plans) {
    for (const { questions } of chunksOf(list)) {
      const judgements = await store.judgements(questions)
      yield questions.flatMap((question, nth) => {
        const judgement = judgements[nth]
        return judgement ? [{ ...aboutQuestion(question, hashOf), ...judgement }] : []
      })
    }
  }
}

function aboutQuestion(
  { case: one, application, model, evaluationPrompt, repeat }: Question,
  hashOf: (text: string) => string,
) {
  const { path: casePath, query, label, language, violates } = one
  const hashes = { codeHash: hashOf(one.code), specificationHash: hashOf(application.prompt) }
  const contestant = { model, prompt: evaluationPrompt.name, repeat }
  return { application: one.application, query, casePath, label, language, violates, ...hashes, ...contestant }
}
