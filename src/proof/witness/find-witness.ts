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

/** Confirms a difference and makes it small. Undefined: it does not show again, so it is none. */
export async function findWitness(
  database: TestDatabase,
  caseRun: CaseRun,
  actor: Actor,
  world: RuleWorld,
  parameters: Parameters,
): Promise<Witness | undefined> {
  const text = (outcome: Outcome) => outcomeText(outcome, isOrdered(caseRun), world)
  const observe = (build: WorldBuild) => observeIn(database, build, caseRun, actor, parameters)
  const real = await observe(UNCHANGED)
  const other = await observe(world.build(world.hidden))
  if (!real || !other || text(other) === text(real)) return undefined
  // An error may also speak of what the database makes up, which is another value at every call.
  const again = real.error && (await observe(UNCHANGED))
  if (again && text(again) !== text(real)) return undefined
  const differs = async (rows: HiddenRow[]) => {
    const outcome = await observe(world.build(rows))
    return outcome !== undefined && text(outcome) !== text(real)
  }
  const hidden =
    (await guess(world.hidden, real, other, parameters, differs)) ?? (await fewestRows(world.hidden, differs))
  const small = await observe(world.build(hidden))
  return small && differenceWitness(caseRun, actor, parameters, world, hidden, real, small)
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
