import type { Exposed } from '../../../plan/plan.ts'
import { hasWord, type Relation, withoutComments } from './used-commands.ts'

interface Columns extends Relation {
  columns: string[]
}

/**
 * By relation, the columns that statements may write: those whose names are among the words of the texts, all where an API
 * exposes the relation, or where a row is inserted without the names of its columns.
 */
export function writtenColumns(
  relations: Columns[],
  texts: string[],
  exposed: Exposed | undefined,
): Map<string, Set<string>> {
  const views = relations.flatMap(({ view }) => view ?? [])
  const all = [...texts.map(withoutComments), ...views]
  const isAny = all.some(text =>
    /\bexecute\b|\binsert\s+into\s+[\w."]+\s+(?:as\s+\w+\s+)?(?:values|select|with|table)\b/i.test(text),
  )
  return new Map(
    relations.map(({ name, columns }) => {
      const isExposed = exposed && (exposed.relations === 'all' || exposed.relations.includes(name))
      return [name, new Set(columns.filter(column => isAny || isExposed || all.some(text => hasWord(text, column))))]
    }),
  )
}
