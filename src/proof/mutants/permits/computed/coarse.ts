// Values that are compared in a coarser form than they have. `md5(a) LIKE left(md5(b), 3) || '%'` takes values for one that
// only begin alike, and `floor(amount) <= limit` lets a little more pass. The values as they are must give something else.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { type Operator, replaceNode } from '../../operators/operator.ts'
import { isConstant } from '../../tree/constants.ts'
import { isInCondition } from '../is-restricting.ts'
import { isLeaf } from './deciding.ts'

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
  ...[
    'round',
    'floor',
    'ceil',
    'ceiling',
    'trunc',
    'abs',
    'sign',
    'md5',
    'soundex',
    'metaphone',
    'unaccent',
    'mod',
    'div',
  ],
])

/** The value in place of a coarser one, in a condition. */
export const keepFine: Operator = {
  name: 'keep-fine',
  mutate(path) {
    const call = as(path.node, 'FuncCall')
    const [value] = call?.args ?? []
    const isCoarser = call !== undefined && COARSENING.has(lastName(call.funcname))
    if (!isCoarser || value === undefined || isConstant(value) || !isInCondition(path)) return []
    return [replaceNode(path, value)]
  },
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
