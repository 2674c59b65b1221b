// Which commands calls may send to which tables and views: what no statement sends makes no difference, whoever has a right to
// it and whatever a policy says of it. Read from texts, and rather too many than too few.

import type { Exposed } from '../../../plan/plan.ts'
import { withoutComments } from '../../../sql/sql-text.ts'

export type WritingCommand = 'INSERT' | 'UPDATE' | 'DELETE'

const ALL: WritingCommand[] = ['INSERT', 'UPDATE', 'DELETE']

export interface Relation {
  name: string
  /** The query of a view. */
  view?: string
}

/** By relation, the commands beside SELECT. `texts`: the statements of operations, and all functions. */
export function usedCommands(
  relations: Relation[],
  texts: string[],
  exposed: Exposed | undefined,
): Map<string, Set<WritingCommand>> {
  const used = new Map(relations.map(({ name }) => [name, new Set<WritingCommand>()]))
  const add = (name: string, commands: Iterable<WritingCommand>) => {
    for (const command of commands) used.get(name)?.add(command)
  }
  const all = texts.map(withoutComments)
  for (const { name } of relations) {
    if (exposed && (exposed.relations === 'all' || exposed.relations.includes(name))) add(name, ALL)
    for (const text of all) add(name, commandsIn(text, name))
  }
  // What is written through a view is written to the tables behind it, and a view may stand on another one.
  for (const _ of relations)
    for (const { name: view, view: query } of relations)
      for (const { name } of query === undefined ? [] : relations)
        if (hasWord(query ?? '', name)) add(name, used.get(view) ?? [])
  return used
}

/** The commands beside SELECT that a text without comments has for a relation. */
export function commandsIn(text: string, relation: string): WritingCommand[] {
  const target = `(?:only\\s+)?(?:"?\\w+"?\\s*\\.\\s*)?"?${escaped(relation)}"?(?!\\w)`
  const has = (pattern: string) => new RegExp(`\\b${pattern}`, 'i').test(text)
  if (has('execute\\b') || has(`merge\\s+into\\s+${target}`)) return ALL
  const inserts = has(`insert\\s+into\\s+${target}`)
  const locks = has('for\\s+(?:no\\s+key\\s+|key\\s+)?(?:update|share)\\b') && hasWord(text, relation)
  const updates = has(`update\\s+${target}`) || locks || (inserts && has('do\\s+update\\b'))
  const deletes = has(`delete\\s+from\\s+${target}`)
  return [
    ...(inserts ? ['INSERT' as const] : []),
    ...(updates ? ['UPDATE' as const] : []),
    ...(deletes ? ['DELETE' as const] : []),
  ]
}

/** Whether a text has the name as a word. */
export function hasWord(text: string, name: string): boolean {
  return new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`, 'i').test(text)
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
