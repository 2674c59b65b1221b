import { setColumns } from './set-columns.ts'

/**
 * Writes one name for OLD and NEW before each column that no UPDATE sets: there they are the same. `texts` is all that may
 * write, `views` the queries of views.
 */
export function oneRow(texts: string[], views: string[]): (text: string) => string {
  const set = setColumns(texts, views)
  return text =>
    text.replace(/\b(?:old|new)\.("?)(\w+)\1/gi, (reference, _quote, column: string) =>
      set === undefined || set.has(column.toLowerCase()) ? reference : `row.${column}`,
    )
}
