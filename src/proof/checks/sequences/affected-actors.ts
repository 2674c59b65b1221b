import type { Actor } from '../../worlds/actors.ts'
import { shuffled } from './plan-sequences.ts'
import type { PerformedStep } from './step.ts'

/** How many actors are judged after a sequence, and how many of these may see all that was changed: they may act on it. */
const MOST = { all: 4, seeing: 2 }
/** A value that more actors have, such as a tenant, names none of them. */
const MOST_NAMED = 2

/**
 * The actors who are judged: those from whom rules hide something else than before the sequence, those whom a changed row
 * names, those who took part, and others that are drawn; and some who may see what was changed, since the next step is often theirs.
 * For all others, little has changed.
 */
export function affectedActors(
  actors: Actor[],
  before: ReadonlyMap<string, string>,
  steps: readonly PerformedStep[],
  random: () => number,
): Actor[] {
  const nameOf = ({ name, derivedFrom = name }: Actor) => derivedFrom
  const takingPart = new Set(steps.map(({ actor }) => actor))
  const named = namedActors(actors, steps)
  const scoreOf = (actor: Actor) =>
    (before.get(nameOf(actor)) === hiddenText(actor) ? 0 : 3) +
    (named.has(actor) ? 2 : 0) +
    (takingPart.has(nameOf(actor)) ? 1 : 0)
  const scored = shuffled(actors, random).map(actor => ({ actor, score: scoreOf(actor) }))
  const ordered = scored.sort((a, b) => b.score - a.score).map(({ actor }) => actor)
  const written = new Set(steps.flatMap(({ outcome }) => outcome.changes.flatMap(one => rowText(one.table, one.new))))
  const seeing = ordered.filter(
    actor => !takingPart.has(nameOf(actor)) && !hiddenRows(actor).some(row => written.has(row)),
  )
  const chosen = new Set(seeing.slice(0, MOST.seeing))
  for (const actor of ordered) if (chosen.size < MOST.all) chosen.add(actor)
  return actors.filter(actor => chosen.has(actor))
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

/** All that rules hide from an actor, as one text. */
export function hiddenText({ worlds }: Actor): string {
  return worlds
    .map(
      ({ rule, kind, hidden }) => `${rule} ${kind} ${hidden.map(({ table, image }) => `${table} ${image}`).join('\n')}`,
    )
    .join('\n')
}
