// What hides a value: CASE and COALESCE.

import { as, columnParts, descendants, FALSE, isNullConstant, type Node } from '../../../sql/node.ts'
import { isCondition, type Operator, type Proposal, replacing, without } from '../../tree/node-path.ts'

/** Drops each WHEN of a CASE; without its only one, a CASE is its ELSE. */
export const dropWhen: Operator = site => {
  const choice = as(site.node, 'CaseExpr')
  const whens = choice?.args ?? []
  return whens.flatMap((when, index): Proposal[] => {
    const args = without(whens, index)
    const rest: Node = args.length > 0 ? { CaseExpr: { ...choice, args } } : (choice?.defresult ?? neverGiven(when))
    return [{ ...replacing('drop-case-branch', site, rest, whenText(when)), at: when }]
  })
}

/** A NULL of the type that the branch has; a bare NULL would be text to whoever reads the column. */
function neverGiven(when: Node): Node {
  return { CaseExpr: { args: [{ CaseWhen: { ...as(when, 'CaseWhen'), expr: FALSE } }] } }
}

/** A CASE to each value it may give that comes from a column: what was masked for some is shown to all. */
export const unmask: Operator = site => {
  const choice = as(site.node, 'CaseExpr')
  if (choice === undefined || isCondition(site)) return []
  const results = [...(choice.args ?? []).map(when => as(when, 'CaseWhen')?.result), choice.defresult]
  return results
    .filter(result => result !== undefined && !isNullConstant(result) && speaksOfColumn(result))
    .map(result => replacing('unmask', site, result as Node))
}

/** COALESCE(x, y) to x. */
export const dropDefault: Operator = site => {
  const [first, ...defaults] = as(site.node, 'CoalesceExpr')?.args ?? []
  return first === undefined || defaults.length === 0 ? [] : [replacing('drop-coalesce', site, first)]
}

function whenText(when: Node): (string | Node)[] {
  const { expr, result } = as(when, 'CaseWhen') ?? {}
  return expr === undefined || result === undefined ? [when] : ['WHEN ', expr, ' THEN ', result]
}

function speaksOfColumn(node: Node): boolean {
  for (const part of descendants(node)) if (columnParts(part) !== undefined) return true
  return false
}
