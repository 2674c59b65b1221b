import type { Parameters } from './calls.ts'
import { emptyFinding } from './finding.ts'
import { compareWorlds, runReal } from './sweep.ts'
import { type Actor, completed, type Entry, isOpen, type Trial } from './trial.ts'

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
        isOpen(entry) && !entry.origin && !(rule in entry.finding.witnesses) && payloadsOf(entry, actor).length > 0,
    )
    if (left.length === 0) continue
    // A copy takes the witnesses, so that the other rules stay clean.
    const copies = new Map(left.map(entry => [withOwnFinding(entry, actor), entry]))
    const courses = await runReal(trial, [actor], [...copies.keys()], ({ sweep }) => sweep.calls)
    await compareWorlds(trial, actor, courses)
    for (const [copy, entry] of copies) {
      const fresh = Object.values(copy.finding.witnesses).find(witness => !(witness.rule in entry.finding.witnesses))
      if (!fresh) continue
      const sentence = fresh.sentence.replace(/\.$/, `: text that the client sent was executed, which ${rule} forbids.`)
      entry.finding.witnesses[rule] = { ...fresh, rule, sentence }
    }
  }
}

function withOwnFinding(entry: Entry, actor: Actor): Entry {
  return {
    ...entry,
    sweep: { base: [], calls: payloadsOf(entry, actor), hostile: [] },
    finding: { ...emptyFinding(entry.case.path), witnesses: { ...entry.finding.witnesses } },
  }
}

/** The first call that works for the actor, with hostile text in one parameter at a time. */
function payloadsOf({ query, sweep }: Entry, { name }: Actor): Parameters[] {
  const call = query.works.find(({ as }) => as === name)
  if (!call) return []
  const start = completed(query, call.parameters)
  return sweep.hostile.flatMap(({ name: parameter, texts }) => texts.map(text => ({ ...start, [parameter]: text })))
}
