import { emptyFinding } from '../cases/finding.ts'
import { type Print, printCalls, printText } from '../cases/sql/run-calls.ts'
import type { Parameters } from '../inputs/call-plan.ts'
import type { HostileParameter } from '../inputs/hostile-text.ts'
import { inWorld } from '../worlds/worlds.ts'
import {
  callsAt,
  callsWith,
  type HostileCall,
  isDynamic,
  type Place,
  placesIn,
  startsOf,
  tagPayloads,
  tagsIn,
} from './hostile-calls.ts'
import { type Course, compareWorlds, runReal } from './sweep.ts'
import { type Actor, type Entry, isNothing, isOpen, isWorking, type Trial } from './trial.ts'

/** Who sends hostile text: the first of those whose job it is, the one from whom most is hidden, and other roles that the code names. */
const MOST_SENDERS = 2

/**
 * Hostile text in a pass of its own: what breaks only here is charged to the injection rule alone. It is sent by those
 * whose job the query is: whoever is turned away does not get as far as the statement that the text is pasted into.
 */
export async function checkPayloads(trial: Trial, entries: Entry[]): Promise<void> {
  const rule = trial.database.plan.rules.find(({ isInjection }) => isInjection)?.id
  if (rule === undefined) return
  for (const actor of trial.actors) {
    const left = entries.filter(
      entry =>
        isOpen(entry) && !entry.origin && !(rule in entry.finding.witnesses) && sendersOf(trial, entry).includes(actor),
    )
    if (left.length === 0) continue
    // A copy takes the witnesses, so that the other rules stay clean.
    const copies = await send(trial, actor, left, entry => payloadsOf(trial, entry, actor), plainCalls)
    for (const [copy, entry] of copies) {
      const fresh = Object.values(copy.finding.witnesses).find(witness => !(witness.rule in entry.finding.witnesses))
      if (!fresh) continue
      const sentence = fresh.sentence.replace(/\.$/, `: text that the client sent was executed, which ${rule} forbids.`)
      entry.finding.witnesses[rule] = { ...fresh, rule, sentence }
    }
  }
}

/**
 * The names of what is hidden from whoever sends them: one may be taken for a column to sort by. That is no text that was
 * executed, but a leak by itself; where text is executed, it is the same flaw.
 */
export async function checkNames(trial: Trial, entries: Entry[]): Promise<void> {
  const rule = trial.database.plan.rules.find(({ isInjection }) => isInjection)?.id ?? ''
  for (const actor of trial.actors) {
    const hidden = actor.worlds.filter(({ kind }) => kind === 'columns').flatMap(world => world.hidden)
    const names = [...new Set(hidden.flatMap(({ columns }) => columns))]
    const left = entries.filter(
      entry =>
        isOpen(entry) &&
        !entry.origin &&
        entry.sweep.hostile.length > 0 &&
        !(rule in entry.finding.witnesses) &&
        isWorking(entry, actor),
    )
    if (names.length === 0 || left.length === 0) continue
    const copies = await send(
      trial,
      actor,
      left,
      async entry => {
        const start = startsOf(entry, actor).slice(0, 1)
        return callsWith(placesIn(entry, start), () => names)
      },
      noCalls,
    )
    for (const [copy, entry] of copies)
      for (const witness of Object.values(copy.finding.witnesses)) entry.finding.witnesses[witness.rule] ??= witness
  }
}

/** Makes these calls of each entry, whose witnesses are taken by a copy of it. */
async function send(
  trial: Trial,
  actor: Actor,
  entries: Entry[],
  callsOf: (entry: Entry) => Promise<HostileCall[]>,
  usualOf: (place: Place) => Parameters[],
): Promise<Map<Entry, Entry>> {
  const sent = new Map<Entry, HostileCall[]>()
  for (const entry of entries) sent.set(entry, await callsOf(entry))
  const copies = new Map(entries.map(entry => [withOwnFinding(entry, sent.get(entry) ?? []), entry]))
  const courses = await runReal(trial, [actor], [...copies.keys()], ({ sweep }) => sweep.callsOf(''))
  await inWorld(trial.database, '', async () => {
    for (const course of courses)
      course.harmless = await harmlessOnes(
        trial,
        course,
        sent.get(copies.get(course.entry) ?? course.entry) ?? [],
        usualOf,
      )
  })
  await compareWorlds(trial, actor, courses)
  return copies
}

function sendersOf({ actors }: Trial, { query, sweep, case: { code } }: Entry): Actor[] {
  if (sweep.hostile.length === 0) return []
  const working = actors.filter(({ name }) => query.works.some(({ as }) => as === name))
  const hidden = ({ worlds }: Actor) => worlds.reduce((sum, world) => sum + world.hidden.length, 0)
  const [first, ...others] = working
  const ordered = [...(first ? [first] : []), ...others.toSorted((a, b) => hidden(b) - hidden(a))]
  const senders = ordered.slice(0, MOST_SENDERS)
  // Text may be pasted for one role alone, which then stands in the code.
  const rolesOf = ({ context }: Actor) => Object.values(context).filter(value => code.includes(`'${value}'`))
  for (const actor of isDynamic(code) ? ordered.slice(MOST_SENDERS) : []) {
    const known = new Set(senders.flatMap(rolesOf))
    if (rolesOf(actor).some(role => !known.has(role))) senders.push(actor)
  }
  return senders
}

