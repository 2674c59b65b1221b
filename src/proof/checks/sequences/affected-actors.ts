import { inTurn } from '../../../lib/in-turn.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Table } from '../../postgres/catalog.ts'
import type { Actor } from '../../worlds/actors.ts'
import { shuffled } from './plan-sequences.ts'
import type { PerformedStep } from './step.ts'

/** How many actors are judged after a sequence, and how many of these surely see all that was changed: they may act on it. */
const MOST = { all: 4, seeing: 1 }
/** A value that more actors have, such as a tenant, names none of them. */
const MOST_NAMED = 2

/**
 * The actors who are judged: those who gained or lost the sight of a row, those whom a changed row names, those who took part,
 * and others that are drawn; and one who may see what was changed, since the next step is often theirs. For all others, little
 * has changed.
 */
export function affectedActors(
  { tables }: Pick<TestDatabase, 'tables'>,
  actors: Actor[],
  before: ReadonlyMap<string, ReadonlySet<string>>,
  steps: readonly PerformedStep[],
  random: () => number,
): Actor[] {
  const nameOf = ({ name, derivedFrom = name }: Actor) => derivedFrom
  const takingPart = new Set(steps.map(({ actor }) => actor))
  const named = namedActors(actors, steps)
  // Rows that the steps inserted or deleted.
  const made = new Set(
    steps.flatMap(({ outcome }) =>
      outcome.changes.flatMap(({ table, old, new: image }) => {
        const only = old == null ? image : image == null ? old : undefined
        return only == null ? [] : rowKey(tables.get(table), table, only)
      }),
    ),
  )
  const scoreOf = (actor: Actor) =>
    changeOf(before.get(nameOf(actor)) ?? new Set(), hiddenRowsOf({ tables }, actor), made) +
    (named.has(actor) ? 2 : 0) +
    (takingPart.has(nameOf(actor)) ? 1 : 0)
  const scored = shuffled(actors, random).map(actor => ({ actor, score: scoreOf(actor) }))
  scored.sort((a, b) => b.score - a.score)
  const ordered = scored.map(({ actor }) => actor)
  const written = new Set(steps.flatMap(({ outcome }) => outcome.changes.flatMap(one => rowText(one.table, one.new))))
  const seeing = ordered.filter(
    actor => !takingPart.has(nameOf(actor)) && !hiddenRows(actor).some(row => written.has(row)),
  )
  const chosen = new Set(seeing.slice(0, MOST.seeing))
  // Of those for whom as much has changed, the first of each kind: a rule seldom tells two investigators apart.
  const others = [...Map.groupBy(scored, ({ score }) => score).values()].flatMap(equal =>
    inTurn([...Map.groupBy(equal, ({ actor }) => kindOf(actor)).values()]),
  )
  for (const { actor } of others) if (chosen.size < MOST.all) chosen.add(actor)
  return actors.filter(actor => chosen.has(actor))
}

/** The trusted parameters that are words, such as a role. */
function kindOf({ context }: Actor): string {
  return JSON.stringify(Object.values(context).filter(value => typeof value === 'string' && /^[a-z_]+$/i.test(value)))
}

function hiddenRows({ worlds }: Actor): string[] {
  return worlds.flatMap(({ hidden }) => hidden.flatMap(({ table, image }) => rowText(table, image)))
}

/** The row as a text, whatever wrote its JSON. */
function rowText(table: string, image: string | null | undefined): string[] {
  return image == null ? [] : [`${table} ${JSON.stringify(JSON.parse(image))}`]
}

/** The actors of whom the server knows a value that stands in a changed row: the person with whom a document was shared. */
function namedActors(actors: Actor[], steps: readonly PerformedStep[]): Set<Actor> {
  const images = steps.flatMap(({ outcome }) => outcome.changes.flatMap(one => [one.old ?? [], one.new ?? []].flat()))
  const values = new Set(images.flatMap(image => Object.values(JSON.parse(image) as object).map(String)))
  const known = actors.flatMap(actor => Object.values(actor.context).map(value => ({ actor, value: value ?? '' })))
  const byValue = [...Map.groupBy(known, ({ value }) => value)].filter(
    ([value, some]) => values.has(value) && some.length <= MOST_NAMED,
  )
  return new Set(byValue.flatMap(([, some]) => some.map(({ actor }) => actor)))
}

/** What rules hide from an actor: each row by its rule and its primary key. */
export function hiddenRowsOf({ tables }: Pick<TestDatabase, 'tables'>, { worlds }: Actor): Set<string> {
  return new Set(
    worlds.flatMap(({ rule, kind, hidden }) =>
      hidden.map(({ table, image }) => `${rule} ${kind} ${rowKey(tables.get(table), table, image)}`),
    ),
  )
}

function rowKey(known: Table | undefined, table: string, image: string): string {
  const row = JSON.parse(image) as Record<string, unknown>
  return `${table} ${JSON.stringify(known && known.primaryKey.length > 0 ? known.primaryKey.map(name => row[name]) : row)}`
}

/**
 * How much has changed for the actor: most where a row that was there before comes in sight or is hidden now, little where a new
 * row is hidden.
 */
function changeOf(before: ReadonlySet<string>, now: ReadonlySet<string>, written: ReadonlySet<string>): number {
  const isNew = (row: string) => [...written].some(one => row.endsWith(` ${one}`))
  const moved = [...[...now].filter(row => !before.has(row)), ...[...before].filter(row => !now.has(row))]
  if (moved.length === 0) return 0
  return moved.every(isNew) ? 1 : 3
}
