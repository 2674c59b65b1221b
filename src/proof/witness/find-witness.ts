import type { Witness } from '../../witness.ts'
import { type CaseRun, isOrdered } from '../cases/case-run.ts'
import { type Outcome, outcomeText } from '../cases/outcome.ts'
import type { HiddenRow } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { Parameters } from '../inputs/parameters.ts'
import type { Actor } from '../worlds/actors.ts'
import { openWorld } from '../worlds/open-world.ts'
import { type RuleWorld, UNCHANGED, type WorldBuild } from '../worlds/world.ts'
import { differenceWitness } from './difference.ts'
import { fewestRows } from './fewest-rows.ts'

const MOST_GUESSES = 6

/**
 * Makes the call again in both worlds, and finds the fewest hidden rows that still make a difference. Undefined: the call
 * fails with a message that differs at each call anyhow. `unconfirmed`: the difference does not show again, for no such
 * reason.
 */
export async function findWitness(
  database: TestDatabase,
  caseRun: CaseRun,
  actor: Actor,
  world: RuleWorld,
  parameters: Parameters,
): Promise<Witness | 'unconfirmed' | undefined> {
  const text = (outcome: Outcome) => outcomeText(outcome, isOrdered(caseRun), world)
  const observe = (build: WorldBuild) => observeIn(database, build, caseRun, actor, parameters)
  const real = await observe(UNCHANGED)
  const other = await observe(world.build(world.hidden))
  if (!real || !other || text(other) === text(real)) return 'unconfirmed'
  // The message of an error may hold a generated value, which differs at each call.
  const again = real.error && (await observe(UNCHANGED))
  if (again && text(again) !== text(real)) return undefined
  const differs = async (rows: HiddenRow[]) => {
    const outcome = await observe(world.build(rows))
    return outcome !== undefined && text(outcome) !== text(real)
  }
  const hidden =
    (await guessRow(world.hidden, real, other, parameters, differs)) ?? (await fewestRows(world.hidden, differs))
  const without = await observe(world.build(hidden))
  return without ? differenceWitness(caseRun, actor, parameters, world, hidden, real, without) : 'unconfirmed'
}

/**
 * Tries the rows whose key is in the difference or in the call: one of them is most often enough, and no search is
 * needed.
 */
async function guessRow(
  hidden: HiddenRow[],
  real: Outcome,
  other: Outcome,
  parameters: Parameters,
  differs: (rows: HiddenRow[]) => Promise<boolean>,
): Promise<HiddenRow[] | undefined> {
  if (hidden.length === 1) return hidden
  const lines = [real, other].map(({ rows, changes }) => [...rows, ...changes].map(line => JSON.stringify(line)))
  const [realLines = [], otherLines = []] = lines
  const text = [
    ...Object.values(parameters),
    ...realLines.filter(line => !otherLines.includes(line)),
    ...otherLines.filter(line => !realLines.includes(line)),
  ].join(' ')
  const likely = hidden.filter(({ image }) => {
    const [key] = Object.values(JSON.parse(image) as Record<string, unknown>)
    return text.includes(String(key))
  })
  for (const row of likely.slice(0, MOST_GUESSES)) if (await differs([row])) return [row]
  return undefined
}

/** The outcome of the call in a world. Undefined: the world cannot be built. */
async function observeIn(
  database: TestDatabase,
  build: WorldBuild,
  { program }: CaseRun,
  { context }: Actor,
  parameters: Parameters,
): Promise<Outcome | undefined> {
  await using world = await openWorld(database, build)
  return world.unbuilt === undefined ? await program.observe([{ context, parameters }]) : undefined
}
