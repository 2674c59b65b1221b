// What bounds a result: LIMIT and its clamps, DISTINCT.

import { as, isNullConstant, type Node } from '../../../sql/node.ts'
import { changing, type Operator, replacing, type Site } from '../../tree/node-path.ts'

/** Drops LIMIT (or FETCH FIRST). */
export const dropLimit: Operator = site => {
  const limit = as(site.node, 'SelectStmt')?.limitCount
  if (limit === undefined || isNullConstant(limit)) return []
  return [
    {
      operator: 'drop-limit',
      what: ['LIMIT ', limit],
      edits: [
        { path: [...site.body, 'limitCount'], value: undefined },
        { path: [...site.body, 'limitOption'], value: 'LIMIT_OPTION_DEFAULT' },
      ],
      at: limit,
    },
  ]
}

/** LEAST(x, 100), or a CASE in a LIMIT, to x: the page size that the client sends is believed. */
export const unclamp: Operator = site => {
  const extreme = as(site.node, 'MinMaxExpr')
  const choice = isInLimit(site) ? as(site.node, 'CaseExpr') : undefined
  const whens = (choice?.args ?? []).map(when => as(when, 'CaseWhen')?.result)
  const candidates = [...(extreme?.args ?? []), ...whens, choice?.defresult].filter(node => node !== undefined)
  // GREATEST(x, 1) only mends what would be an error; between two columns it decides something.
  if (extreme?.op === 'IS_GREATEST' && candidates.some(isConstant)) return []
  return candidates.filter(node => !isConstant(node)).map(value => replacing('unclamp', site, value))
}

/** Drops DISTINCT, DISTINCT ON and the DISTINCT inside an aggregate. */
export const dropDistinct: Operator = site => {
  const select = as(site.node, 'SelectStmt')
  if (select?.distinctClause !== undefined) {
    const [first] = select.distinctClause
    // A plain DISTINCT is written as a list of one empty node.
    const columns = first === undefined || Object.keys(first).length === 0 ? [] : select.distinctClause
    const list = columns.flatMap((column, index) => (index === 0 ? [column] : [', ', column]))
    const what = columns.length === 0 ? ['DISTINCT'] : ['DISTINCT ON (', ...list, ')']
    return [changing('drop-distinct', site, 'distinctClause', undefined, what)]
  }
  if (as(site.node, 'FuncCall')?.agg_distinct !== true) return []
  return [changing('drop-distinct', site, 'agg_distinct', undefined, ['DISTINCT in ', site.node])]
}

export function isConstant(node: Node): boolean {
  return 'A_Const' in node || isConstantCast(node)
}

function isConstantCast(node: Node): boolean {
  const arg = as(node, 'TypeCast')?.arg
  return arg !== undefined && isConstant(arg)
}

function isInLimit(site: Site): boolean {
  if (site.field === 'limitCount') return true
  return site.parent !== undefined && !('SelectStmt' in site.parent.node) && isInLimit(site.parent)
}
