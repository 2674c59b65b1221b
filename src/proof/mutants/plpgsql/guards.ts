// Guards of a PL/pgSQL body: `IF … THEN RAISE …; END IF`.

import { as, nodesIn } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { queryOf } from '../../sql/plpgsql-expressions.ts'
import { isObject, type Tree, walk } from '../../sql/walk-tree.ts'
import { isConstant } from '../tree/constants.ts'
import type { Flow } from './flow.ts'

/** Whether the statements of an IF, or of one of its ELSIFs, only refuse: they raise, leave, or set a number. */
export function isGuard({ cond, then_body, stmts }: Tree, flow: Flow): boolean {
  const statements = then_body ?? stmts
  const condition = queryOf(cond) ?? ''
  return Array.isArray(statements) && statements.length > 0 && statements.every(one => refuses(one, condition, flow))
}

const GIVING = ['PLpgSQL_stmt_return_next', 'PLpgSQL_stmt_return_query']

/** Whether an IF without ELSE only gives rows: `IF doc.org = p_org THEN id := doc.id; RETURN NEXT; END IF`. */
export function isFilter({ then_body, else_body, elsif_list }: Tree): boolean {
  if (else_body !== undefined || elsif_list !== undefined || !Array.isArray(then_body)) return false
  const kinds = then_body.map(one => (isObject(one) ? Object.keys(one)[0] : undefined) ?? '')
  return GIVING.includes(kinds.at(-1) ?? '') && kinds.every(kind => [...GIVING, 'PLpgSQL_stmt_assign'].includes(kind))
}

/**
 * Whether something is spared to those for whom the condition does not hold: the statements have a guard inside, or there
 * is an ELSE.
 */
export function sparesOthers({ then_body, stmts, else_body }: Tree, flow: Flow): boolean {
  if (Array.isArray(else_body) && !else_body.every(one => refuses(one, '', flow))) return true
  let hasGuard = false
  walk(then_body ?? stmts, name => {
    if (name === 'PLpgSQL_stmt_raise' || name === 'PLpgSQL_stmt_return') hasGuard = true
  })
  return hasGuard
}

function refuses(statement: unknown, condition: string, { refusing }: Flow): boolean {
  if (!isObject(statement)) return false
  const [kind = '', body] = Object.entries(statement)[0] ?? []
  if (kind === 'PLpgSQL_stmt_raise' || kind === 'PLpgSQL_stmt_exit') return refusing.has(body)
  if (!isObject(body)) return false
  if (kind === 'PLpgSQL_stmt_return')
    return refusing.has(body) && (body.expr === undefined || isConstantText(queryOf(body.expr) ?? ''))
  // `page_size := 50`: how many rows come is found out among many rows, by the check `limit`.
  // The condition is about the same variable: `v_pick := 2` may choose anything.
  if (kind === 'PLpgSQL_stmt_assign') {
    const [, name] = /^\s*(\w+)\s*:?=\s*\d+\s*$/.exec(queryOf(body.expr) ?? '') ?? []
    return name !== undefined && new RegExp(`\\b${name}\\b`, 'i').test(condition)
  }
  return false
}

export function isConstantText(sql: string): boolean {
  const [select] = tryParse(`SELECT ${sql}`) ?? []
  const targets = nodesIn(select).flatMap(node => as(node, 'ResTarget')?.val ?? [])
  return targets.length === 1 && targets.every(isConstant)
}
