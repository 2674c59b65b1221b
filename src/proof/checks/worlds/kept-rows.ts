// A call that was allowed to change hidden rows (`may_change`) is compared in worlds that keep just these rows: the
// call may restore one document, and must not tell of all other deleted ones.

import { sampleEvenly } from '../../../lib/sample-evenly.ts'
import type { HiddenRow } from '../../database/hidden-rows.ts'
import type { RuleWorld } from '../../worlds/world.ts'
import type { CallBatch } from '../call-batch.ts'

/** Calls of a batch, by their positions. */
export interface ChosenCalls {
  batch: CallBatch
  indexes: number[]
}

/** Calls that are compared in a world which keeps the same rows. */
export interface KeptGroup {
  /** Whether a world keeps this row. */
  keeps: (row: HiddenRow) => boolean
  chosen: ChosenCalls[]
}

/** The most worlds that keep some rows, for one rule and actor. */
export const MOST_KEPT = 12

/**
 * The calls in groups by the rows that the rules let them change: first those that changed none. Of more than
 * `MOST_KEPT` others, some are taken evenly, and `left` says how many calls are not compared.
 */
export function groupByKept(chosen: ChosenCalls[], rules: string[]): { groups: KeptGroup[]; left: number } {
  const all = chosen.flatMap(({ batch, indexes }) =>
    indexes.map(index => ({ batch, index, kept: keptRows(batch, index, rules) })),
  )
  const byRows = Map.groupBy(all, ({ kept }) => [...kept].sort().join('\n'))
  const none = byRows.get('') ?? []
  byRows.delete('')
  const others = [...byRows.values()]
  const taken = sampleEvenly(others, MOST_KEPT)
  const left = others.flat().length - taken.flat().length
  const groups = [none, ...taken].map(calls => ({
    keeps: (row: HiddenRow) => calls[0]?.kept.has(rowKey(row.table, row.image)) ?? false,
    chosen: [...Map.groupBy(calls, ({ batch }) => batch)].map(([batch, own]) => ({
      batch,
      indexes: own.map(({ index }) => index),
    })),
  }))
  return { groups: groups.filter(group => group.chosen.length > 0), left }
}

/** Whether the call was allowed to change hidden rows of any rule. */
export function isExempt({ exempt }: CallBatch, index: number): boolean {
  return [...exempt.values()].some(calls => calls.has(index))
}

/** The world without the hidden rows of the rule, but for those that are kept. */
export function keeping(world: RuleWorld, { keeps }: KeptGroup): RuleWorld {
  return { ...world, hidden: world.hidden.filter(row => !keeps(row)) }
}

/** The rows, as they were, that the rules let the call change. An inserted row was not there, so that none is kept. */
function keptRows({ exempt }: CallBatch, index: number, rules: string[]): Set<string> {
  const changes = rules.flatMap(rule => exempt.get(rule)?.get(index) ?? [])
  return new Set(changes.flatMap(({ table, old }) => (old === null ? [] : rowKey(table, old))))
}

function rowKey(table: string, image: string): string {
  return `${table} ${image}`
}
