import { setColumns } from '../../../mutants/unset/set-columns.ts'
import type { Exposed } from '../../../plan/plan.ts'
import { withoutComments } from '../../../sql/sql-text.ts'
import { commandsIn, hasWord, type Relation } from './used-commands.ts'

interface Columns extends Relation {
  columns: string[]
}

/**
 * By relation, the columns that statements may write: `UPDATE title`, `INSERT title`. All columns where an API exposes it,
 * where text is executed, and where a row is inserted without the names of its columns.
 */
export function writtenColumns(
  relations: Columns[],
  texts: string[],
  exposed: Exposed | undefined,
): Map<string, Set<string>> {
  const all = texts.map(withoutComments)
  const views = relations.filter(({ view }) => view !== undefined)
  return new Map(
    relations.map(({ name, columns }) => {
      // A view may stand on another one, and give other names to columns.
      const over = views.filter(({ view = '' }) =>
        [name, ...views.map(other => other.name)].some(one => hasWord(view, one)),
      )
      const targets = [name, ...over.map(({ name: view }) => view)]
      const writing = all.filter(text => targets.some(target => commandsIn(text, target).length > 0))
      const isExposed = exposed && (exposed.relations === 'all' || targets.some(one => exposed.relations.includes(one)))
      const queries = over.map(({ view = '' }) => view)
      const updated = isExposed ? undefined : setColumns(writing, queries)
      const inserted = isExposed ? undefined : insertedColumns(writing)
      const isInserted = (column: string) => !inserted || namesOf(column, queries).some(name => inserted.has(name))
      const written = columns.flatMap(column => [
        ...(updated?.has(column) === false ? [] : [`UPDATE ${column}`]),
        ...(isInserted(column) ? [`INSERT ${column}`] : []),
      ])
      return [name, new Set(written)]
    }),
  )
}

/** The name of a column, and those that views give it. */
function namesOf(column: string, views: string[]): string[] {
  const given = views.flatMap(view => [...view.matchAll(new RegExp(`\\b${column}"?\\s+as\\s+"?(\\w+)`, 'gi'))])
  return [column, ...given.map(([, name = '']) => name.toLowerCase())]
}

/** The columns that INSERT names, in whatever table; undefined where one names none, or text is executed. */
function insertedColumns(texts: string[]): Set<string> | undefined {
  const heads = texts.flatMap(text => [
    ...text.matchAll(/\binsert\s+into\s+[\w."]+\s*(?:\bas\s+"?\w+"?\s*)?(\([^)]*\))?/gi),
  ])
  if (texts.some(text => /\bexecute\b|\bmerge\s+into\b/i.test(text)) || heads.some(([, list]) => list === undefined))
    return undefined
  return new Set(heads.flatMap(([, list = '']) => list.toLowerCase().match(/\w+/g) ?? []))
}
