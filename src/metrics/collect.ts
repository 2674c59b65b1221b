// Puts rows into the form that scores are computed from: for each contestant its cases, and for each case the answers of all
// repeats. Everything is sorted, so that no number depends on the order of the rows.

import type { Label, Level, ModelIdentity, Result } from '../domain.ts'
import { querySize } from '../lib/query-size.ts'
import { caseKey, contestantKey, type Judged, type Knowledge } from '../summary.ts'

export interface CaseFacts {
  key: string
  /** Its place among all cases. */
  index: number
  casePath: string
  application: string
  query: string
  label: Label
  language: string
  level: Level | null
  /** What the case seems to break and what refutes it; null where it is not meant to look wrong. */
  decoy: string | null
  /** How many cases its query has when it is whole. */
  querySize: number
  /** Rules that are broken, the main one first. */
  broken: string[]
  /** Of the main rule. */
  category: string | null
  /** How many rules the specification has. */
  ruleCount: number | null
}

export interface RepeatAnswer {
  repeat: number
  result: Result
  /** The first rule that was named, and how many were. */
  rule: string | undefined
  rules: number
}

/** What one contestant said about one case, in any order of the repeats. */
export interface CaseAnswers {
  one: CaseFacts
  answers: RepeatAnswer[]
  /** The share of answers that are right. */
  right: number
}

export interface Contestant {
  key: string
  model: ModelIdentity
  prompt: string
  /** In the order of the cases. */
  caseAnswers: CaseAnswers[]
  spent: Spent
}

/** What the evaluations of a contestant took: a number for each evaluation, NaN where it is not known. */
export interface Spent {
  cost: number[]
  promptTokens: number[]
  completionTokens: number[]
  latencyMs: number[]
}

export interface Collection {
  evaluations: number
  cases: CaseFacts[]
  contestants: Contestant[]
}

interface Draft extends Omit<Contestant, 'caseAnswers'> {
  /** By the number of the case, in the order in which cases came. */
  answers: RepeatAnswer[][]
}

export interface Collector {
  add(row: Judged): void
  /** What was added until now. */
  collect(knowledge: Knowledge): Collection
}

/** Takes the rows one at a time, and keeps no more of them than scores need: there may be many. */
export function createCollector(): Collector {
  const cases = new Map<string, { number: number; row: Judged }>()
  const drafts = new Map<string, Draft>()
  let evaluations = 0
  return {
    add(row) {
      evaluations++
      const key = caseKey(row)
      const one = cases.get(key) ?? { number: cases.size, row }
      cases.set(key, one)
      // What "# Violates" says is no part of the key, so that two rows may disagree.
      if (compareText(String(row.violates), String(one.row.violates)) < 0) one.row = row
      const contestant = contestantKey(row)
      let draft = drafts.get(contestant)
      if (!draft) {
        const spent = { cost: [], promptTokens: [], completionTokens: [], latencyMs: [] }
        draft = { key: contestant, model: row.model, prompt: row.prompt, answers: [], spent }
        drafts.set(contestant, draft)
      }
      addAnswer(draft, one.number, row)
    },
    collect(knowledge) {
      const sorted = [...cases].sort(([a, one], [b, other]) => byPlace(one.row, other.row) || compareText(a, b))
      const sizes = querySizes(
        sorted.map(([, { row }]) => row),
        knowledge,
      )
      const facts = sorted.map(([key, { row }], index) => factsOf(key, index, row, knowledge, sizes))
      const numbers = sorted.map(([, { number }]) => number)
      const contestants = [...drafts.values()]
        .sort((a, b) => compareText(a.key, b.key))
        .map(({ answers, ...draft }) => ({ ...draft, caseAnswers: answersByCase(answers, facts, numbers) }))
      return { evaluations, cases: facts, contestants }
    },
  }
}

function addAnswer({ answers, spent }: Draft, number: number, row: Judged): void {
  const { result, rules } = row.verdict
  const answer = { repeat: row.repeat, result, rule: rules[0], rules: rules.length }
  const before = answers[number]
  if (before) before.push(answer)
  else answers[number] = [answer]
  spent.cost.push(row.cost ?? Number.NaN)
  spent.promptTokens.push(row.promptTokens ?? Number.NaN)
  spent.completionTokens.push(row.completionTokens ?? Number.NaN)
  spent.latencyMs.push(row.latencyMs)
}

/** By application and query. Where the corpus is gone, the numbers of the cases that were asked tell. */
function querySizes(rows: Judged[], knowledge: Knowledge): Map<string, number> {
  const queries = groupSorted(rows, queryOf)
  return new Map(
    queries.flatMap(([name, ofQuery]) => {
      const [first] = ofQuery
      if (!first) return []
      const known = knowledge.querySize(first.application, first.query)
      return [[name, known ?? querySize(ofQuery.map(({ casePath }) => casePath))]]
    }),
  )
}

function queryOf({ application, query }: Pick<Judged, 'application' | 'query'>): string {
  return JSON.stringify([application, query])
}

function factsOf(
  key: string,
  index: number,
  row: Judged,
  { proved, categoryOf, ruleCount, decoyOf, levelOf }: Knowledge,
  sizes: Map<string, number>,
): CaseFacts {
  const { casePath, application, query, label, language, violates, specificationHash } = row
  const broken = label === 'good' ? [] : mainFirst(proved(row) ?? violates, violates)
  const category = broken[0] === undefined ? null : categoryOf(application, broken[0])
  const about = { key, index, casePath, application, query, label, language, level: levelOf(row), broken, category }
  const decoy = label === 'good' ? decoyOf(row) : null
  return { ...about, decoy, querySize: sizes.get(queryOf(row)) ?? 0, ruleCount: ruleCount(specificationHash) }
}

/** The proof says which rules break; the case says which of them is the main one. */
function mainFirst(broken: string[], violates: string[]): string[] {
  const main = violates.find(rule => broken.includes(rule))
  return main === undefined ? broken : [main, ...broken.filter(rule => rule !== main)]
}

/** `numbers` are those of the cases, under which their answers were put. */
function answersByCase(answers: RepeatAnswer[][], cases: CaseFacts[], numbers: number[]): CaseAnswers[] {
  return cases.flatMap((one, index) => {
    const ofCase = answers[numbers[index] ?? -1]
    if (!ofCase) return []
    const right = ofCase.filter(({ result }) => result === one.label).length / ofCase.length
    return [{ one, answers: ofCase, right }]
  })
}

function byPlace(a: Judged, b: Judged): number {
  return (
    compareText(a.application, b.application) || compareText(a.query, b.query) || compareText(a.casePath, b.casePath)
  )
}

/** By code units: the same order on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Groups by a name, in the order in which the names come. */
export function groupInOrder<T>(items: T[], nameOf: (item: T) => string): [string, T[]][] {
  return [...Map.groupBy(items, nameOf)]
}

/** As `groupInOrder`, for items that are sorted by that name already: faster, because nothing is looked up. */
export function groupSorted<T>(items: T[], nameOf: (item: T) => string): [string, T[]][] {
  const groups: [string, T[]][] = []
  for (const item of items) {
    const name = nameOf(item)
    const last = groups.at(-1)
    if (last?.[0] === name) last[1].push(item)
    else groups.push([name, [item]])
  }
  return groups
}
