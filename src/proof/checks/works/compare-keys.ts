import type { Outcome } from '../../cases/outcome.ts'
import type { QueryPlan, Value } from '../../plan/plan.ts'
import type { WorkDifference } from './work-difference.ts'

type Result = Pick<Outcome, 'columns' | 'rows'>

/** Compares the keys that came with those that `works` names. */
export function compareKeys(query: QueryPlan, wanted: Value[], result: Result): WorkDifference[] {
  const column = result.columns.indexOf(query.key)
  if (column < 0) return [{ kind: 'no-key', what: missingKeyText(query.key, result) }]
  const got = result.rows.map(row => row[column] ?? null)
  if (query.isAggregate) {
    // A bad case may give another sum, since it leaks. All that can be asked of it is a row.
    return [
      ...(got.length === 0 && wanted.length > 0 ? [{ kind: 'missing', what: 'no row' } as const] : []),
      ...(areSame(got, wanted)
        ? []
        : [{ kind: 'surplus', what: `${listKeys(got)} in place of ${listKeys(wanted)}` } as const]),
    ]
  }
  const unmatched = got.map(normalKey)
  const missing = wanted.filter(key => {
    const at = unmatched.indexOf(normalKey(key))
    if (at >= 0) unmatched.splice(at, 1)
    return at < 0
  })
  return [
    ...missing.map(key => ({ kind: 'missing', what: `${key ?? 'NULL'} is not returned` }) as const),
    ...(unmatched.length > 0 ? [{ kind: 'surplus', what: listKeys(unmatched) } as const] : []),
  ]
}

/**
 * The message for a result without the key column. It suggests a column that has a value in each row, and no value
 * twice.
 */
export function missingKeyText(key: string, { columns, rows }: Result): string {
  const isUnique = (_: string, at: number) => {
    const values = rows.map(row => row[at] ?? null)
    return values.length > 0 && !values.includes(null) && new Set(values).size === values.length
  }
  const named = columns.filter(isUnique).sort((a, b) => rankOf(a) - rankOf(b))[0]
  const found = `the columns are ${columns.join(', ') || 'none'}`
  const hint =
    named === undefined ? 'no column of it has another value in each row' : `write key: ${named} in the query`
  return `the result has no column "${key}" to know rows by; ${hint} (${found})`
}

/** A column that is called an id is more likely to be the key. */
function rankOf(column: string): number {
  return column === 'id' ? 0 : /_id$|^id_|key|uuid/.test(column) ? 1 : 2
}

function areSame(a: Value[], b: Value[]): boolean {
  return JSON.stringify(a.map(normalKey).sort()) === JSON.stringify(b.map(normalKey).sort())
}

/** The key with numbers written in one way: `150` for `150.00`. */
export function normalKey(key: Value): Value {
  return key !== null && /^-?\d+\.\d+$/.test(key) ? key.replace(/\.?0+$/, '') : key
}

export function listKeys(list: Value[]): string {
  const shown = list.slice(0, 3).map(key => key ?? 'NULL')
  return `${shown.join(', ') || 'nothing'}${list.length > 3 ? ` and ${list.length - 3} more` : ''}`
}
