// The SQL that stands in a PL/pgSQL body as it is: statements, conditions, values. PL/pgSQL's parser gives their text and
// the line of what they belong to; where they stand is looked for, and what is written there is parsed again.

import { scanSync } from 'libpg-query'
import { type PlpgsqlExpression, plpgsqlExpressions } from '../sql/plpgsql-expressions.ts'
import { CONDITION, type EmbeddedSql, LIST, STATEMENT, tryParse, unwrapped, VALUE, type Wrap } from './embedded-sql.ts'
import type { FunctionBody } from './function-body.ts'

export interface Piece extends EmbeddedSql {
  /** IF, WHILE, EXIT WHEN: it is true or not. */
  isCondition: boolean
  /** Its text as it stands there, on one line. */
  what: string
  /** The function without the statement, if it is one that writes. */
  leaveOut: () => string | undefined
}

/** What an error says is compared with nothing, so that no mutant of it could be killed. */
const UNTOUCHED = ['PLpgSQL_stmt_raise']

/** The pieces of a body, in the order of its text. */
export function piecesOf(body: FunctionBody): Piece[] {
  const all = plpgsqlExpressions(body.replaceBy(body.text)) ?? []
  const edges = all.length === 0 ? new Set<number>() : edgesOf(body.text)
  const taken: Place[] = []
  // A short piece may also stand in a longer one.
  for (const expression of all.toSorted((one, other) => other.query.length - one.query.length)) {
    const place = placeOf(expression, body.text, edges, taken)
    if (place !== undefined) taken.push(place)
  }
  return taken
    .filter(({ expression }) => !UNTOUCHED.includes(expression.statement))
    .sort((one, other) => one.start - other.start)
    .flatMap(place => pieceAt(place, body, all) ?? [])
}

interface Place {
  expression: PlpgsqlExpression
  core: Core
  /** The core's first character in the body, and the one behind its last. */
  start: number
  end: number
  /** `INTO x`, which the parser leaves out of the middle of a statement. */
  into: string
}

/** The parser's text in two: the target of an assignment, or PERFORM as SELECT; and the SQL itself. */
interface Core {
  before: string
  sql: string
}

function coreOf({ statement, query }: PlpgsqlExpression): Core {
  const start = { PLpgSQL_stmt_assign: /^[^=]*=\s*/, PLpgSQL_stmt_perform: /^select\s+/i }[statement]
  const [before = ''] = start?.exec(query) ?? []
  return { before, sql: query.slice(before.length) }
}

/** The first place in which the text stands, from its line on, at the edges of words and outside of other pieces. */
function placeOf(expression: PlpgsqlExpression, body: string, edges: Set<number>, taken: Place[]): Place | undefined {
  const core = coreOf(expression)
  const { length } = core.sql
  const lines = typeof expression.node.lineno === 'number' ? expression.node.lineno - 1 : 0
  const from = body.split('\n').slice(0, lines).join('\n').length
  for (let start = from; start + length <= body.length; start += 1) {
    const end = start + length
    if (body[start] !== core.sql[0] || !edges.has(start) || !edges.has(end)) continue
    if (taken.some(other => start < other.end && other.start < end)) continue
    const into = leftOut(body.slice(start, end), core.sql)
    if (into !== undefined) return { expression, core, start, end, into }
  }
  return undefined
}

/** What blanks stand for in the parser's text: nothing, or `INTO x`; undefined when it is another text. */
function leftOut(source: string, said: string): string | undefined {
  if (source === said) return ''
  const other = Array.from({ length: said.length }, (_, at) => at).filter(at => source[at] !== said[at])
  const [first = 0, last = 0] = [other[0], other.at(-1)]
  const into = source.slice(first, last + 1)
  return said.slice(first, last + 1).trim() === '' && /^into\b/i.test(into) ? into : undefined
}

/** Where words begin and end: nothing is found inside a string, a comment or a name. */
function edgesOf(body: string): Set<number> {
  const bytes = Buffer.from(body)
  const character = (byte: number) => bytes.subarray(0, byte).toString().length
  const tokens = scanSync(body).tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
  return new Set(tokens.flatMap(({ start, end }) => [character(start), character(end)]))
}

function pieceAt(place: Place, body: FunctionBody, all: PlpgsqlExpression[]): Piece | undefined {
  const { expression, core, start, end, into } = place
  const isCondition = expression.part === 'cond' || expression.statement === 'PLpgSQL_case_when'
  const wrap = wrapsFor(expression, isCondition).find(({ before, after }) => tryParse(before + core.sql + after))
  if (wrap === undefined) return undefined
  const skipped = Buffer.byteLength(wrap.before)
  const bytes = Buffer.from(core.sql)
  const written = (text: string) => body.replaceBy(body.text.slice(0, start) + text + body.text.slice(end))
  const replaceBy = (sql: string) => {
    const inner = unwrapped(sql, wrap)
    if (inner === undefined) return undefined
    // PL/pgSQL finds INTO at the end of a statement as well.
    const text = into === '' ? inner : `${inner} ${into}`
    const definition = written(text)
    return hasChanged(all, expression, `${core.before}${inner}`, definition) ? definition : undefined
  }
  return {
    isCondition,
    what: core.sql.replace(/\s+/g, ' '),
    text: wrap.before + core.sql + wrap.after,
    lineAt: byte => {
      const upTo = body.text.slice(0, start) + bytes.subarray(0, Math.max(0, byte - skipped)).toString()
      return body.linesBefore + upTo.split('\n').length
    },
    replaceBy,
    leaveOut: () => {
      if (expression.part !== 'sqlstmt' || expression.node.into || !WRITES.test(core.sql)) return undefined
      const definition = written('NULL')
      const others = all.filter(one => one !== expression)
      return isSame(others, plpgsqlExpressions(definition)) ? definition : undefined
    },
    tell: sql => sql,
  }
}

const WRITES = /^(?:insert|update|delete|merge)\b/i

function wrapsFor({ statement, part }: PlpgsqlExpression, isCondition: boolean): Wrap[] {
  if (statement === 'PLpgSQL_stmt_perform') return [LIST]
  if (part === 'sqlstmt' || part === 'query' || part === 'cursor_explicit_expr') return [STATEMENT, VALUE]
  // An expression of PL/pgSQL may go on as a SELECT does: `total := sum(a) FROM t`.
  return isCondition ? [CONDITION, VALUE, LIST] : [VALUE, LIST]
}

/** Whether a definition is the same as before but for one expression, which has just this text. */
function hasChanged(all: PlpgsqlExpression[], changed: PlpgsqlExpression, text: string, definition: string): boolean {
  const wanted = all.map(one => (one === changed ? { ...one, query: text.trim() } : one))
  return isSame(wanted, plpgsqlExpressions(definition))
}

function isSame(wanted: PlpgsqlExpression[], now: PlpgsqlExpression[] = []): boolean {
  const text = ({ statement, part, query }: PlpgsqlExpression) => `${statement} ${part} ${query.trim()}`
  return (
    wanted.length === now.length && wanted.every((one, nth) => now[nth] !== undefined && text(one) === text(now[nth]))
  )
}
