import type { Witness } from '../../domain.ts'
import { type Caller, makeCall, type Outcome, type PreparedCase, signature } from '../cases/sql/make-call.ts'
import { type Actor, callerOf, type Entry, sceneOf, type Trial } from '../checks/trial.ts'
import type { HiddenRow } from '../database/visibility.ts'
import type { Parameters } from '../inputs/call-plan.ts'
import { inWorld, isUnbuilt, type World } from '../worlds/worlds.ts'
import { fewestRows } from './fewest-rows.ts'
import { tellDifference } from './tell.ts'

const MOST_GUESSES = 6

/** Confirms a difference, makes it small and tells it. Undefined: with hidden columns left aside there is none. */
export async function findWitness(
  trial: Trial,
  actor: Actor,
  entry: Entry,
  world: World,
  parameters: Parameters,
): Promise<Witness | undefined> {
  const caller = callerOf(trial, entry, actor)
  const { prepared } = entry
  trial.onCase(entry.case.path)
  const print = (outcome: Outcome) => signature(outcome, prepared.isOrdered, world)
  const real = await callIn('', caller, prepared, parameters)
  if (!real) return undefined
  const expected = print(real)
  const runWithout = (rows: HiddenRow[]) => callIn(world.build(rows), caller, prepared, parameters)
  const differs = async (rows: HiddenRow[]) => {
    const outcome = await runWithout(rows)
    return outcome !== undefined && print(outcome) !== expected
  }
  const other = await runWithout(world.hidden)
  if (!other || print(other) === expected) return undefined
  // An error may also speak of what the database makes up, which is another value at every call.
  const again = real.error && (await callIn('', caller, prepared, parameters))
  if (again && print(again) !== expected) return undefined
  const hidden =
    (await guess(world.hidden, real, other, parameters, differs)) ?? (await fewestRows(world.hidden, differs))
  const small = await runWithout(hidden)
  return small && tellDifference(sceneOf(entry, actor, parameters), world, hidden, real, small)
}

/** The row whose key stands in the difference or in the call is most often the one: no need to search for it. */
async function guess(
  hidden: HiddenRow[],
  real: Outcome,
  other: Outcome,
  parameters: Parameters,
  differs: (rows: HiddenRow[]) => Promise<boolean>,
): Promise<HiddenRow[] | undefined> {
  if (hidden.length === 1) return hidden
  const lines = [real, other].map(({ rows, changes }) => [...rows, ...changes].map(line => JSON.stringify(line)))
  const [mine = [], theirs = []] = lines
  const text = [
    ...Object.values(parameters),
    ...mine.filter(line => !theirs.includes(line)),
    ...theirs.filter(line => !mine.includes(line)),
  ].join(' ')
  const likely = hidden.filter(({ image }) => {
    const [key] = Object.values(JSON.parse(image) as Record<string, unknown>)
    return text.includes(String(key))
  })
  for (const row of likely.slice(0, MOST_GUESSES)) if (await differs([row])) return [row]
  return undefined
}

/** Undefined: the world cannot be built. */
async function callIn(
  world: string,
  caller: Caller,
  prepared: PreparedCase,
  parameters: Parameters,
): Promise<Outcome | undefined> {
  const outcome = await inWorld(caller.database, world, () => makeCall(caller, prepared, parameters))
  return isUnbuilt(outcome) ? undefined : outcome
}
