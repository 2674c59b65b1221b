// Finds parts of a good case that only permit more, such as an arm of an OR, and that no call shows at work. What such a part
// permits is not known: `OR (select count(*) from tickets) > 5000` may open everything on another day.

import { chunks } from '../../../lib/chunks.ts'
import { type CaseRun, isOpen, isOrdered, type MadeCall } from '../../cases/case-run.ts'
import type { Program, WithoutPermit } from '../../cases/kind.ts'
import { digestText, isEmptyResult, type ResultDigest } from '../../cases/outcome.ts'
import type { Selector } from '../../mutants/permits/selectors.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED, type WorldBuild } from '../../worlds/world.ts'
import { actorOf, type Check, type ProofRun } from '../check.ts'
import { createComparison } from './after-calls.ts'
import { judgeShown } from './judge-shown.ts'

/** How many calls that gave something are made at once. */
const SLICE = 30

/** Makes every call once more with the code without the part. In one call at least, the result must be another. */
export const reached: Check = {
  name: 'reached',
  needs: ['digests'],
  gives: [],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    const telling: Telling = new Map()
    const good = caseRuns.filter(one => one.case.label === 'good' && Object.keys(one.findings.witnesses).length === 0)
    // The operations of a migration are called with the same parts.
    for (const [one, group] of Map.groupBy(good, caseRun => caseRun.case)) {
      const [caseRun] = group
      if (!caseRun) continue
      const reason = caseRun.program.whyUnclear?.()
      if (reason !== undefined) yield { caseRun, kind: 'doubt', reason }
      // A part that another seed showed at work need not be tried again.
      const left = proofRun.earlier?.get(one.path)?.unreached
      if (left?.length === 0) continue
      const showsAfterCalls = createComparison(proofRun, group)
      const judged = new Set<string>()
      for (const permit of (await caseRun.program.withoutPermits?.()) ?? []) {
        if (!isOpen(caseRun)) break
        const part = `line ${permit.line}: ${permit.what}`
        if (left?.includes(part) === false) continue
        if (await isAtWork(proofRun, group, permit, telling)) continue
        // What a trigger keeps for later shows in a call after the one that fired it.
        const shown = permit.code === undefined ? undefined : await showsAfterCalls(permit.code)
        if (shown) yield* judgeShown(proofRun, shown, judged)
        else yield { caseRun, kind: 'unreached', part }
      }
    }
  },
}

/** By actor, how many parts their calls showed at work. The actor whose calls showed most comes first for the next part. */
type Telling = Map<string, number>

/**
 * Whether a call gives something else without the part; of a selector, with each value that it may always have had. Where
 * the part cannot be taken away, or the code cannot be prepared without it, nothing is known of it.
 */
async function isAtWork(
  proofRun: ProofRun,
  group: CaseRun[],
  permit: WithoutPermit,
  telling: Telling,
): Promise<boolean> {
  const { code, selector, executed, alike } = permit
  if (code === undefined) return false
  if (selector === undefined)
    return (
      (await isOther(proofRun, group, permit, code, telling)) ||
      (executed !== undefined && (await isOther(proofRun, group, permit, executed, telling))) ||
      (alike !== undefined && (await areAlike(proofRun, group, alike)))
    )
  for (const value of await valuesOf(proofRun, group, selector, telling))
    if (!(await isOther(proofRun, group, permit, selector.freeze(value), telling))) return false
  return true
}

/** The program with other code, and the world in which it is run; undefined where PostgreSQL does not accept the code. */
async function withCode(
  { database, prepare }: ProofRun,
  group: CaseRun[],
  code: string,
): Promise<{ programOf: (caseRun: CaseRun) => Program; build: WorldBuild } | undefined> {
  const [caseRun] = group
  if (!caseRun) return undefined
  if (caseRun.query.operation) {
    const build = { sql: code, writes: [] }
    await using world = await openWorld(database, build)
    return world.unbuilt === undefined ? { programOf: one => one.program, build } : undefined
  }
  const program = await prepare?.(caseRun, code)
  return !program || 'refused' in program ? undefined : { programOf: () => program, build: UNCHANGED }
}

