// The SQL of a PL/pgSQL body: statements, conditions, values. PL/pgSQL's parser gives the text of each, and the line of the
// PL/pgSQL statement around it, but not the position: the text is searched for. After a change the body is parsed again, to
// be sure that nothing else has changed.

import { scanSync } from 'libpg-query'
import { tryParse } from '../../sql/parse-statements.ts'
import { type PlpgsqlExpression, plpgsqlExpressions, readPlpgsql } from '../../sql/plpgsql-expressions.ts'
import { assignedIn } from './assigned-in.ts'
import { type Deciding, readDeciding } from './deciding.ts'
import {
  CONDITION,
  DECIDING,
  DECIDING_LIST,
  type EmbeddedSql,
  LIST,
  STATEMENT,
  unwrap,
  VALUE,
  type Wrapper,
} from './embedded-sql.ts'
import { type Flow, readFlow } from './flow.ts'
import type { FunctionSource } from './function-source.ts'
import { type Gates, readGates, type Surroundings } from './gates/gates.ts'
import { isFilter, isGuard, sparesOthers } from './guards.ts'

export interface BodySql extends EmbeddedSql {
  /** The SQL without its wrapper. */
  sql: string
  /** The condition of an IF, a WHILE, an EXIT WHEN or a WHEN. */
  isCondition: boolean
  /** The condition of an IF or of its ELSIF. */
  isBranch: boolean
  /** The condition of a guard: where it holds, the function only refuses. */
  isGuard: boolean
  /** The condition of an IF that only gives rows. */
  isFilter: boolean
  /** Where the condition does not hold, something is spared: a check, or an ELSE is taken. */
  sparesOthers: boolean
  /** What follows in the function depends on the SQL: a condition, a loop, or FOUND. */
  isDeciding: boolean
  /** Without a row of the query, the body does nothing. */
  isGate: boolean
  /** The SQL says how many turns a loop has. */
  isBound: boolean
  /** A RAISE tells the value of the SQL; as most of them cannot be seen in rows, few checks look at them. */
  isMessage: boolean
  /** The value comes from elsewhere than from parameters: it may tell something. */
  tells: boolean
  /** The SQL without its wrapper, on one line. */
  what: string
  /** The function without the statement; undefined if the SQL is not a statement that writes. */
  leaveOut: () => string | undefined
}

/** The SQL of a body, in the order of its text. */
export function sqlInBody(source: FunctionSource, surroundings?: Surroundings): BodySql[] {
  return readBody(source, surroundings).found
}

/**
 * The SQL of a body; and that which was not found in its text, or is not understood, as the parser gives it. Where its
 * surroundings are not known, no query is a gate.
 */
export function readBody(source: FunctionSource, surroundings?: Surroundings): { found: BodySql[]; lost: string[] } {
  const definition = source.replaceWith(source.text)
  const { root, expressions: all } = readPlpgsql(definition) ?? { root: undefined, expressions: [] }
  const boundaries = all.length === 0 ? new Set<number>() : wordBoundaries(source.text)
  const matches: Match[] = []
  const lost: string[] = []
  // The longest first: a short text may also be a part of a longer one.
  for (const expression of all.toSorted((one, other) => other.query.length - one.query.length)) {
    const match = find(expression, source.text, boundaries, matches)
    if (match !== undefined) matches.push(match)
    else lost.push(expression.query)
  }
  if (all.length === 0) return { found: [], lost }
  const deciding = readDeciding(definition, all)
  const flow = readFlow(root, deciding.outputs, surroundings)
  const gates = surroundings
    ? readGates(root, definition, flow, surroundings)
    : { queries: new Set(), leaving: new Set() }
  const refusing = new Set([...flow.refusing, ...gates.leaving])
  const known = { all, deciding, flow: { ...flow, refusing }, gates }
  const found = matches
    .sort((one, other) => one.start - other.start)
    .flatMap(match => {
      const sql = bodySql(match, source, known)
      if (sql === undefined) lost.push(match.sql)
      return sql ?? []
    })
  return { found, lost }
}

