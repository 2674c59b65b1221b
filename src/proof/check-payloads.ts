import type { Parameters } from './calls.ts'
import { emptyFinding } from './finding.ts'
import type { HostileParameter } from './hostile-text.ts'
import { type Print, printCalls, printText } from './print-calls.ts'
import { compareWorlds, runReal } from './sweep.ts'
import { type Actor, completed, type Entry, isNothing, isOpen, isWorking, type Trial } from './trial.ts'
import { inWorld } from './worlds.ts'

/** Who sends hostile text: the first of those whose job it is, the one from whom most is hidden, and other roles that the code names. */
const MOST_SENDERS = 2
const MOST_TAGS = 4

/**
 * Hostile text in a pass of its own: what breaks only here is charged to the injection rule alone. It is sent by those
 * whose job the query is: whoever is turned away does not get as far as the statement that the text is pasted into.
 */
export async function checkPayloads(trial: Trial, entries: Entry[]): Promise<void> {
  const rule = trial.laboratory.plan.rules.find(({ isInjection }) => isInjection)?.id
  if (rule === undefined) return
  for (const actor of trial.actors) {
    const left = entries.filter(
      entry =>
        isOpen(entry) && !entry.origin && !(rule in entry.finding.witnesses) && sendersOf(trial, entry).includes(actor),
    )
    if (left.length === 0) continue
    // A copy takes the witnesses, so that the other rules stay clean.
    const copies = await send(trial, actor, left, entry => payloadsOf(entry, actor))
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
  const rule = trial.laboratory.plan.rules.find(({ isInjection }) => isInjection)?.id ?? ''
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
    const copies = await send(trial, actor, left, entry => callsWith(entry, actor, () => names))
    for (const [copy, entry] of copies)
      for (const witness of Object.values(copy.finding.witnesses)) entry.finding.witnesses[witness.rule] ??= witness
  }
}

/** Makes these calls of each entry, whose witnesses are taken by a copy of it. */
async function send(
  trial: Trial,
  actor: Actor,
  entries: Entry[],
  callsOf: (entry: Entry) => Parameters[],
): Promise<Map<Entry, Entry>> {
  const copies = new Map(entries.map(entry => [withOwnFinding(entry, callsOf(entry)), entry]))
  const courses = await runReal(trial, [actor], [...copies.keys()], ({ sweep }) => sweep.callsOf(''))
  for (const course of courses) {
    const entry = copies.get(course.entry) ?? course.entry
    course.harmless = await harmlessOnes(trial, actor, entry, course.real)
  }
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

/** Whether it runs text at all. */
function isDynamic(code: string): boolean {
  return /\bexecute\b/i.test(code)
}

function withOwnFinding(entry: Entry, calls: Parameters[]): Entry {
  return {
    ...entry,
    sweep: { base: [], callsOf: () => calls, hostile: [] },
    finding: { ...emptyFinding(entry.case.path), witnesses: { ...entry.finding.witnesses } },
  }
}

function payloadsOf(entry: Entry, actor: Actor): Parameters[] {
  const own = tagPayloads(entry.case.code)
  return callsWith(entry, actor, ({ texts }) => [...texts, ...own])
}

/** Calls that work for the actor, with such text in one parameter at a time. */
function callsWith(entry: Entry, actor: Actor, textsOf: (parameter: HostileParameter) => string[]): Parameters[] {
  return startsOf(entry, actor).flatMap(start =>
    entry.sweep.hostile.flatMap(parameter =>
      textsOf(parameter)
        .flatMap(parameter.carry)
        .map(value => ({ ...start, [parameter.name]: value })),
    ),
  )
}

/**
 * The first call that works for the actor, and the same with a value for what it leaves out: a text may be pasted only
 * where another one is given, as a direction behind a column to sort by.
 */
function startsOf({ case: { code }, query, sweep }: Entry, { name: actor }: Actor): Parameters[] {
  const start = completed(query, query.works.find(({ as }) => as === actor)?.parameters ?? {})
  if (!Object.values(start).includes(null) || !isDynamic(code)) return [start]
  const calls = sweep.callsOf(actor)
  const left = query.parameters.filter(({ name, isLimit }) => start[name] === null && !isLimit)
  const given = left.map(({ name }) => [name, calls.find(call => (call[name] ?? '') !== '')?.[name] ?? null])
  return [start, { ...start, ...Object.fromEntries(given) }]
}

/** Text between dollar quotes ends at the tag that this very code has chosen: `$v$`. */
function tagPayloads(code: string): string[] {
  const tags = new Set(code.match(/\$[A-Za-z_]\w*\$/g) ?? [])
  return [...tags]
    .slice(0, MOST_TAGS)
    .flatMap(tag => [`${tag} or true --`, `${tag}) or true --`, `${tag}) > 0 or true --`])
}

/** Text that brings nothing, or just what the call brings without it, was not executed: no need for other worlds. */
async function harmlessOnes(trial: Trial, actor: Actor, entry: Entry, real: Print[]): Promise<Set<number>> {
  trial.onCase(entry.case.path)
  const usual = new Set<string>()
  await inWorld(trial.laboratory, '', async () => {
    const calls = startsOf(entry, actor).map(parameters => ({ context: actor.context, parameters }))
    const prints = await printCalls(trial.laboratory, entry.query, entry.prepared, calls)
    for (const print of prints) usual.add(printText(print, entry.prepared.isOrdered))
  })
  const isHarmless = (print: Print) => isNothing(print) || usual.has(printText(print, entry.prepared.isOrdered))
  return new Set(real.flatMap((print, index) => (isHarmless(print) ? [index] : [])))
}
