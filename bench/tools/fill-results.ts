// Writes a database as if models had been asked: each with a skill, a taste for alarms, a price and a pace of its own, on
// queries that are more or less hard. Seeded, so that two runs measure the same.
import type { Application, Case, Corpus, EvaluationPrompt, Result } from '../../src/domain.ts'
import { hash } from '../../src/lib/hash.ts'
import { seededRandom } from '../../src/lib/statistics/seeded-random.ts'
import { openStore } from '../../src/store/open-store.ts'
import type { AnsweredQuestion } from '../../src/store/store.ts'

export interface StandInModel {
  name: string
  host: string
  /** How much better than chance it is, from 0 to 1. */
  skill: number
  /** Below 0 it lets pass, above 0 it raises alarms. */
  bias: number
  /** Share of replies that give no verdict. */
  silence: number
  /** USD an answer; null where nothing is paid. */
  price: number | null
  latencyMs: number
}

/** Answers every case of the corpus once for each model, prompt and repeat. */
export async function fillResults(
  path: string,
  corpus: Corpus,
  {
    models,
    prompts = ['default'],
    repeats = 1,
    words = 70,
  }: { models: StandInModel[]; prompts?: string[]; repeats?: number; words?: number },
): Promise<void> {
  const random = seededRandom('results')
  const applications = new Map(corpus.applications.map(one => [one.name, one]))
  const hardness = new Map<string, number>()
  await using store = await openStore(path)
  for (const one of corpus.cases) {
    const application = applications.get(one.application) as Application
    const query = `${one.application} ${one.query}`
    const hard = hardness.get(query) ?? random() * 0.9 - 0.45
    hardness.set(query, hard)
    const answers: AnsweredQuestion[] = []
    for (const [nth, name] of prompts.entries()) {
      const evaluationPrompt: EvaluationPrompt = { name, text: `Prompt ${name}.` }
      for (const model of models) {
        for (let repeat = 1; repeat <= repeats; repeat++) {
          const identity = { name: model.name, host: model.host, parameters: '{}' }
          const key = hash(one.path, name, model.name, model.host, String(repeat))
          const question = { case: one, application, evaluationPrompt, model: identity, repeat, key }
          const answer = makeAnswer(one, application, model, hard - nth * 0.06, words, random)
          answers.push({ question, answer })
        }
      }
    }
    await store.add(answers)
  }
}

const NO_VERDICTS: Result[] = ['refused', 'truncated', 'unreadable', 'empty']

function makeAnswer(
  one: Case,
  application: Application,
  model: StandInModel,
  hard: number,
  words: number,
  random: () => number,
) {
  const chance = Math.min(0.99, Math.max(0.05, 0.5 + model.skill / 2 - hard * model.skill))
  const isRight = random() < chance
  const isPushed = random() < Math.abs(model.bias)
  const judged = isRight ? one.label : one.label === 'good' ? 'bad' : 'good'
  const result: Result =
    random() < model.silence
      ? (NO_VERDICTS[Math.floor(random() * 4)] ?? 'empty')
      : isPushed
        ? model.bias > 0
          ? 'bad'
          : 'good'
        : judged
  const ids = application.rules.map(({ id }) => id)
  const guess = ids[Math.floor(random() * ids.length)] ?? 'R1'
  const rules = result === 'bad' ? [isRight && one.label === 'bad' ? (one.violates[0] ?? guess) : guess] : []
  const explanation = result === 'good' || result === 'bad' ? explain(one, rules, words, random) : ''
  const completionTokens = Math.round(120 + random() * 400)
  return {
    timestamp: '2026-03-01T12:00:00.000Z',
    typedName: model.name,
    latencyMs: Math.round(model.latencyMs * (0.5 + random() * 1.5)),
    verdict: { result, explanation, rules },
    reply: { body: JSON.stringify({ explanation, assessment: result, violated_rules: rules }), attempts: 1 },
    provenance: {
      provider: model.host === 'openrouter.ai' ? 'Stand-in' : null,
      servedModel: model.name,
      finishReason: 'stop',
      nativeFinishReason: 'stop',
      generationId: `gen-${Math.floor(random() * 1e12)}`,
      promptTokens: 3900,
      completionTokens,
      cachedTokens: 3000,
      reasoningTokens: 0,
      cost: model.price === null ? null : model.price * (0.6 + random() * 0.8),
    },
  }
}

// Words of the code among words of a reviewer, at random: such prose is harder to compress than what models write.
const REVIEW =
  'the query filters by tenant but never checks role of caller so rows that belong to another organisation are returned because join uses left side and condition stands in its ON clause which keeps deleted records when grant has expired this breaks rule as attacker could pass any id and read amounts remarks prices limit is taken from client without bound therefore code looks correct at first sight however predicate compares wrong alias status guard version missing parameter binding safe'.split(
    ' ',
  )

function explain(one: Case, rules: string[], words: number, random: () => number): string {
  const own = one.code.match(/[a-z_]{4,}/g) ?? ['code']
  const count = Math.round(words * (0.4 + random() * 1.2))
  const said = Array.from({ length: count }, () => {
    const list = random() < 0.3 ? own : REVIEW
    return list[Math.floor(random() * list.length)]
  })
  const text = said.join(' ')
  return `${rules.length > 0 ? `${rules[0]} is broken: ` : ''}${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
