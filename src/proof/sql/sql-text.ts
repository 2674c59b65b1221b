import type { Value } from '../plan/plan.ts'

/** A value as SQL, of the type that was declared for it. */
export function literal(value: Value, type: string): string {
  return value === null ? `NULL::${type}` : `${quoted(value)}::${type}`
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