/** The place of an expression's SQL in the body. */
interface Match {
  expression: PlpgsqlExpression
  /** The parser's text without its prefix. */
  sql: string
  /** What the parser's text begins with beside the SQL: `n := ` of an assignment, and SELECT where the body has PERFORM. */
  prefix: string
  /** The first character of the SQL in the body, and the one behind its last. */
  start: number
  end: number
  /** `INTO x`, which the parser replaces with blanks in the middle of a statement. */
  into: string
}

function prefixOf({ statement, query }: PlpgsqlExpression): string {
  if (statement === 'PLpgSQL_stmt_assign') return assignedIn(query)?.before ?? ''
  return statement === 'PLpgSQL_stmt_perform' ? (/^select\s+/i.exec(query)?.[0] ?? '') : ''
}

/**
 * The values of `CASE x WHEN 1, 2 THEN`, of which the parser makes the condition `"__Case__Variable_3__" IN (1, 2)`;
 * undefined for other SQL.
 */
function valuesOfWhen(query: string): string | undefined {
  return /^"__Case__Variable_\d+__" IN \(([\s\S]*)\)$/.exec(query)?.[1]
}

/** The first match from the line of the statement on, from word to word, and outside of the matches before. */
function find(
  expression: PlpgsqlExpression,
  body: string,
  boundaries: Set<number>,
  before: Match[],
): Match | undefined {
  const prefix = prefixOf(expression)
  const sql = valuesOfWhen(expression.query) ?? expression.query.slice(prefix.length)
  const lines = typeof expression.node.lineno === 'number' ? expression.node.lineno - 1 : 0
  const from = body.split('\n').slice(0, lines).join('\n').length
  for (let start = from; start + sql.length <= body.length; start += 1) {
    const end = start + sql.length
    if (body[start] !== sql[0] || !boundaries.has(start) || !boundaries.has(end)) continue
    if (before.some(other => start < other.end && other.start < end)) continue
    const into = blankedInto(body.slice(start, end), sql)
    if (into !== undefined) return { expression, sql, prefix, start, end, into }
  }
  return undefined
}

/** The `INTO x` of the body for which the parser's text has blanks, or ''; undefined when the texts are not the same. */
function blankedInto(inBody: string, parsed: string): string | undefined {
  if (inBody === parsed) return ''
  const differing = Array.from({ length: parsed.length }, (_, at) => at).filter(at => inBody[at] !== parsed[at])
  const [first = 0, last = 0] = [differing[0], differing.at(-1)]
  const into = inBody.slice(first, last + 1)
  return parsed.slice(first, last + 1).trim() === '' && /^into\b/i.test(into) ? into : undefined
}

/** Where words begin and end, so that no match lies in a string, a comment or a part of a name. */
function wordBoundaries(body: string): Set<number> {
  const bytes = Buffer.from(body)
  const character = (byte: number) => bytes.subarray(0, byte).toString().length
  const tokens = scanSync(body).tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
  return new Set(tokens.flatMap(({ start, end }) => [character(start), character(end)]))
}

/** What is known of the whole body. */
interface Known {
  all: PlpgsqlExpression[]
  deciding: Deciding
  flow: Flow
  gates: Gates
}