/** Where no call tells the value of a selector, since the code catches errors or has no place for one. */
const USUAL_VALUES = ['0', '1', '2', 'NULL']

/** The first value that a call tells. If it is the only one, the code with this value written there gives the same. */
async function valuesOf(
  proofRun: ProofRun,
  group: CaseRun[],
  selector: Selector,
  telling: Telling,
): Promise<readonly string[]> {
  if (selector.telling === undefined) return USUAL_VALUES
  const other = await withCode(proofRun, group, selector.telling)
  if (!other) return USUAL_VALUES
  await using _ = await openWorld(proofRun.database, other.build)
  for (const { caseRun, gave, calls } of madeCalls(proofRun, group, telling)) {
    const digests = await other.programOf(caseRun).run(
      calls.map(({ step }) => [step]),
      gave ? 'work' : 'attack',
    )
    for (const { message } of digests) {
      const value = selector.valueIn(message)
      if (value !== undefined) return [value]
    }
  }
  return USUAL_VALUES
}

/** Whether a call gives something else with other code. */
async function isOther(
  proofRun: ProofRun,
  group: CaseRun[],
  { changesType = false, isTold = false }: WithoutPermit,
  code: string,
  telling: Telling,
): Promise<boolean> {
  if (!proofRun.prepare && !group[0]?.query.operation) return true
  const other = await withCode(proofRun, group, code)
  if (!other) return changesType
  await using _ = await openWorld(proofRun.database, other.build)
  let [fails, isAlive] = [false, changesType]
  for (const { caseRun, by, gave, calls } of madeCalls(proofRun, group, telling)) {
    const found = await compareCalls(caseRun, other.programOf(caseRun), calls, gave ? 'work' : 'attack', isTold)
    fails ||= found.fails
    isAlive ||= found.isAlive
    if (!found.isOther && !(fails && isAlive)) continue
    telling.set(by, (telling.get(by) ?? 0) + 1)
    return true
  }
  return false
}

/**
 * Whether one code only refuses, so that each call gives what it gave before or nothing, or else gives the same as the other in
 * every call. In one call at least, it must give something else than the case.
 */
async function areAlike(proofRun: ProofRun, group: CaseRun[], { one, other }: { one: string; other: string }) {
  const first = await allGiven(proofRun, group, one)
  if (!first?.isOther) return false
  return first.refuses || first.text === (await allGiven(proofRun, group, other))?.text
}

/** All that the calls give with other code; undefined where the code fails. */
async function allGiven(
  proofRun: ProofRun,
  group: CaseRun[],
  code: string,
): Promise<{ text: string; isOther: boolean; refuses: boolean } | undefined> {
  const changed = await withCode(proofRun, group, code)
  if (!changed) return undefined
  await using _ = await openWorld(proofRun.database, changed.build)
  const texts: string[] = []
  let [isOther, refuses] = [false, true]
  for (const { caseRun, gave, calls } of madeCalls(proofRun, group, new Map())) {
    const steps = calls.map(({ step }) => [step])
    const digests = await changed.programOf(caseRun).run(steps, gave ? 'work' : 'attack')
    for (const [nth, digest] of digests.entries()) {
      const before = calls[nth]?.result
      const text = `${digestText(digest, isOrdered(caseRun))}${errorText(digest)}`
      if (isAboutCode(digest) && before?.error !== digest.error) return undefined
      const isSame =
        before !== undefined && digestText(before, isOrdered(caseRun)) === digestText(digest, isOrdered(caseRun))
      isOther ||= !isSame
      refuses &&= isSame || digest.error !== undefined || isEmptyResult(digest)
      texts.push(text)
    }
  }
  return { text: JSON.stringify(texts), isOther, refuses }
}

