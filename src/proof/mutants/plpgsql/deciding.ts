// Queries and values on which something else in a body depends: by FOUND, by a variable in a condition, by the turns of a
// loop. `PERFORM 1 FROM tokens WHERE expired AND length(label) < 100; IF FOUND THEN RETURN` has a guard in its WHERE.

import { columnParts, type Node, nodesIn } from '../../sql/node.ts'
import { expressionTree, type PlpgsqlExpression } from '../../sql/plpgsql-expressions.ts'
import { type Variables, variablesOf } from '../permits/executed-text.ts'
import { assignedIn } from './assigned-in.ts'

export interface Deciding {
  queries: ReadonlySet<PlpgsqlExpression>
  /** Whether a value has anything but constants and parameters that are never set. */
  tells: (expression: PlpgsqlExpression) => boolean
  /** The names of the result's columns. */
  outputs: string[]
}

/** Statements that set FOUND. */
const SETS_FOUND =
  /^PLpgSQL_stmt_(?:execsql|perform|fetch|fori|fors|forc|foreach_a|dynfors|return_query|dynexecute|assign)$/
const LOOP = /^PLpgSQL_stmt_(?:loop|while|fori|fors|forc|foreach_a|dynfors)$/
const DYNAMIC = /^PLpgSQL_stmt_(?:dynexecute|dynfors)$/

export function readDeciding(definition: string, all: readonly PlpgsqlExpression[]): Deciding {
  const variables = variablesOf(definition)
  const names = decidingNames(variables, all)
  const sources = [...names].flatMap(name => variables.sources.get(name) ?? [])
  const texts = new Set(sources.flatMap(source => source?.query ?? []))
  const isExecuted = sources.includes(undefined)
  const last = asksForCount(definition) ? all.length : names.has('found') ? lastFound(definition, all) : -1
  const queries = all.filter(
    (expression, nth) =>
      texts.has(assignedValue(expression)) ||
      isLeftByRow(expression) ||
      (isExecuted && DYNAMIC.test(expression.statement)) ||
      (nth < last && SETS_FOUND.test(expression.statement) && expression.statement !== 'PLpgSQL_stmt_assign'),
  )
  const { parameters, inputs } = variables
  const isOpen = (node: Node) => {
    const parts = columnParts(node)
    if (parts === undefined) return 'SubLink' in node || 'SQLValueFunction' in node
    const [name = '', ...fields] = parts
    return fields.length > 0 || !inputs.has(name) || variables.sources.has(name)
  }
  return {
    queries: new Set(queries),
    tells: ({ query }) => nodesIn(expressionTree(query)).some(isOpen),
    outputs: parameters.filter(name => !inputs.has(name)),
  }
}

/** Whether a row of a loop's query may end the loop or the call: `FOR r IN SELECT … LOOP RAISE …`. */
function isLeftByRow({ statement, node }: PlpgsqlExpression): boolean {
  if (!/^PLpgSQL_stmt_(?:fors|forc|dynfors)$/.test(statement)) return false
  return /"PLpgSQL_stmt_(?:raise|return|exit)"/.test(JSON.stringify(node.body ?? []))
}

/** The query without the variable that it is assigned to. */
function assignedValue({ statement, query }: PlpgsqlExpression): string {
  return statement === 'PLpgSQL_stmt_assign' ? (assignedIn(query)?.value ?? query) : query
}

/** The names that conditions, codes of errors and bounds of loops read, and all that these are made of. */
function decidingNames(variables: Variables, all: readonly PlpgsqlExpression[]): Set<string> {
  const names = new Set(all.filter(decides).flatMap(({ query }) => namesIn(expressionTree(query), variables)))
  const executed = all.filter(({ statement }) => DYNAMIC.test(statement))
  for (const name of names) {
    for (const source of variables.sources.get(name) ?? []) {
      const read = source ? [source.value] : executed.flatMap(({ query }) => expressionTree(query))
      // A set gives what is added to it while it is walked through.
      for (const one of namesIn(read, variables)) names.add(one)
    }
  }
  return names
}

function decides({ statement, node, part }: PlpgsqlExpression): boolean {
  if (part === 'cond' || part === 't_expr' || ['lower', 'upper', 'step'].includes(part)) return true
  if (statement === 'PLpgSQL_raise_option') return (node.opt_type ?? 0) === 0
  return statement === 'PLpgSQL_case_when' || statement === 'PLpgSQL_stmt_foreach_a'
}

function namesIn(trees: Node[], { labels }: Variables): string[] {
  return nodesIn(trees).flatMap(node => {
    const [first, second] = columnParts(node) ?? []
    return [first ?? [], first !== undefined && labels.has(first) ? (second ?? []) : []].flat()
  })
}

/** Whether the body may ask how many rows a statement had. */
function asksForCount(definition: string): boolean {
  return /\brow_count\b/i.test(definition)
}

/** Behind which expression nothing reads FOUND any more. In a loop, the next turn may read what this one set. */
function lastFound(definition: string, all: readonly PlpgsqlExpression[]): number {
  const reads = ({ query }: PlpgsqlExpression) => /\bfound\b/i.test(query)
  const hasLoop = all.some(({ statement }) => LOOP.test(statement)) || /\bloop\b/i.test(definition)
  return hasLoop ? Number.POSITIVE_INFINITY : all.findLastIndex(reads)
}