function withOwnFinding(entry: Entry, sent: HostileCall[]): Entry {
  const calls = sent.map(({ parameters }) => parameters)
  return {
    ...entry,
    sweep: { base: [], callsOf: () => calls, hostile: [] },
    finding: { ...emptyFinding(entry.case.path), witnesses: { ...entry.finding.witnesses } },
  }
}

/** All texts by the main senders in the first call that works for them; elsewhere where a few show that they would be executed. */
async function payloadsOf(trial: Trial, entry: Entry, actor: Actor): Promise<HostileCall[]> {
  const [first, ...others] = startsOf(entry, actor)
  const isMain = sendersOf(trial, entry).slice(0, MOST_SENDERS).includes(actor)
  const tags = tagsIn(entry.case.code)
  const main = isMain && first ? [first] : []
  const left = placesIn(entry, [...(isMain || !first ? [] : [first]), ...others])
  const places = [...placesIn(entry, main), ...(await placesThatRun(trial, entry, actor, left, tags))]
  return callsWith(places, ({ texts }) => [...texts, ...tags.flatMap(tagPayloads)])
}

/** No column has this name, and no row. */
const PLAIN_WORD = 'proofword'

/** Text that any statement stumbles over where it is pasted into one. */
const STUMBLING_BLOCKS = ["'", "'''", "\\'", '"', ')', PLAIN_WORD]

/** The places in which text seems to be executed, since some ends in an error of the statement. */
async function placesThatRun(
  trial: Trial,
  entry: Entry,
  actor: Actor,
  places: Place[],
  tags: string[],
): Promise<Place[]> {
  // Whoever catches errors does not show them.
  if (places.length === 0 || /\bexception\s+when\b/i.test(entry.case.code)) return places
  trial.onCase(entry.case.path)
  const behind = (part: string) => [`${part}'`, `${part} ${PLAIN_WORD}`]
  const blocks = ({ allowed }: HostileParameter) => [
    ...[...STUMBLING_BLOCKS, ...tags],
    ...allowed.slice(0, 1).flatMap(behind),
  ]
  const calls = callsWith(places, blocks)
  let prints: Print[] = []
  await inWorld(trial.database, '', async () => {
    const all = calls.map(({ parameters }) => parameters)
    prints = await printAll(trial, entry, actor, all)
  })
  const found = new Set(calls.flatMap(({ place }, at) => (prints[at]?.error?.startsWith('42') ? [place] : [])))
  return places.filter(place => found.has(place))
}

/** What text that is not executed brings: the same as the call without it, as any word, or as what is allowed. */
function plainCalls(place: Place): Parameters[] {
  const words = [PLAIN_WORD, ...place.hostile.allowed.slice(0, 1)]
  return [place.start, ...words.flatMap(word => callsAt(place, word)).map(({ parameters }) => parameters)]
}

/** A hidden column may happen to sort as what is allowed does: that says nothing of what was done. */
function noCalls(): Parameters[] {
  return []
}

/** Text that brings nothing, or just what the call brings without it or with any word, was not executed: no need for other worlds. */
async function harmlessOnes(
  trial: Trial,
  { actor, entry, real }: Course,
  sent: HostileCall[],
  usualOf: (place: Place) => Parameters[],
): Promise<Set<number>> {
  trial.onCase(entry.case.path)
  const harmless = new Set<number>()
  for (const [place, calls] of Map.groupBy(sent.entries(), ([, call]) => call.place)) {
    const usualCalls = usualOf(place)
    const plain = usualCalls.length > 0 ? await printAll(trial, entry, actor, usualCalls) : []
    const usual = plain.map(print => printKey(entry, print, PLAIN_WORD))
    for (const [index, { text }] of calls) {
      const print = real[index]
      if (print && (isNothing(print) || usual.includes(printKey(entry, print, text)))) harmless.add(index)
    }
  }
  return harmless
}

function printAll(trial: Trial, entry: Entry, { context }: Actor, calls: Parameters[]): Promise<Print[]> {
  const all = calls.map(parameters => ({ context, parameters }))
  return printCalls(trial.database, entry.query, entry.prepared, all)
}

/** What came, or the error without the text that it speaks of. */
function printKey({ prepared }: Entry, print: Print, text: string): string {
  if (print.error === undefined) return printText(print, prepared.isOrdered)
  return `${print.error} ${print.message?.replaceAll(text, '')}`
}
