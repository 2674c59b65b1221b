// Where an order leaves ties, two results cannot be compared row by row. But what stands before something else however the
// rows are stored, and behind it once hidden values are others, was sorted by them.

import { makeCall, type Outcome } from '../cases/sql/make-call.ts'
import type { HiddenRow } from '../database/visibility.ts'
import type { Parameters } from '../inputs/call-plan.ts'
import { fewestRows } from '../witness/fewest-rows.ts'
import { tellDifference } from '../witness/tell.ts'
import { inWorld, reversedSql, WITHOUT_INDEXES } from '../worlds/worlds.ts'
import { type Actor, callerOf, type Entry, isOpen, sceneOf, type Trial } from './trial.ts'

interface Call {
  entry: Entry
  actor: Actor
  parameters: Parameters
}

/** The calls that work, by all callers, of cases whose order leaves ties, in worlds without what rules hide. */
export async function checkTies(trial: Trial, entries: Entry[]): Promise<void> {
  const tied = entries.filter(entry => isOpen(entry) && entry.prepared.hasTies && !entry.origin)
  if (tied.length === 0) return
  const calls = trial.actors.flatMap(actor =>
    tied.flatMap(entry => entry.sweep.base.map(parameters => ({ entry, actor, parameters }))),
  )
  const real = await runBothWays(trial, calls, '')
  const byActor = Map.groupBy(
    calls.flatMap((call, at) => (real[at]?.[0].rows[1] ? { ...call, real: real[at] } : [])),
    ({ actor }) => actor,
  )
  for (const [actor, mine] of byActor) {
    const other = await runBothWays(trial, mine, actor.withoutHidden.sql)
    for (const [at, call] of mine.entries()) {
      const theirs = other[at]
      if (theirs && isTurned(call.real, theirs, false)) await findCulprits(trial, call, call.real)
    }
  }
}

/** What one call gave with the rows stored as they are, and from their end. */
type Both = [Outcome, Outcome]

/** Which rules it is that hide what the rows are sorted by. */
async function findCulprits(trial: Trial, call: Call, real: Both): Promise<void> {
  const { entry, actor, parameters } = call
  for (const world of actor.worlds) {
    if (world.rule in entry.finding.witnesses) continue
    const without = async (rows: HiddenRow[]) => (await runBothWays(trial, [call], world.build(rows)))[0]
    const isOther = async (rows: HiddenRow[]) => {
      const other = await without(rows)
      return other !== undefined && isTurned(real, other)
    }
    if (!(await isOther(world.hidden))) continue
    const hidden = await fewestRows(world.hidden, isOther)
    const other = await without(hidden)
    if (!other) continue
    const way = JSON.stringify(real[0].rows) === JSON.stringify(other[0].rows) ? 1 : 0
    const scene = sceneOf(entry, actor, parameters)
    entry.finding.witnesses[world.rule] = tellDifference(scene, world, hidden, real[way], other[way])
  }
}

async function runBothWays(trial: Trial, calls: Call[], world: string): Promise<(Both | undefined)[]> {
  const { database } = trial
  const ways: Outcome[][] = []
  for (const way of [WITHOUT_INDEXES, reversedSql(database)]) {
    const outcomes: Outcome[] = []
    await inWorld(database, world === '' ? way : `${world};\n${way}`, async () => {
      for (const { entry, actor, parameters } of calls) {
        trial.onCase(entry.case.path)
        outcomes.push(await makeCall(callerOf(trial, entry, actor), entry.prepared, parameters))
      }
    })
    ways.push(outcomes)
  }
  await database.session.run('discard plans')
  return calls.map((_, at) => {
    const [forward, backward] = [ways[0]?.[at], ways[1]?.[at]]
    return forward && backward && [forward, backward]
  })
}

/** So few rows are sorted by insertion: those that are equal keep the order in which they come. */
const FEW_ROWS = 7

/**
 * Whether two rows stand another way round than before, each time in both ways of storing them. Where it is not yet to be
 * sure, and among few rows, it is enough that one of the results has an order of them where the other has none.
 */
function isTurned(real: Both, other: Both, isSure = true): boolean {
  const all = [...real, ...other].map(({ rows }) => placesOf(rows))
  const common = [...(all[0]?.keys() ?? [])].filter(row => all.every(places => places.has(row)))
  const isOrderEnough = !isSure || all.every(places => places.size < FEW_ROWS)
  const isBefore = (places: Map<string, number>, one: string, two: string) =>
    (places.get(one) ?? 0) < (places.get(two) ?? 0)
  return common.some((one, at) =>
    common.slice(at + 1).some(two => {
      const [forward, backward, otherForward, otherBackward] = all.map(places => isBefore(places, one, two))
      const [isFixed, isOtherFixed] = [forward === backward, otherForward === otherBackward]
      if (isFixed && isOtherFixed) return forward !== otherForward
      return isOrderEnough && isFixed !== isOtherFixed
    }),
  )
}

/** Where each row stands; rows that are there twice cannot be told apart and are left out. */
function placesOf(rows: Outcome['rows']): Map<string, number> {
  const lines = rows.map(row => JSON.stringify(row))
  const places = new Map(lines.map((line, at) => [line, at]))
  for (const [line, times] of Map.groupBy(lines, line => line)) if (times.length > 1) places.delete(line)
  return places
}
