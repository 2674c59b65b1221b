// What the names in an expression of a function stand for.

import { as, columnParts, type Node } from '../../sql/node.ts'
import type { Variables } from './executed-text.ts'

export interface Reading {
  variables: Variables
  /** The SQL of the expression that is being read. */
  query: string
  /** By the SQL of an expression, the constants that were found in it. */
  constants: Map<string, Set<string>>
  /** Variables that are being read already. */
  seen: Set<string>
  /** A name that is a variable's and a column's is the column. */
  prefersColumns: boolean
  /** Columns are those of tables. */
  readsTable: boolean
  /** The names in FROM; undefined outside of a SELECT with a FROM. */
  ranges: string[] | undefined
  /** What the columns of lists in FROM are made of. */
  listed: Node[]
}

export const OUTERMOST = { readsTable: false, ranges: undefined, listed: [] }

/** What a name stands for: a column of FROM, a variable of the function, or something that is not known. */
export function meaningOf(
  node: Node,
  reading: Reading,
): { column: true } | { variable: string; isField: boolean } | undefined {
  const { parameters, types, labels } = reading.variables
  const number = as(node, 'ParamRef')?.number
  const parts = number === undefined ? (columnParts(node) ?? []) : [parameters[number - 1] ?? '']
  const [first = '', second] = parts
  if (second !== undefined && reading.ranges?.includes(first)) return { column: true }
  const isVariable = types.has(first) && !(reading.prefersColumns && reading.readsTable)
  // `main.v` is the variable v of the block main, if there is no variable main.
  const isLabelled = !isVariable && second !== undefined && labels.has(first) && types.has(second)
  if (isVariable && labels.has(first) && second !== undefined) return undefined
  if (isLabelled) return { variable: second, isField: parts.length > 2 }
  if (isVariable) return { variable: first, isField: parts.length > 1 }
  return reading.ranges === undefined ? undefined : { column: true }
}

/** Whether a name is a parameter that the function never sets. */
export function isUntouched(node: Node, reading: Reading): boolean {
  const meaning = 'ColumnRef' in node || 'ParamRef' in node ? meaningOf(node, reading) : undefined
  const { inputs, sources } = reading.variables
  return (
    meaning !== undefined && 'variable' in meaning && inputs.has(meaning.variable) && !sources.has(meaning.variable)
  )
}
