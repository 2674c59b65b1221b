// Functions that are used as a condition which lets rows through: what only restricts in a WHERE restricts in them too.

import { as, type Body, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { functionSource } from '../../plpgsql/function-source.ts'
import { sameNames } from './renames.ts'

/** The names of the functions that return a boolean and that every place uses as such a condition. */
export function predicatesIn(
  statements: readonly { sql: string; tree: Node }[],
  others: readonly string[],
): Set<string> {
  const same = sameNames(statements)
  const plain = (name: string) => same.get(name) ?? name
  const made = statements.flatMap(({ tree }) => as(tree, 'CreateFunctionStmt') ?? [])
  const names = new Set(made.filter(returnsBoolean).map(({ funcname }) => plain(lastName(funcname))))
  const roots = statements.flatMap(({ sql, tree }) => {
    const created = as(tree, 'CreateFunctionStmt')
    const source = created && functionSource(sql, created)
    if (source?.language === 'plpgsql') return []
    const body = source ? (tryParse(source.text) ?? []) : [tree]
    return source && names.has(plain(lastName(created?.funcname))) ? body.map(asCondition) : body
  })
  const bodies = statements.flatMap(({ sql, tree }) => {
    const created = as(tree, 'CreateFunctionStmt')
    const source = created && functionSource(sql, created)
    return source?.language === 'plpgsql' ? [source.text] : []
  })
  const inTrees = nodesIn(roots)
  const positive = [...conditionsIn(roots)].flatMap(operandsOf)
  const withPlainNames = (text: string) => text.replace(/\w+/g, word => same.get(word.toLowerCase()) ?? word)
  const texts = { bodies: bodies.map(withPlainNames), others: others.map(withPlainNames) }
  const found = new Set(
    [...names].filter(name => {
      const isCall = (node: Node) => plain(lastName(as(node, 'FuncCall')?.funcname)) === name
      const isEverywhere = inTrees.filter(isCall).length === positive.filter(isCall).length
      return (
        isEverywhere &&
        texts.bodies.every(text => onlyRefuses(text, name)) &&
        !texts.others.some(sql => mentions(sql, name) > 0)
      )
    }),
  )
  return new Set(made.map(({ funcname }) => lastName(funcname)).filter(name => found.has(plain(name))))
}

function returnsBoolean({ returnType }: Body<'CreateFunctionStmt'>): boolean {
  return ['bool', 'boolean'].includes(lastName(returnType?.names)) && !returnType?.setof
}

/** `select a and b` as the whole body of such a function is a condition itself. */
export function asCondition(statement: Node): Node {
  const select = as(statement, 'SelectStmt')
  const [target, ...more] = select?.targetList ?? []
  const value = as(target, 'ResTarget')?.val
  if (!select || !value || more.length > 0 || select.fromClause || select.whereClause) return statement
  const { targetList: _, ...rest } = select
  return { SelectStmt: { ...rest, whereClause: value } }
}

/** The conditions of policies, and of SELECT and its like. */
function conditionsIn(roots: Node[]): Node[] {
  return nodesIn(roots).flatMap(node => {
    const { qual, with_check } = as(node, 'CreatePolicyStmt') ?? as(node, 'AlterPolicyStmt') ?? {}
    const body = Object.values(node)[0] as { whereClause?: Node }
    const isQuery = 'SelectStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node
    return [qual, with_check, isQuery ? body.whereClause : undefined].filter(one => one !== undefined)
  })
}

/** The operands of AND and OR. */
function operandsOf(condition: Node): Node[] {
  const { boolop, args = [] } = as(condition, 'BoolExpr') ?? {}
  return boolop === 'AND_EXPR' || boolop === 'OR_EXPR' ? args.flatMap(operandsOf) : [condition]
}

function mentions(text: string, name: string): number {
  return text.split(new RegExp(`\\b${name}\\s*\\(`, 'i')).length - 1
}

/** Whether a body has the function only as in `if not may_read(id) then raise`. */
function onlyRefuses(text: string, name: string): boolean {
  const refusing = new RegExp(`\\bif\\s+not\\s+(?:\\w+\\.)?${name}\\s*\\([^;]*?\\)\\s*then\\s+raise\\b`, 'gi')
  return mentions(text, name) === (text.match(refusing) ?? []).length
}
