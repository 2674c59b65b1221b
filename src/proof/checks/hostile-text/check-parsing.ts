// Client text that changes how a statement parses is executed, even where no leak can be shown: a leak may need a text
// that nobody has tried. Such a case is not proved.

import { type CaseRun, isBroken, isJobOf, isOpen, isOrdered } from '../../cases/case-run.ts'
import type { Undecided } from '../../cases/findings.ts'
import { digestText, isEmptyResult, type ResultDigest } from '../../cases/outcome.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import { roleOf, roleParameters } from '../../plan/roles.ts'
import { identifier, quoted } from '../../sql/sql-text.ts'
import type { Actor } from '../../worlds/actors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Check, ProofRun } from '../check.ts'
import { callsAt, type InjectionPoint, injectionPoints, startingCalls } from './hostile-calls.ts'
import { type ParsingText, parsingTexts } from './parsing-texts.ts'
import { runAs } from './send-calls.ts'

/** Sends texts that change how a statement parses, for cases that run text: one actor of each role sends them. */
export const parsing: Check = {
  name: 'parsing',
  needs: ['order'],
  gives: [],
  seeds: 'first',
  searchesFurther: true,
  async *run(proofRun, caseRuns) {
    const rule = proofRun.database.plan.rules.find(({ isInjection }) => isInjection)?.id
    if (rule === undefined) return
    for (const caseRun of caseRuns) {
      const { program, callPlan } = caseRun
      if (!program.facts.runsText || callPlan.hostile.length === 0 || isBroken(caseRun, rule)) continue
      for (const [nth, actor] of sendersOf(proofRun, caseRun).entries()) {
        if (!isOpen(caseRun)) break
        const undecided = await changedParsing(proofRun, caseRun, actor, nth > 0)
        if (undecided) yield { caseRun, kind: 'undecided', undecided }
      }
    }
  },
}

/** One actor of each role whose job the query is. */
function sendersOf({ actors, database }: ProofRun, caseRun: CaseRun): Actor[] {
  const roles = roleParameters(database.plan)
  const able = actors.filter(actor => isJobOf(caseRun, actor))
  return [...Map.groupBy(able, ({ context }) => roleOf(roles, context)).values()].flatMap(group => group.slice(0, 1))
}

async function changedParsing(
  { database, onCase }: ProofRun,
  caseRun: CaseRun,
  actor: Actor,
  areFew: boolean,
): Promise<Undecided | undefined> {
  onCase(caseRun.case.path)
  await using _ = await openWorld(database, UNCHANGED)
  for (const point of injectionPoints(caseRun, startingCalls(caseRun, actor))) {
    const texts = parsingTexts(point.hostile, caseRun.program.facts, areFew)
    const resultsOf = await sendTexts(caseRun, actor, point, texts)
    for (const parsed of texts) {
      const why = whyExecuted(caseRun, parsed, resultsOf)
      if (why === undefined) continue
      // A row may hold the text, so that a search for it rightly finds something.
      if (!why.isError && (await standsInRow(database, parsed.text))) continue
      return {
        reason: `the text of :${point.hostile.name} changes how the statement parses, so it is pasted into SQL: ${why.text} (sent by ${actor.name}); bind the text with USING, or quote it with format() and %L or %I`,
      }
    }
  }
  return undefined
}

/** By text, the results at each place that the text is put in. */
type Results = (text: string) => ResultDigest[]

async function sendTexts(
  caseRun: CaseRun,
  actor: Actor,
  point: InjectionPoint,
  texts: ParsingText[],
): Promise<Results> {
  const all = new Set(texts.flatMap(({ text, harmless, sameAs }) => [text, ...harmless, sameAs ?? []].flat()))
  const calls = [...all].flatMap(text => callsAt(point, text))
  const digests = await runAs(
    caseRun,
    actor,
    calls.map(({ parameters }) => parameters),
  )
  const byText = new Map<string, ResultDigest[]>()
  for (const [index, { text }] of calls.entries()) {
    const digest = digests[index]
    if (digest) byText.set(text, [...(byText.get(text) ?? []), digest])
  }
  return text => byText.get(text) ?? []
}

/** Why a text was executed; undefined where nothing shows that it was. */
function whyExecuted(
  caseRun: CaseRun,
  { text, harmless, sameAs, onlyErrors }: ParsingText,
  resultsOf: Results,
): { text: string; isError: boolean } | undefined {
  for (const [place, digest] of resultsOf(text).entries()) {
    const others = harmless.flatMap(one => resultsOf(one)[place] ?? [])
    const [first = digest, second = digest] = harmless.slice(-2).flatMap(one => resultsOf(one)[place] ?? [])
    // Where the result repeats the text, only the number of rows can be compared.
    const isRepeated = resultText(caseRun, first) !== resultText(caseRun, second)
    const textOf = (one: ResultDigest) => (isRepeated ? countText(one) : resultText(caseRun, one))
    const isLikeOther = others.some(one => textOf(one) === textOf(digest))
    if (digest.error !== undefined) {
      const isNew = isOfStatement(digest) && !others.some(({ error }) => error === digest.error)
      if (isNew && sameAs === undefined)
        return { text: `${shown(text)} ends in ${digest.error}, ${digest.message}`, isError: true }
    } else if (sameAs !== undefined) {
      const same = resultsOf(sameAs)[place]
      if (same && !isRepeated && !isLikeOther && !isEmptyResult(same) && textOf(same) === textOf(digest))
        return { text: `${shown(text)} gives what ${shown(sameAs)} gives`, isError: false }
    } else if (!onlyErrors && !isLikeOther && !isEmptyResult(digest))
      return { text: `${shown(text)} gives something else than ${shown(harmless.at(-1) ?? '')}`, isError: false }
  }
  return undefined
}

function shown(text: string): string {
  return JSON.stringify(text)
}

function resultText(caseRun: CaseRun, digest: ResultDigest): string {
  return digest.error ?? digestText(digest, isOrdered(caseRun))
}

function countText({ error, returnedOrChanged, changes }: ResultDigest): string {
  return error ?? `${returnedOrChanged} ${changes.length}`
}

/**
 * Whether an error is about the statement itself: class 42, or a mark of format() in the text. A missing right is none:
 * a guard raises it. Other languages have errors of class 42 too, and such a text may rightly be bound.
 */
function isOfStatement({ error = '', message = '' }: ResultDigest): boolean {
  if (/\b(ts|l|ltxt)query\b|jsonpath|ltree|regular expression/i.test(message)) return false
  return (error.startsWith('42') && error !== '42501') || (error === '22023' && message.includes('format()'))
}

/** Whether a row of the seed holds the text. */
async function standsInRow({ session, tables }: TestDatabase, text: string): Promise<boolean> {
  const queries = [...tables.keys()].map(
    name => `exists (select from ${identifier(name)} r where strpos(lower(r::text), lower(${quoted(text)})) > 0)`,
  )
  const [result] = await session.run(`select ${queries.join(' or ')}`)
  return result?.rows[0]?.[0] === 't'
}
