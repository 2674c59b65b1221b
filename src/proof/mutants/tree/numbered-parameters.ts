// For the parser, `:name` becomes `$n`, and in the mutant's text `$n` becomes `:name` again.

import { bindParameters } from '../../sql/bind-parameters.ts'

/** `:org` is `$10000`: far above every `$1` that a case may hold itself, so that one statement can have both. */
const FIRST = 10_000

/** The text with `:name` as `$n` for the declared names only; lines stay where they were. */
export function numberParameters(sql: string, names: readonly string[]): string {
  if (names.length === 0) return sql
  return bindParameters(sql, name => (names.includes(name) ? `$${parameterNumber(name, names)}` : undefined))
}

/** The reverse of `numberParameters`. */
export function nameParameters(sql: string, names: readonly string[]): string {
  if (names.length === 0) return sql
  const byNumber = (number: number) => {
    const name = parameterName(number, names)
    return name === undefined ? undefined : `:${name}`
  }
  return bindParameters(sql, () => undefined, byNumber)
}

/** The name of the parameter that `$number` stands for. */
export function parameterName(number: number | undefined, names: readonly string[]): string | undefined {
  return number === undefined ? undefined : names[number - FIRST]
}

export function parameterNumber(name: string, names: readonly string[]): number {
  return FIRST + names.indexOf(name)
}
