// What the body of a PL/pgSQL function says, as far as it stands there: not what its text becomes at run time.

import { parseSync } from 'libpg-query'
import { plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'
import { decidingIn, limitsIn, volatileIn } from '../../sql/sql-tree.ts'
import { type Tree, walk } from '../../sql/walk-tree.ts'

/** One piece of SQL in the body, as PL/pgSQL's parser gives it. */
interface Piece {
  /** The statement that it belongs to, as `PLpgSQL_stmt_return_query`. */
  statement: string
  /** The name of the part of a statement that it is: `cond`, `default_val`, `sqlstmt`, … */
  part: string
  tree: unknown
  /** The variables that it is put into. */
  targets: string[]
}

/** Functions that give something else each time and decide what is done or which rows come, by name. */
export function decidingInBody(definition: string): string[] {
  const pieces = piecesOf(definition)
  const times = variablesFrom(pieces)
  const named = (part: unknown) => namesIn(part).flatMap(name => times.get(name) ?? [])
  const found = pieces.flatMap(({ part, tree }) => [
    ...(part === 'cond' ? [...volatileIn(tree), ...named(tree)] : decidingIn(tree, named)),
    ...textsIn(tree).flatMap(text => decidingIn(parsed(text), named)),
  ])
  return [...new Set(found)]
}

/** Functions that give something else each time, by name, wherever they stand. */
export function volatileInBody(definition: string): string[] {
  const found = piecesOf(definition).flatMap(({ tree }) => [
    ...volatileIn(tree),
    ...textsIn(tree).flatMap(text => volatileIn(parsed(text))),
  ])
  return [...new Set(found)]
}

/** What gives the time. A key that was drawn before is rightly used again, as `where id = new_id`. */
const CLOCK = /TIMESTAMP|^(now|timeofday|\w+_timestamp)\(/

/** In the text of a function, be it a statement or a string that becomes one. */
const LIMIT = /\blimit\b|\bfetch\s+(?:first|next)\b/gi

/** Whether it may limit more than what it returns as a whole: a part of a statement, or rows that it then chooses from. */
export function hasLimitInside(definition: string): boolean {
  const pieces = piecesOf(definition)
  if (pieces.length === 0) return definition.search(LIMIT) >= 0
  const returns = (statement: string) => statement === 'PLpgSQL_stmt_return_query'
  if (pieces.some(({ statement, tree }) => hasLimitIn(tree, returns(statement)))) return true
  const texts = pieces.map(({ tree }) => stringsIn(tree).join(' '))
  const limits = texts.flatMap(text => [...text.matchAll(LIMIT)].map(({ index }) => text.slice(index)))
  const isChosenFrom = pieces.some(({ statement }) => statement === 'PLpgSQL_stmt_dynfors')
  return limits.length > 1 || limits.some(rest => isChosenFrom || closesMore(rest))
}

/** Whether these statements limit anything but what the last of them returns as a whole. */
export function hasLimitIn(statements: unknown, isReturned = true): boolean {
  const last = Array.isArray(statements) && isReturned ? (statements.at(-1) as { stmt?: Tree } | undefined) : undefined
  const whole = (last?.stmt?.SelectStmt as Tree | undefined) ?? {}
  return limitsIn(statements, whole) > ('limitCount' in whole ? 1 : 0)
}

/** Whether a parenthesis ends here that began before. */
function closesMore(text: string): boolean {
  let open = 0
  for (const character of text) {
    if (character === '(') open++
    if (character === ')' && --open < 0) return true
  }
  return false
}

/** The variables that hold the time, with what gave it. */
function variablesFrom(pieces: Piece[]): Map<string, string[]> {
  const variables = new Map<string, string[]>()
  for (let before = -1; before !== variables.size; ) {
    before = variables.size
    for (const { tree, targets } of pieces) {
      const clocks = volatileIn(tree).filter(name => CLOCK.test(name))
      const found = [...clocks, ...namesIn(tree).flatMap(name => variables.get(name) ?? [])]
      if (found.length > 0) for (const target of targets) variables.set(target, found)
    }
  }
  return variables
}

function piecesOf(definition: string): Piece[] {
  const expressions = (plpgsqlExpressions(definition) ?? []).filter(({ part }) => part !== 'params')
  return expressions.map(({ statement, node, part, query }) => {
    const [, assigned, expression] = /^([\w.]+)\s*:?=\s*([\s\S]+)$/.exec(query) ?? []
    const isAssigned = part === 'expr' && expression !== undefined
    const targets = [
      ...(isAssigned && assigned !== undefined ? [assigned] : []),
      ...(part === 'default_val' ? [String(node.refname)] : []),
      ...fieldsOf(node.target),
    ]
    return { statement, part, tree: parsed(isAssigned ? expression : query), targets }
  })
}

/** The variables of SELECT … INTO. */
function fieldsOf(target: unknown): string[] {
  const names: string[] = []
  walk(target, (_, { refname, fields }) => {
    if (typeof refname === 'string') names.push(refname)
    for (const { name } of (fields ?? []) as { name?: string }[]) if (name !== undefined) names.push(name)
  })
  return names
}

/** A statement, or an expression; what is neither says nothing. */
function parsed(sql: string): unknown {
  // What format() writes in is a name, or may stand where one may.
  const text = sql.replace(/%(?:\d+\$)?[ILs]/g, 'proof_part')
  for (const whole of [text, `select ${text}`]) {
    try {
      return parseSync(whole).stmts
    } catch {
      // Perhaps as the other.
    }
  }
  return undefined
}

/** Names that may be those of variables. */
function namesIn(tree: unknown): string[] {
  const names: string[] = []
  walk(tree, (name, node) => {
    if (name !== 'ColumnRef') return
    const fields = node.fields as { String?: { sval?: string } }[] | undefined
    const [only] = fields?.length === 1 ? fields : []
    if (only?.String?.sval !== undefined) names.push(only.String.sval)
  })
  return names
}

/** Strings that may be statements by themselves. */
function textsIn(tree: unknown): string[] {
  return stringsIn(tree).filter(text => /^\s*(select|with|insert|update|delete|merge)\b/i.test(text))
}

function stringsIn(tree: unknown): string[] {
  const texts: string[] = []
  walk(tree, (name, { sval }) => {
    // The value of a constant, not the name of something.
    if (name === 'sval' && typeof sval === 'string') texts.push(sval)
  })
  return texts
}
