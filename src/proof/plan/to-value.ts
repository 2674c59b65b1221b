import type { Condition, Value } from './plan.ts'
import { Scalar, type Tree } from './schema/yaml-tree.ts'

/** A value as PostgreSQL reads it: what was written, `{1,2}` for a list, or NULL. */
export function toValue(written: Tree): Value {
  if (Array.isArray(written)) return `{${written.map(item => toValue(item) ?? 'NULL').join(',')}}`
  return written instanceof Scalar ? written.text : null
}

export function toValues(written: Record<string, Tree> = {}): Record<string, Value> {
  return mapValues(written, toValue)
}

export function toText(written: Scalar): string {
  return written.text ?? ''
}

export function toCondition(written: Scalar): Condition {
  return { sql: toText(written), line: written.line }
}

export function mapValues<From, To>(record: Record<string, From>, to: (from: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, one]) => [key, to(one)]))
}

/** The entry of an object, where there is something to enter. */
export function optional<Name extends string, From, To>(
  name: Name,
  from: From | undefined,
  to: (from: From) => To,
): { [key in Name]?: To } {
  return from === undefined ? {} : ({ [name]: to(from) } as { [key in Name]?: To })
}
