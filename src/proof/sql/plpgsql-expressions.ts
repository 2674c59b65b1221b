import { parsePlPgSQLSync, type ScanToken, scanSync } from 'libpg-query'
import { as, type Node } from './node.ts'
import { tryParse } from './parse-statements.ts'
import { type Replacement, replaceBytes } from './replace-bytes.ts'
import { type Tree, walk } from './walk-tree.ts'

/** The SQL of an expression or a statement in a PL/pgSQL body, as PL/pgSQL's parser gives it. */
export interface PlpgsqlExpression {
  /** The kind of the PL/pgSQL statement around the SQL, as `PLpgSQL_stmt_return_query`, and that statement's tree. */
  statement: string
  node: Tree
  /** The field of the statement that holds the SQL: `cond`, `default_val`, `sqlstmt`, `params`, … */
  part: string
  query: string
}

/** All SQL in the body of a function, in the parser's order; undefined for a definition that is no PL/pgSQL. */
export function plpgsqlExpressions(definition: string): PlpgsqlExpression[] | undefined {
  return readPlpgsql(definition)?.expressions
}

/** The same, with the parser's tree in which the statements stand. */
export function readPlpgsql(definition: string): { root: unknown; expressions: PlpgsqlExpression[] } | undefined {
  const root = parseBody(definition)
  if (root === undefined) return undefined
  const found: PlpgsqlExpression[] = []
  walk(root, (statement, node) => {
    for (const [part, value] of Object.entries(node)) {
      for (const item of Array.isArray(value) ? value : [value]) {
        const query = queryOf(item)
        if (query !== undefined) found.push({ statement, node, part, query })
      }
    }
  })
  return { root, expressions: found }
}

/** The tree of a statement, of an expression, or of the value of an assignment; none for a text that is none of these. */
export function expressionTree(query: string): Node[] {
  const whole = tryParse(query) ?? tryParse(`select ${query}`)
  if (whole) return whole
  // The name before the sign may be `a[(1 = 1)::int]`: the value is what can be parsed behind one of the signs.
  for (const { index, 0: sign } of query.matchAll(/:=|=/g)) {
    const value = tryParse(`select ${query.slice(index + sign.length)}`)
    if (value) return value
  }
  return []
}

/** The messages of the RAISE statements in the body of a function, each with the SQL of its values. */
export function plpgsqlRaises(definition: string): { message: string; parameters: string[] }[] {
  const found: { message: string; parameters: string[] }[] = []
  walk(parseBody(definition), (statement, { message, params }) => {
    if (statement !== 'PLpgSQL_stmt_raise' || typeof message !== 'string') return
    found.push({ message, parameters: (Array.isArray(params) ? params : []).map(item => queryOf(item) ?? '') })
  })
  return found
}

/** The SQL of an expression in the parser's tree; undefined for anything else. */
export function queryOf(item: unknown): string | undefined {
  return (item as { PLpgSQL_expr?: { query?: string } } | null)?.PLpgSQL_expr?.query
}

/** The parser's tree of a body in PL/pgSQL; undefined for any other definition. */
function parseBody(definition: string): unknown {
  // A body without quotes, BEGIN ATOMIC, is SQL: PL/pgSQL's parser would abort, and take the module with it.
  if (as(tryParse(definition)?.[0], 'CreateFunctionStmt')?.sql_body !== undefined) return undefined
  try {
    return parsePlpgsql(definition)
  } catch {
    // PostgreSQL says what is wrong with the definition when the case is prepared.
    return undefined
  }
}

/**
 * The tree of a definition. The parser has no catalog and takes a type that it does not know, such as an enum, for a row: a
 * loop or an INTO with several targets then fails. Where it does, the variable is parsed once more as text.
 *
 * @throws Error for a definition that is no PL/pgSQL.
 */
export function parsePlpgsql(definition: string): unknown {
  const scalars = new Set<string>()
  for (;;) {
    try {
      return parsePlPgSQLSync(withScalars(definition, scalars))
    } catch (error) {
      const before = scalars.size
      for (const name of scalarsWanted(error, definition)) scalars.add(name)
      if (scalars.size === before) throw error
    }
  }
}

const NAME = String.raw`(?:"[^"]+"|[a-z_][\w$]*)`
const INTO_MANY = new RegExp(String.raw`\binto\s+(?:strict\s+)?(${NAME}(?:\s*,\s*${NAME})+)`, 'gi')

/** The variables that must be scalars, as an error of the parser says. Of an INTO it says no name: all of these are tried. */
function scalarsWanted(error: unknown, definition: string): string[] {
  const message = error instanceof Error ? error.message : ''
  const [, name] = /^"(.+)" is not a scalar variable$/.exec(message) ?? []
  if (name !== undefined) return [name]
  if (message !== 'record variable cannot be part of multiple-item INTO list') return []
  return [...definition.matchAll(INTO_MANY)].flatMap(([, list = '']) => list.split(',').map(one => nameOf(one.trim())))
}

function nameOf(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1) : written.toLowerCase()
}

/** The definition with the type text for these parameters and variables; the lines stay as they are. */
function withScalars(definition: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return definition
  const { parameters = [] } = as(tryParse(definition)?.[0], 'CreateFunctionStmt') ?? {}
  const { tokens } = scanSync(definition)
  const inSignature = parameters.flatMap(item => {
    const { name = '', argType } = as(item, 'FunctionParameter') ?? {}
    const first = tokens.findIndex(({ start }) => start === argType?.location)
    return names.has(name) && first >= 0 ? typeAt(tokens, first) : []
  })
  const body = tokens.find(({ text }, nth) => text.startsWith('$') && tokens[nth - 1]?.text.toLowerCase() === 'as')
  const [tag = ''] = /^\$\w*\$/.exec(body?.text ?? '') ?? []
  const offset = (body?.start ?? 0) + tag.length
  const declared = declaredTypes(body?.text.slice(tag.length, -tag.length) ?? '', names)
  const inBody = declared.map(({ start, end, text }) => ({ start: start + offset, end: end + offset, text }))
  return replaceBytes(definition, [...inSignature, ...inBody])
}

/** The types of these variables in the DECLARE sections of a body. */
function declaredTypes(body: string, names: ReadonlySet<string>): Replacement[] {
  const tokens = scanSync(body).tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
  const word = (nth: number) => tokens[nth]?.text.toLowerCase() ?? ''
  let isDeclaring = false
  return tokens.flatMap((token, nth) => {
    if (word(nth) === 'declare' || word(nth) === 'begin') isDeclaring = word(nth) === 'declare'
    const begins = isDeclaring && [';', 'declare'].includes(word(nth - 1))
    return begins && names.has(nameOf(token.text)) ? typeAt(tokens, nth + (word(nth + 1) === 'constant' ? 2 : 1)) : []
  })
}

const AFTER_TYPE = [',', ')', ';', ':=', '=', 'default', 'not', 'collate']

/** The type that begins with this token. */
function typeAt(tokens: ScanToken[], first: number): Replacement[] {
  const from = tokens[first]
  const behind = tokens.findIndex(({ text }, nth) => nth > first && AFTER_TYPE.includes(text.toLowerCase()))
  const last = tokens[behind - 1]
  return from === undefined || last === undefined ? [] : [{ start: from.start, end: last.end, text: 'text' }]
}
