import type { Parameters } from './calls.ts'
import { emptyFinding } from './finding.ts'
import { printCalls, printText } from './print-calls.ts'
import { compareWorlds, runReal } from './sweep.ts'
import { type Actor, completed, type Entry, isNothing, isOpen, type Trial } from './trial.ts'
import { inWorld } from './worlds.ts'

/** Who sends hostile text: the first of those whose job it is, and the one from whom most is hidden. */
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
    const copies = new Map(left.map(entry => [withOwnFinding(entry, actor), entry]))
    const courses = await runReal(trial, [actor], [...copies.keys()], ({ sweep }) => sweep.callsOf(''))
    for (const course of courses) course.harmless = await harmlessOnes(trial, actor, course.entry, course.real)
    await compareWorlds(trial, actor, courses)
    for (const [copy, entry] of copies) {
      const fresh = Object.values(copy.finding.witnesses).find(witness => !(witness.rule in entry.finding.witnesses))
      if (!fresh) continue
      const sentence = fresh.sentence.replace(/\.$/, `: text that the client sent was executed, which ${rule} forbids.`)
      entry.finding.witnesses[rule] = { ...fresh, rule, sentence }
    }
  }
}

function sendersOf({ actors }: Trial, { query, sweep }: Entry): Actor[] {
  if (sweep.hostile.length === 0) return []
  const working = actors.filter(({ name }) => query.works.some(({ as }) => as === name))
  const hidden = ({ worlds }: Actor) => worlds.reduce((sum, world) => sum + world.hidden.length, 0)
  const [first, ...others] = working
  return [...(first ? [first] : []), ...others.toSorted((a, b) => hidden(b) - hidden(a))].slice(0, MOST_SENDERS)
}

function withOwnFinding(entry: Entry, actor: Actor): Entry {
  const calls = payloadsOf(entry, actor)
  return {
    ...entry,
    sweep: { base: [], callsOf: () => calls, hostile: [] },
    finding: { ...emptyFinding(entry.case.path), witnesses: { ...entry.finding.witnesses } },
  }
}

/** The first call that works for the actor, with hostile text in one parameter at a time. */
function payloadsOf(entry: Entry, actor: Actor): Parameters[] {
  const start = startOf(entry.query, actor)
  const own = tagPayloads(entry.case.code)
  return entry.sweep.hostile.flatMap(({ name, texts, carry }) =>
    [...texts, ...own].flatMap(carry).map(value => ({ ...start, [name]: value })),
  )
}

/** Text between dollar quotes ends at the tag that this very code has chosen: `$v$`. */
function tagPayloads(code: string): string[] {
  const tags = new Set(code.match(/\$[A-Za-z_]\w*\$/g) ?? [])
  return [...tags]
    .slice(0, MOST_TAGS)
    .flatMap(tag => [`${tag} or true --`, `${tag}) or true --`, `${tag}) > 0 or true --`])
}

function startOf(query: Entry['query'], { name }: Actor): Parameters {
  return completed(query, query.works.find(({ as }) => as === name)?.parameters ?? {})
}

/** Text that brings nothing, or just what the call brings without it, was not executed: no need for other worlds. */
async function harmlessOnes(
  trial: Trial,
  actor: Actor,
  { query, prepared, case: { path } }: Entry,
  real: Awaited<ReturnType<typeof printCalls>>,
): Promise<Set<number>> {
  trial.onCase(path)
  let usual = ''
  await inWorld(trial.laboratory, '', async () => {
    const call = { context: actor.context, parameters: startOf(query, actor) }
    const [print] = await printCalls(trial.laboratory, query, prepared, [call])
    usual = print ? printText(print, false) : ''
  })
  return new Set(real.flatMap((print, index) => (isNothing(print) || printText(print, false) === usual ? [index] : [])))
}
