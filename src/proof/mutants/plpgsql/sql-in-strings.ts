// SQL in the strings of SQL: parsed and mutated as any other, with a placeholder for each slot, and then put back.

import { scanSync } from 'libpg-query'
import { as, lastName, type Node, nodesIn } from '../../sql/node.ts'
import { parseStatements, tryParse } from '../../sql/parse-statements.ts'
import { isSameTree } from '../../sql/text-positions.ts'
import { writeStatements } from '../../sql/write-sql.ts'
import { argumentsOf } from '../tree/conditions.ts'
import { replaceAt } from '../tree/replace-at.ts'
import { CONDITION, type EmbeddedSql, LIST, STATEMENT, unwrap, VALUE, type Wrapper } from './embedded-sql.ts'
import { describePlaceholders, fillPlaceholders, type ParsedTemplate, parseTemplate } from './placeholders.ts'
import { type Template, templatesIn } from './string-templates.ts'

/** The SQL in the strings of SQL that is embedded itself. */
export function sqlInStrings(outer: EmbeddedSql): EmbeddedSql[] {
  const tree = parseStatements(outer.text)
  return templatesIn(tree).flatMap(template => {
    const wrapped = parseInWrapper(template)
    return wrapped === undefined ? [] : [embed(template, wrapped, tree, outer)]
  })
}

/** Strings that permit nothing, wherever they stand: signs between parts, directions of sorting, and AND between conditions. */
const HARMLESS = /^(?:[\s,().]|\b(?:asc|desc|nulls|first|last|and)\b)*$/i

/** The strings among these that were not read as SQL, so that no part can be taken from them. */
export function unreadStrings({ text }: EmbeddedSql, strings: ReadonlySet<string>): string[] {
  const tree = parseStatements(text)
  const read = new Set(
    templatesIn(tree).flatMap(template =>
      isBareOr(template) || parseInWrapper(template) === undefined ? [] : template.strings,
    ),
  )
  return nodesIn(tree).flatMap(node => {
    const string = as(node, 'A_Const')?.sval?.sval
    if (string === undefined || !strings.has(string) || HARMLESS.test(string)) return []
    return read.has(node) ? [] : [string]
  })
}

/** `' OR '` that something else puts between conditions: no arm stands beside it that could be taken away. */
function isBareOr({ parts: [first, ...others] }: Template): boolean {
  return others.length === 0 && first !== undefined && 'text' in first && /^\s*or\s*$/i.test(first.text)
}

interface WrappedTemplate {
  wrapper: Wrapper
  parsed: ParsedTemplate
}

function embed(
  template: Template,
  { wrapper, parsed }: WrappedTemplate,
  tree: Node[],
  outer: EmbeddedSql,
): EmbeddedSql {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(parsed.inner) ?? []
  const wasEnclosed = isInParentheses(core)
  const isCondition = wrapper.isCondition === true
  const wasOr = isCondition && isOr(parsed.text)
  return {
    text: parsed.text,
    lineAt: byte => {
      const segment = parsed.segments.findLast(({ start }) => start <= byte) ?? parsed.segments[0]
      if (segment === undefined) return outer.lineAt(0)
      const upTo = Buffer.from(parsed.text).subarray(segment.start, Math.max(segment.start, byte)).toString()
      return outer.lineAt(segment.byte) + segment.linesBefore + upTo.split('\n').length - 1
    },
    replaceWith: sql => {
      const inner = unwrap(sql, wrapper)
      if (inner === undefined) return undefined
      // `a OR b` in the place of `a AND b` needs parentheses: the function may put the condition between others.
      const isToEnclose = wasEnclosed || (isCondition && !wasOr && isOr(sql))
      // `a OR b OR` cannot be put in parentheses.
      if (isToEnclose && goesOn(wrapper)) return undefined
      const parts = fillPlaceholders(`${before}${isToEnclose ? `(${inner})` : inner}${after}`, parsed)
      if (parts === undefined) return undefined
      const changed = replaceAt(tree, template.keys, template.write(parts))
      const text = writeStatements(changed)
      return isSameTree(tryParse(text), changed) ? outer.replaceWith(text) : undefined
    },
    describe: sql => outer.describe(describePlaceholders(sql, parsed).replaceAll(HEAD, '…').replaceAll(TAIL, '…')),
  }
}

/** Whether the parenthesis that a text starts with is closed by its last character. */
function isInParentheses(sql: string): boolean {
  const { tokens } = scanSync(sql)
  let open = 0
  for (const [index, { text }] of tokens.entries()) {
    if (text === '(') open += 1
    if (text === ')') open -= 1
    if (open === 0) return index > 0 && index === tokens.length - 1
  }
  return false
}

function isOr(sql: string): boolean {
  return argumentsOf(conditionOf(sql), 'OR_EXPR') !== undefined
}

function conditionOf(sql: string): Node | undefined {
  return as(parseStatements(sql)[0], 'SelectStmt')?.whereClause
}