function bodySql(match: Match, source: FunctionSource, { all, deciding, flow, gates }: Known): BodySql | undefined {
  const { expression, sql, prefix, start, end, into } = match
  const isCondition = expression.part === 'cond' || expression.statement === 'PLpgSQL_case_when'
  const isWhen = valuesOfWhen(expression.query) !== undefined
  const whole = isWhen ? expression.query : sql
  const decides = deciding.queries.has(expression)
  const wrapper = wrappersFor(expression, isCondition, decides).find(({ before, after }) =>
    tryParse(before + whole + after),
  )
  if (wrapper === undefined) return undefined
  const skipped = Buffer.byteLength(wrapper.before)
  const bytes = Buffer.from(sql)
  const isExit = expression.statement === 'PLpgSQL_stmt_exit'
  const refuses = isCondition && (isExit ? flow.refusing.has(expression.node) : isGuard(expression.node, flow))
  const filters = isCondition && isFilter(expression.node)
  const withText = (text: string) => source.replaceWith(source.text.slice(0, start) + text + source.text.slice(end))
  return {
    sql,
    isCondition,
    isBranch: /^PLpgSQL_(?:stmt_if|if_elsif)$/.test(expression.statement) && isCondition,
    isGuard: refuses,
    isFilter: filters,
    sparesOthers: isCondition && sparesOthers(expression.node, flow),
    isDeciding: decides || (isCondition && !refuses && !filters),
    isGate: gates.queries.has(expression.node),
    isBound: ['lower', 'upper', 'step'].includes(expression.part),
    isMessage: /^PLpgSQL_(?:stmt_raise|raise_option)$/.test(expression.statement),
    tells: deciding.tells(expression),
    what: sql.replace(/\s+/g, ' '),
    text: wrapper.before + whole + wrapper.after,
    lineAt: byte => {
      const upTo = source.text.slice(0, start) + bytes.subarray(0, Math.max(0, byte - skipped)).toString()
      return source.linesBefore + upTo.split('\n').length
    },
    replaceWith: mutated => {
      const inner = unwrap(mutated, wrapper)
      if (inner === undefined) return undefined
      // PL/pgSQL accepts INTO at the end of a statement as well.
      // No value is NULL: such a WHEN is never taken. One that is always taken cannot be written.
      const values = isWhen ? valuesOfWhen(inner === 'false' ? neverIs(expression.query) : inner) : inner
      if (values === undefined) return undefined
      // A loop that is never left would not end: it ends with an error.
      const written = values === 'false' && flow.ending.has(expression.node) ? failingWhere(sql) : values
      const definition = withText(into === '' ? written : `${written} ${into}`)
      const query = isWhen ? expression.query.replace(sql, () => values) : `${prefix}${written}`.trim()
      const wanted = all.map(one => (one === expression ? { ...one, query } : one))
      return areSame(wanted, plpgsqlExpressions(definition)) ? definition : undefined
    },
    leaveOut: () => {
      if (expression.part !== 'sqlstmt' || expression.node.into || !WRITES.test(sql)) return undefined
      const definition = withText('NULL')
      const others = all.filter(one => one !== expression)
      return areSame(others, plpgsqlExpressions(definition)) ? definition : undefined
    },
    describe: part => part,
  }
}

/** The condition of a WHEN that compares with NULL. */
function neverIs(query: string): string {
  return query.replace(/ IN [\s\S]*$/, ' IN (NULL)')
}

/** A condition that is never true, and an error where another is true. No planner knows before the call that it is one. */
function failingWhere(sql: string): string {
  return `CASE WHEN ${sql} THEN CAST(concat('left') AS int) = 0 ELSE false END`
}

const WRITES = /^(?:insert|update|delete|merge)\b/i

function wrappersFor({ statement, part }: PlpgsqlExpression, isCondition: boolean, decides: boolean): Wrapper[] {
  if (statement === 'PLpgSQL_stmt_perform') return decides ? [DECIDING_LIST] : [LIST]
  if (decides && (part === 'sqlstmt' || statement === 'PLpgSQL_stmt_fors')) return [DECIDING, STATEMENT]
  if (part === 'sqlstmt' || part === 'query' || part === 'cursor_explicit_expr') return [STATEMENT, VALUE]
  // An expression of PL/pgSQL may go on as a SELECT does: `total := sum(a) FROM t`.
  return isCondition ? [CONDITION, VALUE, LIST] : [VALUE, LIST]
}

function areSame(wanted: PlpgsqlExpression[], found: PlpgsqlExpression[] = []): boolean {
  const textsOf = (expressions: PlpgsqlExpression[]) => {
    // The parser numbers the variable of a CASE with all others, and there are fewer where `r.a` was left out.
    const cases: string[] = []
    const inOrder = (name: string) => {
      if (!cases.includes(name)) cases.push(name)
      return `__Case__${cases.indexOf(name)}__`
    }
    return expressions.map(({ statement, part, query }) =>
      `${statement} ${part} ${query.trim()}`.replace(/__Case__Variable_\d+__/g, inOrder),
    )
  }
  const [before, after] = [textsOf(wanted), textsOf(found)]
  return before.length === after.length && before.every((text, nth) => text === after[nth])
}
