// PostgreSQL names a column without AS after its expression: `COALESCE(a, b)` is called coalesce, and `a` is called a.
// A mutant must not die of another name, so it gets the old one with AS.

import { as, lastName, type Node, type Path, replaceAt } from '../../sql/node.ts'

/** The changed tree, in which the output column that the path leads through is called as it was. */
export function keepColumnName(original: Node[], changed: Node[], path: Path): Node[] {
  const index = path.findLastIndex((key, at) => key === 'ResTarget' && isOutput(path.slice(0, at)))
  if (index < 0) return changed
  const place = path.slice(0, index)
  const before = as(nodeAt(original, place), 'ResTarget')
  const after = as(nodeAt(changed, place), 'ResTarget')
  if (before === undefined || after === undefined || after.name !== undefined) return changed
  const name = nameOf(before.val)
  return name === nameOf(after.val) ? changed : replaceAt(changed, [...place, 'ResTarget', 'name'], name)
}

/** Whether a path ends at a column of a SELECT or a RETURNING, and not at one that is set. */
function isOutput(path: Path): boolean {
  const list = path.at(-2)
  return list === 'exprs' || (list === 'targetList' && ['SelectStmt', 'larg', 'rarg'].includes(String(path.at(-3))))
}

function nodeAt(tree: unknown, path: Path): Node | undefined {
  return path.reduce<unknown>(
    (node, key) => (node as Record<string | number, unknown> | undefined)?.[key],
    tree,
  ) as Node
}

/** The name that PostgreSQL gives to an expression: FigureColname in its parse_target.c, for what mutants change. */
export function nameOf(node: Node | undefined): string {
  return strongName(node) ?? weakName(node) ?? '?column?'
}

function strongName(node: Node | undefined): string | undefined {
  if (node === undefined) return undefined
  const fields = as(node, 'ColumnRef')?.fields ?? as(node, 'FuncCall')?.funcname
  if (fields !== undefined) return lastName(fields)
  const extreme = as(node, 'MinMaxExpr')
  if (extreme !== undefined) return extreme.op === 'IS_LEAST' ? 'least' : 'greatest'
  if (as(node, 'CoalesceExpr') !== undefined) return 'coalesce'
  if (as(node, 'A_ArrayExpr') !== undefined) return 'array'
  const link = as(node, 'SubLink')
  if (link?.subLinkType === 'EXISTS_SUBLINK') return 'exists'
  const [target] = link?.subLinkType === 'EXPR_SUBLINK' ? (as(link.subselect, 'SelectStmt')?.targetList ?? []) : []
  const column = as(target, 'ResTarget')
  if (column !== undefined) return column.name ?? nameOf(column.val)
  // The ELSE names a CASE, and what is cast names a cast, if they have a name of their own.
  return strongName(as(node, 'CaseExpr')?.defresult ?? as(node, 'TypeCast')?.arg)
}

function weakName(node: Node | undefined): string | undefined {
  if (as(node, 'CaseExpr') !== undefined) return 'case'
  const cast = as(node, 'TypeCast')
  if (cast !== undefined) return lastName(cast.typeName?.names)
  return as(node, 'A_Const')?.boolval === undefined ? undefined : 'bool'
}