/** The SQL before a string that goes on with a statement: `AND a` is parsed as `SELECT WHERE proof_head AND a`. */
const HEAD = 'proof_head'

/** The SQL behind a string that ends in the middle of a condition: `a = 1 AND ` is parsed as `a = 1 AND proof_tail`. */
const TAIL = 'proof_tail'

/** The wrapper for a string that ends in AND or OR, to which the function adds a further condition elsewhere. */
function withTail(wrapper: Wrapper, { parts }: Template): Wrapper {
  const last = parts.findLast(part => !('text' in part) || part.text.trim() !== '')
  const isOpen = last !== undefined && 'text' in last && /(?:^|\s)(?:and|or)\s*$/i.test(last.text)
  if (!isOpen) return wrapper
  const { dropped: _, ...rest } = wrapper
  return { ...rest, after: ` ${TAIL}${wrapper.after}` }
}

function goesOn({ after }: Wrapper): boolean {
  return after.startsWith(` ${TAIL}`)
}

/** What a string goes on with, by its first word. */
const CONTINUED: Record<string, string[]> = {
  // A condition; or the condition of a CTE that writes, with the statement that reads the CTE.
  and: ['SELECT WHERE', 'WITH proof_cte AS (UPDATE proof_table SET proof_column = 1 WHERE'],
  or: ['SELECT WHERE'],
  where: ['SELECT FROM'],
  set: ['UPDATE'],
  // What a SELECT goes on with.
  from: ['SELECT'],
  join: ['SELECT FROM'],
  left: ['SELECT FROM'],
  inner: ['SELECT FROM'],
  cross: ['SELECT FROM'],
  group: ['SELECT'],
  having: ['SELECT'],
  order: ['SELECT'],
  limit: ['SELECT'],
  offset: ['SELECT'],
  returning: ['DELETE FROM', 'WITH proof_cte AS (DELETE FROM'],
}

const STATEMENTS = [
  ...['select', 'insert', 'update', 'delete', 'merge', 'values'],
  ...['create', 'drop', 'truncate', 'lock'],
]

/** `WITH a AS (SELECT 1)`, to which the function adds a SELECT elsewhere. */
const BEGUN_WITH: Wrapper = { before: '', after: ' SELECT' }

/** `WITH done AS (UPDATE t`, to which the function adds a SET elsewhere. */
const BEGUN_UPDATE: Wrapper = { before: '', after: ' SET proof_column = 1) SELECT' }

/** `a DESC NULLS LAST`. */
const ORDER: Wrapper = { before: 'SELECT ORDER BY ', after: '' }

/** A template as a statement that can be parsed; undefined for a string that is no SQL. */
function parseInWrapper(template: Template): WrappedTemplate | undefined {
  for (const wrapper of wrappersFor(template).map(one => withTail(one, template))) {
    const parsed = parseTemplate(template, wrapper)
    if (parsed !== undefined && (!wrapper.isCondition || isSurelyCondition(parsed.text))) return { wrapper, parsed }
  }
  return undefined
}

function wrappersFor({ parts }: Template): Wrapper[] {
  const [first] = parts.filter(part => !('text' in part) || part.text.trim() !== '')
  const [text] = parts.flatMap(part => ('text' in part && part.text.trim() !== '' ? [part.text] : []))
  if (text === undefined) return []
  // A comment before the first word says nothing of how the text goes on.
  const [word = ''] = /\w+/.exec(text.replace(/^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*/, '').toLowerCase()) ?? []
  const startsWithSlot = first !== undefined && 'fill' in first
  const continued = CONTINUED[word]?.map((begun): Wrapper => {
    if (startsWithSlot) return { before: `${begun} `, after: '' }
    const whole = `${begun} ${HEAD}`
    return { before: `${whole} `, after: '', dropped: { written: whole, text: '' } }
  })
  // `SET LOCAL …` is a statement of its own.
  if (continued !== undefined) return word === 'set' && !startsWithSlot ? [...continued, STATEMENT] : continued
  if (!startsWithSlot && word === 'with') return [STATEMENT, BEGUN_WITH, BEGUN_UPDATE]
  if (!startsWithSlot && STATEMENTS.includes(word)) return [STATEMENT]
  return [CONDITION, VALUE, LIST, ORDER]
}

const TESTS = ['BoolExpr', 'NullTest', 'BooleanTest']
const COMPARISON = /^(?:[<>]=?|=|<>|@>|<@|&&|!?~~?\*?)$/

/** Whether a text is surely a condition, and not words that happen to parse: `pending` is a column to the parser. */
function isSurelyCondition(sql: string): boolean {
  const where = conditionOf(sql)
  if (where === undefined) return false
  if (TESTS.some(kind => kind in where)) return true
  const link = as(where, 'SubLink')
  if (link !== undefined) return link.subLinkType !== 'EXPR_SUBLINK'
  const { kind, name, lexpr } = as(where, 'A_Expr') ?? {}
  return lexpr !== undefined && (kind !== 'AEXPR_OP' || COMPARISON.test(lastName(name)))
}
