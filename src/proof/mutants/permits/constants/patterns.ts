// Patterns: constants that say which texts or documents are meant, as those of `~`, LIKE and jsonpath. A pattern is code of its
// own: each of its alternatives is an arm of an OR. Of all that it says beside, nothing is taken apart; but with a pattern
// that matches everything, and with one that matches nothing, some call must give something else.

import { as, columnParts, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { type Mutation, type Operator, type OperatorContext, replaceNode } from '../../operators/operator.ts'
import { isConstant } from '../../tree/constants.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { constantText, decides, isLeaf } from '../computed/deciding.ts'
import { type LanguageName, readPattern } from './languages.ts'

/** A pattern without each of its alternatives, and one that matches everything or nothing. */
export const changePattern: Operator = {
  name: 'change-pattern',
  mutate(path) {
    const found = patternAt(path)
    const text = as(path.node, 'A_Const')?.sval?.sval
    if (found === undefined || text === undefined) return []
    const read = readPattern(text, found.language)
    if (typeof read === 'string') return []
    const { alternatives, everything, nothing } = read
    const parts = alternatives.map(one => replaceText(path, one.rest, [`${one.text} in `, path.node]))
    // Of a piece of a pattern, the others are not known.
    if (everything === '' || !found.isWhole) return parts
    const others = [...(found.replaces === 'all' ? ['.', '.+'] : [everything]), nothing]
    const changed = found.replaces === 'signs' ? [] : others.filter(other => other !== text)
    return [...parts, ...changed.map(other => replaceText(path, other))]
  },
}

/** `translate(a, '0123456789', '*')` as if it had all characters: a mask may leave some of them to be seen. */
export const translateAll: Operator = {
  name: 'translate-all',
  mutate(path) {
    const call = as(path.node, 'FuncCall')
    const [value, from, to] = call?.args ?? []
    if (lastName(call?.funcname) !== 'translate' || !value || !from || !to) return []
    const text = (sval: string): Node => ({ A_Const: { sval: { sval } } })
    const args = [value, text('.'), text(constantText(to)?.slice(0, 1) ?? ''), text('g')]
    const funcname: Node[] = [{ String: { sval: 'regexp_replace' } }]
    return [replaceNode(path, { FuncCall: { funcname, args, funcformat: 'COERCE_EXPLICIT_CALL' } })]
  },
}

/** A pattern that cannot be read. What it permits is not known, so that it cannot be seen at work. */
export const unreadablePattern: Operator = {
  name: 'unreadable-pattern',
  mutate(path, context) {
    const found = patternAt(path)
    const text = as(path.node, 'A_Const')?.sval?.sval
    const isUnreadable =
      found !== undefined && text !== undefined
        ? isUnreadablePiece(text, found)
        : isOddType(path, context) || isHiddenPattern(path)
    return isUnreadable ? [replaceText(path, 'proof of nothing', [path.node])] : []
  },
}

function isUnreadablePiece(text: string, { language, isWhole }: FoundPattern): boolean {
  const read = readPattern(text, language)
  // What a piece means is only known with the pieces around it.
  return read === 'unreadable' || (!isWhole && read !== 'plain' && language !== 'like')
}

export function replaceText(path: NodePath, sval: string, what?: Mutation['what']): Mutation {
  return replaceNode(path, { A_Const: { sval: { sval } } }, what)
}

interface FoundPattern {
  language: LanguageName
  /** The constant is the whole pattern, and not joined to other texts. */
  isWhole: boolean
  /**
   * `all` that matches, each time anew; or only `signs` of a text of the caller, such as blanks, or signs that LIKE would take for
   * more. Who may send any text gets nothing by that.
   */
  replaces?: 'all' | 'signs' | undefined
}

/** The pattern that a constant is, or is a part of. */
function patternAt(path: NodePath): FoundPattern | undefined {
  const own = languageAt(path)
  if (own !== undefined) return { language: own, isWhole: true, replaces: replacedAt(path.parent) }
  const { parent, field } = path
  if (parent === undefined) return undefined
  const isJoined = as(parent.node, 'A_Expr') !== undefined && lastName(as(parent.node, 'A_Expr')?.name) === '||'
  const isChosen =
    ['TypeCast', 'CoalesceExpr', 'CaseExpr', 'A_ArrayExpr'].some(kind => kind in parent.node) ||
    ('CaseWhen' in parent.node && field === 'result')
  if (!isJoined && !isChosen) return undefined
  const outer = patternAt(parent)
  return outer && { ...outer, isWhole: outer.isWhole && !isJoined }
}

function replacedAt(path: NodePath | undefined): FoundPattern['replaces'] {
  const { funcname, args = [] } = as(path?.node, 'FuncCall') ?? {}
  const [subject, , replacement, flags] = args
  if (lastName(funcname) !== 'regexp_replace' || subject === undefined) return undefined
  const isGiven = isLeaf(subject) && (columnParts(subject) ?? []).length < 2
  if (isGiven && /^(?:\s|\\\\|\\[&\d])*$/.test(constantText(replacement) ?? 'a')) return 'signs'
  return /g/.test(constantText(flags) ?? '') ? 'all' : undefined
}

/** Functions whose second argument is a regular expression. */
const BY_EXPRESSION = /^regexp_(?!quote)\w+$/

/** The language of the pattern that stands in this place. */
function languageAt({ node, parent, field }: NodePath): LanguageName | undefined {
  if (lastName(as(parent?.node, 'TypeCast')?.typeName?.names) === 'tsquery') return 'words'
  const { kind, name } = as(parent?.node, 'A_Expr') ?? {}
  if (field === 'rexpr' && kind !== undefined) return languageOf(kind, lastName(name), constantText(node))
  const { funcname, args = [] } = as(parent?.node, 'FuncCall') ?? {}
  const [nth, called] = [args.indexOf(node), lastName(funcname)]
  if (nth < 0) return undefined
  if (called === 'similar_to_escape' && nth === 0) return 'similar'
  if (/^jsonb_path_/.test(called) && nth === 1) return /match/.test(called) ? 'predicate' : 'jsonpath'
  if (/(?:^|_)to_?tsquery$/.test(called) && nth === args.length - 1) return 'words'
  if (nth === 1 && (BY_EXPRESSION.test(called) || called === 'textregexeq')) return 'regular expression'
  // `substring(a from '^x|y')`; with a number, it is a position.
  return called === 'substring' && nth === 1 && args.length === 2 ? 'regular expression' : undefined
}

function languageOf(kind: string, operator: string, text = ''): LanguageName | undefined {
  if (kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE') return 'like'
  if (kind !== 'AEXPR_OP' && kind !== 'AEXPR_OP_ANY' && kind !== 'AEXPR_OP_ALL') return undefined
  if (/^!?~\*?$/.test(operator)) return 'regular expression'
  if (/^!?~~\*?$/.test(operator)) return 'like'
  if (operator === '@?') return 'jsonpath'
  // Documents of JSON and of words have the same operator.
  if (operator === '@@') return text.includes('$') ? 'predicate' : 'words'
  return undefined
}

/** Types whose texts are lists, shapes or documents in a form that is not read here. */
const ODD = /^(?:box|circle|polygon|path|lseg|line|point|xml|tsvector|int2vector|oidvector|hstore|lquery|ltxtquery)$/

/** A constant such as `'0 4096'::oidvector`, on which something depends. */
function isOddType(path: NodePath, context: OperatorContext): boolean {
  const { parent, node } = path
  const text = as(node, 'A_Const')?.sval?.sval
  const type = lastName(as(parent?.node, 'TypeCast')?.typeName?.names)
  const isOdd = ODD.test(type) || lastName(as(parent?.node, 'FuncCall')?.funcname).startsWith('xpath')
  return text !== undefined && isOdd && decides(path, context)
}

/** Which characters are taken out is chosen: what stays is not known. */
function isChosenMap({ node, parent }: NodePath): boolean {
  const { funcname, args = [] } = as(parent?.node, 'FuncCall') ?? {}
  return lastName(funcname) === 'translate' && args[1] === node && !isConstant(node)
}

/** A regular expression or a jsonpath out of a column, a variable or a call, which may be any. What the client sends is its own. */
function isHiddenPattern(path: NodePath): boolean {
  if (isChosenMap(path)) return true
  const language = languageAt(path)
  if (language !== 'regular expression' && language !== 'jsonpath' && language !== 'predicate') return false
  if (isConstant(path.node)) return false
  return nodesIn(path.node).some(one => 'ColumnRef' in one || 'SubLink' in one || 'FuncCall' in one)
}
