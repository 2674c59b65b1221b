import type { Outcome } from '../../cases/outcome.ts'
import type { QueryPlan, Value } from '../../plan/plan.ts'
import type { WorkDifference } from './work-difference.ts'

type Result = Pick<Outcome, 'columns' | 'rows'>

/** The keys that came and those that `works` names. */
export function compareKeys(query: QueryPlan, wanted: Value[], result: Result): WorkDifference[] {
  const column = result.columns.indexOf(query.key)
  if (column < 0) return [{ kind: 'no-key', what: noKey(query.key, result) }]
  const got = result.rows.map(row => row[column] ?? null)
  if (query.isAggregate) {
    // Of an aggregate that leaks, the value is another one: that it gives a row is all that can be asked of a bad case.
    return [
      ...(got.length === 0 && wanted.length > 0 ? [{ kind: 'missing', what: 'no row' } as const] : []),
      ...(areSame(got, wanted)
        ? []
        : [{ kind: 'surplus', what: `${listKeys(got)} in place of ${listKeys(wanted)}` } as const]),
    ]
  }
  const rest = got.map(normalKey)
  const missing = wanted.filter(key => {
    const at = rest.indexOf(normalKey(key))
    if (at >= 0) rest.splice(at, 1)
    return at < 0
  })
  return [
    ...missing.map(key => ({ kind: 'missing', what: `${key ?? 'NULL'} is not returned` }) as const),
    ...(rest.length > 0 ? [{ kind: 'surplus', what: listKeys(rest) } as const] : []),
  ]
}

/** What to write where the result has no such column: a column whose values are all there and unique, where one is. */
export function noKey(key: string, { columns, rows }: Result): string {
  const isUnique = (_: string, at: number) => {
    const values = rows.map(row => row[at] ?? null)
    return values.length > 0 && !values.includes(null) && new Set(values).size === values.length
  }
  const named = columns.filter(isUnique).sort((a, b) => rankOf(a) - rankOf(b))[0]
  const has = `it has ${columns.join(', ') || 'no column'}`
  const hint = named === undefined ? 'none of its columns tells all rows apart' : `write key: ${named} in the query`
  return `its result has no column "${key}" to know rows by; ${hint} (${has})`
}

/** What is called an id is more likely to be one. */
function rankOf(column: string): number {
  return column === 'id' ? 0 : /_id$|^id_|key|uuid/.test(column) ? 1 : 2
}

function areSame(a: Value[], b: Value[]): boolean {
  return JSON.stringify(a.map(normalKey).sort()) === JSON.stringify(b.map(normalKey).sort())
}

/** 150 and 150.00 are one number. */
export function normalKey(key: Value): Value {
  return key !== null && /^-?\d+\.\d+$/.test(key) ? key.replace(/\.?0+$/, '') : key
}

export function listKeys(list: Value[]): string {
  const shown = list.slice(0, 3).map(key => key ?? 'NULL')
  return `${shown.join(', ') || 'nothing'}${list.length > 3 ? ` and ${list.length - 3} more` : ''}`
}
