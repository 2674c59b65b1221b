// What the text of a PL/pgSQL function says about it. Text that the function puts together at run time is not known.

import { as, columnParts, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { plpgsqlExpressions } from '../../../sql/plpgsql-expressions.ts'
import { decidingIn, limitsIn, volatileIn } from '../../../sql/sql-tree.ts'
import { walk } from '../../../sql/walk-tree.ts'
import { dayVariables } from './day-variables.ts'

/** One piece of SQL in the body: a statement or an expression. */
interface Piece {
  /** The PL/pgSQL statement that the piece belongs to, as `PLpgSQL_stmt_return_query`. */
  statement: string
  /** The part of that statement: `cond`, `default_val`, `sqlstmt`, … */
  part: string
  tree: Node[] | undefined
  /** The variables that take the value. */
  targets: string[]
  /** What the statement passes to the text that it executes, in the order of `$1`, `$2`, …: what stands behind USING. */
  passed: (Node[] | undefined)[]
}

/** The volatile functions, such as `now()`, on which it depends what is done or which rows come. */
export function decidingInBody(definition: string): string[] {
  const pieces = piecesOf(definition)
  const clockVariables = findClockVariables(pieces, dayVariables(definition))
  const clocksIn = (part: unknown) => namesIn(part).flatMap(name => clockVariables.get(name) ?? [])
  const found = pieces.flatMap(({ part, tree, passed }) => {
    const clocks = passed.map(value => [...volatileIn(value).filter(name => CLOCK.test(name)), ...clocksIn(value)])
    const clocksInText = (inner: unknown) => [
      ...clocksIn(inner),
      ...numbersIn(inner).flatMap(nth => clocks[nth - 1] ?? []),
    ]
    return [
      ...(part === 'cond' ? [...volatileIn(tree), ...clocksIn(tree)] : decidingIn(tree, clocksIn)),
      ...statementTexts(tree).flatMap(text => decidingIn(parsePiece(text), clocksInText)),
    ]
  })
  return [...new Set(found)]
}

/** The volatile functions that the body calls anywhere. */
export function volatileInBody(definition: string): string[] {
  const found = piecesOf(definition).flatMap(({ tree }) => [
    ...volatileIn(tree),
    ...statementTexts(tree).flatMap(text => volatileIn(parsePiece(text))),
  ])
  return [...new Set(found)]
}

/** A limit in a text, be the text a statement or a part of one. */
const LIMIT = /\blimit\b|\bfetch\s+(?:first|next)\b/gi

/**
 * Whether the body may limit rows that it filters or chooses from afterwards, and not only the rows that it returns.
 */
export function hasInnerLimitInBody(definition: string): boolean {
  const pieces = piecesOf(definition)
  if (pieces.length === 0) return definition.search(LIMIT) >= 0
  const isReturned = (statement: string) => statement === 'PLpgSQL_stmt_return_query'
  if (pieces.some(({ statement, tree }) => hasInnerLimit(tree, isReturned(statement)))) return true
  const texts = pieces.map(({ tree }) => stringsIn(tree).join(' '))
  const textsAfterLimit = texts.flatMap(text => [...text.matchAll(LIMIT)].map(({ index }) => text.slice(index)))
  const loopsOverText = pieces.some(({ statement }) => statement === 'PLpgSQL_stmt_dynfors')
  return textsAfterLimit.length > 1 || textsAfterLimit.some(text => loopsOverText || closesOuterParenthesis(text))
}

/** Whether statements limit anything but the whole result of the last one. `isReturned`: that result is returned. */
export function hasInnerLimit(statements: unknown, isReturned = true): boolean {
  const last: Node | undefined = Array.isArray(statements) && isReturned ? statements.at(-1) : undefined
  const whole = as(last, 'SelectStmt')
  return limitsIn(statements, whole) > (whole?.limitCount ? 1 : 0)
}

/** Whether the text closes a parenthesis that was opened before it: then the limit is in a subquery. */
function closesOuterParenthesis(text: string): boolean {
  let open = 0
  for (const character of text) {
    if (character === '(') open++
    if (character === ')' && --open < 0) return true
  }
  return false
}

/** Volatile functions that give the time, and words for a day. A random key may rightly be used again: `where id = new_id`. */
const CLOCK = /TIMESTAMP|^'|^(now|timeofday|age|uuidv7|uuid_generate_v1(?:mc)?|\w+_timestamp)\(/

/** The variables that hold the time, each with the functions that gave it: `v_now` from `now()`. */
function findClockVariables(pieces: Piece[], days: string[]): Map<string, string[]> {
  const variables = new Map(days.map((name): [string, string[]] => [name, [`${name} as a word for a day`]]))
  // One variable may be set from another: this goes on until no more are found.
  for (let before = -1; before !== variables.size; ) {
    before = variables.size
    for (const { tree, targets } of pieces) {
      const texts = statementTexts(tree).map(parsePiece)
      const clocks = [tree, ...texts].flatMap(volatileIn).filter(name => CLOCK.test(name))
      const found = [...clocks, ...namesIn(tree).flatMap(name => variables.get(name) ?? [])]
      if (found.length > 0) for (const target of targets) variables.set(target, found)
    }
  }
  return variables
}

function piecesOf(definition: string): Piece[] {
  const expressions = (plpgsqlExpressions(definition) ?? []).filter(({ part }) => part !== 'params')
  return expressions.map(({ statement, node, part, query }) => {
    const passed = part.endsWith('query') ? queriesOf(node.params).map(parsePiece) : []
    const [, variable, value] = /^([\w.]+)\s*:?=\s*([\s\S]+)$/.exec(query) ?? []
    const isAssignment = part === 'expr' && value !== undefined
    const targets = [
      ...(isAssignment && variable !== undefined ? [variable] : []),
      ...(part === 'default_val' ? [String(node.refname)] : []),
      ...intoVariables(node.target),
    ]
    return { statement, part, tree: parsePiece(isAssignment ? value : query), targets, passed }
  })
}

/** The SQL of the expressions behind USING. */
function queriesOf(params: unknown): string[] {
  const items = (Array.isArray(params) ? params : []) as { PLpgSQL_expr?: { query?: string } }[]
  return items.map(({ PLpgSQL_expr }) => PLpgSQL_expr?.query ?? '')
}

/** The numbers of `$1`, `$2`, … in a tree. */
function numbersIn(tree: unknown): number[] {
  return nodesIn(tree).flatMap(node => as(node, 'ParamRef')?.number ?? [])
}

/** The variables of SELECT … INTO. */
function intoVariables(target: unknown): string[] {
  const names: string[] = []
  walk(target, (_, { refname, fields }) => {
    if (typeof refname === 'string') names.push(refname)
    for (const { name } of (fields ?? []) as { name?: string }[]) if (name !== undefined) names.push(name)
  })
  return names
}

/** The tree of a statement or of an expression; undefined for a text that is neither. */
function parsePiece(sql: string): Node[] | undefined {
  // A placeholder of format(), such as %I, becomes a name, which may stand in most places.
  const text = sql.replace(/%(?:\d+\$)?[ILs]/g, 'proof_part')
  return (text === '' ? undefined : tryParse(text)) ?? tryParse(`select ${text}`)
}

/** Names without a table, which may be names of variables. */
function namesIn(tree: unknown): string[] {
  return nodesIn(tree).flatMap(node => {
    const [name, ...others] = columnParts(node) ?? []
    return name === undefined || name === '*' || others.length > 0 ? [] : [name]
  })
}

/** String constants that may be whole statements. */
function statementTexts(tree: unknown): string[] {
  return stringsIn(tree).filter(text => /^\s*(select|with|insert|update|delete|merge)\b/i.test(text))
}

/** The values of string constants, and of those that are joined: `'clock_' || 'timestamp()'`. */
function stringsIn(tree: unknown): string[] {
  return nodesIn(tree).flatMap(node => joinedText(node) ?? [])
}

/** The text of a constant, or of constants that are joined by `||`. */
function joinedText(node: Node | undefined): string | undefined {
  const expression = as(node, 'A_Expr')
  if (expression === undefined) return as(node, 'A_Const')?.sval?.sval
  if (lastName(expression.name) !== '||') return undefined
  const [left, right] = [joinedText(expression.lexpr), joinedText(expression.rexpr)]
  return left === undefined || right === undefined ? undefined : left + right
}
