import { makeCall, type Outcome } from '../cases/sql/make-call.ts'
import { tellPlainly } from '../witness/tell.ts'
import { inWorld } from '../worlds/worlds.ts'
import { actorOf, callerOf, completed, type Entry, isOpen, sceneOf, type Trial } from './trial.ts'

/** The same call made twice must have one effect. */
export async function checkOnce(trial: Trial, entries: Entry[]): Promise<void> {
  for (const entry of entries) {
    const rule = entry.query.once
    if (rule === undefined) continue
    for (const { actor, parameters } of callsToRepeat(trial, entry)) {
      if (!isOpen(entry) || rule in entry.finding.witnesses) break
      const twice = await callTwice(trial, entry, actor, parameters)
      if (!twice) continue
      // The log of the second call holds the changes of both. Writing what is there already changes nothing.
      const more = twice.second.changes
        .slice(twice.first.changes.length)
        .filter(({ old, new: next }) => old !== next).length
      if (more === 0) continue
      if (entry.origin) entry.finding.killedBy ??= rule
      const what = `called again with the same values made ${more} more change${more === 1 ? '' : 's'}`
      entry.finding.witnesses[rule] ??= tellPlainly(sceneOf(entry, actor, parameters), rule, what, twice.second)
    }
  }
}

/** The calls in `works`, then each as the others whose job it is: the key may be looked at for some of them alone. */
function callsToRepeat(trial: Trial, { query, works }: Entry) {
  const calls = works.map(({ as, parameters }) => ({ as, parameters: completed(query, parameters) }))
  const others = [...new Set(works.map(({ as }) => as))].flatMap(name =>
    calls.filter(({ as }) => as !== name).map(({ parameters }) => ({ as: name, parameters })),
  )
  return [...calls, ...others].map(({ as, parameters }) => ({ actor: actorOf(trial, as), parameters }))
}

/** What each of two equal calls gave; nothing where the first changed nothing. */
async function callTwice(
  trial: Trial,
  entry: Entry,
  actor: ReturnType<typeof actorOf>,
  parameters: Record<string, string | null>,
): Promise<{ first: Outcome; second: Outcome } | undefined> {
  const caller = callerOf(trial, entry, actor)
  let both: { first: Outcome; second: Outcome } | undefined
  trial.onCase(entry.case.path)
  await inWorld(trial.database, '', async () => {
    await makeCall(caller, entry.prepared, parameters, async first => {
      if (first.changes.length === 0) return
      const second = await makeCall(caller, entry.prepared, parameters)
      both = { first, second }
    })
  })
  return both
}