interface Compared {
  /** A call gives something else. */
  isOther: boolean
  /** A call fails with an error about the code itself. That tells something only if the code is alive. */
  fails: boolean
  /** A call gives what it gave before, and that is more than nothing. */
  isAlive: boolean
}

async function compareCalls(
  caseRun: CaseRun,
  program: Program,
  calls: MadeCall[],
  expects: 'work' | 'attack',
  isTold: boolean,
): Promise<Compared> {
  const digests = await program.run(
    calls.map(({ step }) => [step]),
    expects,
  )
  const text = (digest: ResultDigest | undefined) =>
    digest && `${digestText(digest, isOrdered(caseRun))}${isTold ? errorText(digest) : ''}`
  const isOther = (nth: number) => text(calls[nth]?.result) !== text(digests[nth])
  const others = [...calls.keys()].filter(isOther)
  return {
    isOther: others.some(nth => !isAboutCode(digests[nth])),
    fails: others.some(nth => isAboutCode(digests[nth])),
    isAlive: calls.some(({ result }, nth) => !isEmptyResult(result) && result.error === undefined && !isOther(nth)),
  }
}

/** What an error says, without the hash of its place in the code. */
function errorText({ message = '', details = '' }: ResultDigest): string {
  return `|${message}|${details.replace(/\|[0-9a-f]{32}/, '')}`
}

/** An error about the code itself, such as a type that is not known: mostly every call fails, whatever the part permitted. */
function isAboutCode(digest: ResultDigest | undefined): boolean {
  return /^(?:42(?!501)|0A|XX)/.test(digest?.error ?? '')
}

interface CallsOfActor {
  caseRun: CaseRun
  by: string
  /** Whether these calls gave something, or none of them did. */
  gave: boolean
  calls: MadeCall[]
}

/**
 * The calls that gave something come first: those of `works`, which show most parts at work, then those of each actor, and
 * all others. Without a part that permits more, a call that gave nothing mostly gives nothing again.
 */
function madeCalls(proofRun: ProofRun, group: CaseRun[], telling: Telling): CallsOfActor[] {
  const made = group.map(caseRun => callsOf(proofRun, caseRun))
  const told = ({ by }: { by: string }) => telling.get(by) ?? 0
  const inOrder = [
    ...made.map(({ works }) => works).sort((a, b) => told(b) - told(a)),
    ...made.flatMap(({ further }) => further).sort((a, b) => told(b) - told(a)),
  ]
  const only = (gave: boolean) =>
    inOrder.map(one => ({ ...one, gave, calls: one.calls.filter(({ result }) => isEmptyResult(result) !== gave) }))
  return [...only(true).flatMap(inSlices), ...only(false)].filter(({ calls }) => calls.length > 0)
}

/** The calls of `works`, and the others by actor. */
function callsOf(proofRun: ProofRun, caseRun: CaseRun) {
  const { query, callPlan, facts } = caseRun
  const all = [...(facts.digests ?? [])].map(([name, results]) => {
    const { context } = actorOf(proofRun, name)
    const calls = callPlan.callsOf(name)
    const by = `${query.name} ${name}`
    return { by, calls: results.map((result, nth) => ({ step: { context, parameters: calls[nth] ?? {} }, result })) }
  })
  const base = callPlan.base.length
  const works = all.flatMap(({ calls }) => calls.slice(0, base))
  const further = all.map(({ by, calls }) => ({ caseRun, by, calls: calls.slice(base) }))
  const others = { caseRun, by: `${query.name} others`, calls: [...(facts.otherCalls ?? [])] }
  return { works: { caseRun, by: query.name, calls: works }, further: [...further, others] }
}

/** Few calls at a time: mostly one of the first tells already. */
function inSlices({ calls, ...rest }: CallsOfActor): CallsOfActor[] {
  return chunks(calls, SLICE).map(own => ({ ...rest, calls: own }))
}
