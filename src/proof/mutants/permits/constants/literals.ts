// Lists that are written as constants: rows of VALUES, arrays, ranges and JSON in a text. Each row and each element is a permit
// as a value of an IN list is.

import { as, lastName, type Node } from '../../../sql/node.ts'
import { changeField, type Mutation, type Operator, type OperatorContext, without } from '../../operators/operator.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { decides } from '../computed/deciding.ts'
import { mayGive, mayTake } from '../is-restricting.ts'
import { elementsIn, wordsIn } from './elements.ts'
import { replaceText } from './patterns.ts'

/** VALUES without each of its rows. */
export const dropRow: Operator = {
  name: 'drop-row',
  mutate(path, context) {
    const { valuesLists = [] } = as(path.node, 'SelectStmt') ?? {}
    if (valuesLists.length < 2 || !mayGive(path, context)) return []
    return valuesLists.map((row, nth) => {
      const [first, ...others] = without(valuesLists, nth)
      const rest = first === undefined ? [] : [withTypesOf(row, first), ...others]
      return changeField(path, 'valuesLists', rest, [describe(row), ' in VALUES'], row)
    })
  },
}

/** One row mostly says the types of all: `('NEW'::status, 1), ('OPEN', 2)`. */
function withTypesOf(dropped: Node, row: Node): Node {
  const casts = as(dropped, 'List')?.items?.map(one => as(one, 'TypeCast')?.typeName) ?? []
  const items = as(row, 'List')?.items?.map((arg, nth): Node => {
    const typeName = casts[nth]
    return typeName === undefined || 'TypeCast' in arg ? arg : { TypeCast: { arg, typeName } }
  })
  return items === undefined ? row : { List: { items } }
}

/** A row is no expression of its own, so that it is written as one. */
function describe(row: Node): Node {
  return { RowExpr: { args: as(row, 'List')?.items ?? [row], row_format: 'COERCE_IMPLICIT_CAST' } }
}

/** Functions that cut a list out of a text, or look for a text in it. */
const CUTTING =
  /^(?:string_to_array|string_to_table|regexp_split_to_array|regexp_split_to_table|strpos|position|split_part)$/

/** A constant that is a list without each of its elements, and a range without its bounds. */
export const dropLiteralElement: Operator = {
  name: 'drop-literal-element',
  mutate(path, context) {
    const text = as(path.node, 'A_Const')?.sval?.sval
    if (text === undefined || takesAway(path, context) || !decides(path, context)) return []
    const { funcname, args } = as(path.parent?.node, 'FuncCall') ?? {}
    const isCut = args?.[0] === path.node && CUTTING.test(lastName(funcname))
    const parts = isCut ? wordsIn(text) : elementsIn(text)
    const dropped = parts.map(one => replaceText(path, one.rest, [`${one.text} in `, path.node]))
    return [...dropped, ...otherRanges(path, text)]
  },
}

/** `'[1,5)'::int4range` as the range of nothing, and of everything. */
function otherRanges(path: NodePath, text: string): Mutation[] {
  const type = lastName(as(path.parent?.node, 'TypeCast')?.typeName?.names)
  if (!/range$/.test(type) || !/^\s*[[(].*,.*[\])]\s*$/.test(text)) return []
  return ['empty', '(,)'].filter(other => other !== text).map(other => replaceText(path, other))
}

/** Whether a value of the list takes away: `<> ALL ('{a,b}')`, or a list below a NOT. */
function takesAway(path: NodePath, context: OperatorContext): boolean {
  const owner = 'TypeCast' in (path.parent?.node ?? {}) ? path.parent?.parent : path.parent
  const { kind, name } = as(owner?.node, 'A_Expr') ?? {}
  const isNot = kind === 'AEXPR_OP_ALL' && lastName(name) === '<>'
  return !(isNot ? mayTake(owner ?? path, context) : mayGive(owner ?? path, context))
}
