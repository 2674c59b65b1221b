// Values that are compared in a coarser form than they have. `md5(a) LIKE left(md5(b), 3) || '%'` takes values for one that
// only begin alike, and `floor(amount) <= limit` lets a little more pass. The values as they are must give something else.

import { isAggregate } from '../../../sql/aggregates.ts'
import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { type Operator, replaceNode } from '../../operators/operator.ts'
import { isConstant } from '../../tree/constants.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { isInCondition } from '../is-restricting.ts'
import { SELECTING } from '../selectors.ts'
import { PLAIN } from './arguments.ts'
import { isLeaf, plainOperator } from './deciding.ts'

/** Functions that give a coarser value of the same type. */
const COARSENING = new Set([
  ...[
    'left',
    'right',
    'substr',
    'substring',
    'overlay',
    'split_part',
    'replace',
    'translate',
    'regexp_replace',
    'reverse',
  ],
  ...['round', 'floor', 'ceil', 'ceiling', 'trunc', 'abs', 'sign', 'soundex', 'metaphone', 'unaccent', 'mod', 'div'],
])

/** Functions that give one number or text for many values. */
const HASHES = /^hash\w*$|_hash(?:_extended)?$|^(?:md5|sha\d+|crc32c?|digest)$/

/** The value in place of a coarser one, in a condition; in place of a hash everywhere, since it may be compared elsewhere. */
export const keepFine: Operator = {
  name: 'keep-fine',
  mutate(path) {
    const isHash = HASHES.test(lastName(as(path.node, 'FuncCall')?.funcname))
    if (!isHash && !isInCondition(path)) return []
    const value = coarserOf(path.node) ?? roundedBy(path)
    return value === undefined || isConstant(value) ? [] : [replaceNode(path, value)]
  },
}

/** The value of `left(a, 3)`; and of `numeric_mul(a, 1.001)`, which is arithmetic with a constant under another name. */
function coarserOf(node: Node): Node | undefined {
  const { funcname, args = [] } = as(node, 'FuncCall') ?? {}
  const name = lastName(funcname)
  if (COARSENING.has(name) || HASHES.test(name)) return args[0]
  const open = args.filter(one => !isConstant(one))
  const isKnown = PLAIN.has(name) || name in SELECTING || isAggregate(node)
  return open.length === 1 && args.length > 1 && !isKnown ? open[0] : undefined
}

/** The column of `amount::int <= 100`, or of a cast to `numeric(9, 0)`. */
function roundedBy({ node, parent }: NodePath): Node | undefined {
  const { typeName, arg } = as(node, 'TypeCast') ?? {}
  if (arg === undefined || !('ColumnRef' in arg)) return undefined
  const isOrdered = /^[<>]=?$/.test(plainOperator(parent?.node)) && /^int[248]$/.test(lastName(typeName?.names))
  return isOrdered || (typeName?.typmods ?? []).length > 0 ? arg : undefined
}

const LIKENESS = ['AEXPR_LIKE', 'AEXPR_ILIKE', 'AEXPR_SIMILAR']

/** `a = b` for `f(a) LIKE g(b) || '%'`: of each side, the only value that is no constant. */
export const compareExactly: Operator = {
  name: 'compare-exactly',
  mutate(path) {
    const { kind, name, lexpr, rexpr } = as(path.node, 'A_Expr') ?? {}
    const isAlike = LIKENESS.includes(kind ?? '') || (kind === 'AEXPR_OP' && /^(?:~\*?|\^@)$/.test(lastName(name)))
    const call = as(path.node, 'FuncCall')
    const isStart = call !== undefined && lastName(call.funcname) === 'starts_with'
    if (as(name?.[0], 'String')?.sval?.startsWith('!') || (!isAlike && !isStart)) return []
    const [left, right] = [...(isStart ? (call.args ?? []) : [lexpr, rexpr])].map(side => side && core(side))
    if (!left || !right || isGiven(lexpr) || isGiven(rexpr)) return []
    const equal: Node = {
      A_Expr: { kind: 'AEXPR_OP', name: [{ String: { sval: '=' } }], lexpr: left, rexpr: right },
    }
    return [replaceNode(path, equal)]
  },
}

/** A parameter or a variable as it is. The calls send texts with signs of patterns in it, and without. */
function isGiven(node: Node | undefined): boolean {
  return node !== undefined && isLeaf(node) && (columnParts(node) ?? []).length < 2
}

/** The only value in a node that is no constant; undefined where there are several, or none. */
function core(node: Node): Node | undefined {
  if (isLeaf(node)) return node
  const { lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  const parts = as(node, 'FuncCall')?.args ?? as(node, 'CoalesceExpr')?.args ?? [lexpr, rexpr]
  const cast = as(node, 'TypeCast')?.arg
  const open = [...parts, cast].flatMap(part => (part && !isConstant(part) ? [part] : []))
  const [only] = open
  return open.length === 1 && only ? core(only) : undefined
}
