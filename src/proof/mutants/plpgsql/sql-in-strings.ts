// SQL in the strings of a piece, with a stand-in for each hole: mutated as any other, and put back between the holes.

import { scanSync } from 'libpg-query'
import { argumentsOf, as, isSameTree, lastName, type Node, replaceAt } from '../../sql/node.ts'
import { writeStatements } from '../../sql/write-sql.ts'
import {
  CONDITION,
  type EmbeddedSql,
  LIST,
  parseStatements,
  STATEMENT,
  tryParse,
  unwrapped,
  VALUE,
  type Wrap,
} from './embedded-sql.ts'
import { fillHoles, type ReadTemplate, readTemplate, tellHoles } from './placeholders.ts'
import { type Template, templatesIn } from './string-templates.ts'

/** The SQL in the strings of what is embedded itself. */
export function dynamicSqlIn(piece: EmbeddedSql): EmbeddedSql[] {
  const tree = parseStatements(piece.text)
  return templatesIn(tree).flatMap(template => {
    const found = inWrap(template)
    return found === undefined ? [] : [embed(template, found, tree, piece)]
  })
}

interface Found {
  wrap: Wrap
  read: ReadTemplate
}

function embed(template: Template, { wrap, read }: Found, tree: Node[], piece: EmbeddedSql): EmbeddedSql {
  const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(read.inner) ?? []
  const isEnclosed = isInParentheses(core)
  const isLoose = wrap === CONDITION && isOr(read.text)
  return {
    text: read.text,
    lineAt: byte => {
      const segment = read.segments.findLast(({ start }) => start <= byte) ?? read.segments[0]
      if (segment === undefined) return piece.lineAt(0)
      const upTo = Buffer.from(read.text).subarray(segment.start, Math.max(segment.start, byte)).toString()
      return piece.lineAt(segment.byte) + segment.linesBefore + upTo.split('\n').length - 1
    },
    replaceBy: sql => {
      const inner = unwrapped(sql, wrap)
      if (inner === undefined) return undefined
      // A condition that is put between others must not fall apart there.
      const isToEnclose = isEnclosed || (wrap === CONDITION && !isLoose && isOr(sql))
      const parts = fillHoles(`${before}${isToEnclose ? `(${inner})` : inner}${after}`, read)
      if (parts === undefined) return undefined
      const changed = replaceAt(tree, template.path, template.write(parts))
      const text = writeStatements(changed)
      return isSameTree(tryParse(text), changed) ? piece.replaceBy(text) : undefined
    },
    tell: sql => piece.tell(tellHoles(sql, read).replaceAll(HEAD, '…')),
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

function isOr(condition: string): boolean {
  return argumentsOf(conditionOf(condition), 'OR_EXPR') !== undefined
}

function conditionOf(sql: string): Node | undefined {
  return as(parseStatements(sql)[0], 'SelectStmt')?.whereClause
}

/** Stands for what comes before a fragment. */
const HEAD = 'proof_head'

/** What a fragment continues, by its first word. */
const CONTINUED: Record<string, string[]> = {
  // Of a condition; or of one in a CTE that writes, with the statement that reads it.
  and: ['SELECT WHERE', 'WITH proof_cte AS (UPDATE proof_table SET proof_column = 1 WHERE'],
  or: ['SELECT WHERE'],
  where: ['SELECT FROM'],
  set: ['UPDATE'],
}

/** A template as a statement that can be parsed; undefined for a string that is no SQL. */
function inWrap(template: Template): Found | undefined {
  for (const wrap of wrapsFor(template)) {
    const read = readTemplate(template, wrap)
    if (read !== undefined && (wrap !== CONDITION || isTruth(read.text))) return { wrap, read }
  }
  return undefined
}

function wrapsFor({ parts }: Template): Wrap[] {
  const [first] = parts.filter(part => !('text' in part) || part.text.trim() !== '')
  const [text] = parts.flatMap(part => ('text' in part && part.text.trim() !== '' ? [part.text] : []))
  if (text === undefined) return []
  const [word = ''] = /\w+/.exec(text.trim().toLowerCase()) ?? []
  const isBegun = first !== undefined && 'fill' in first
  const continued = CONTINUED[word]?.map((begun): Wrap => {
    if (isBegun) return { before: `${begun} `, after: '' }
    const whole = `${begun} ${HEAD}`
    return { before: `${whole} `, after: '', dropped: { written: whole, text: '' } }
  })
  if (continued !== undefined) return continued
  if (!isBegun && ['select', 'with', 'insert', 'update', 'delete', 'merge'].includes(word)) return [STATEMENT]
  return [CONDITION, VALUE, LIST]
}

const TESTS = ['BoolExpr', 'NullTest', 'BooleanTest']
const COMPARING = /^(?:[<>]=?|=|<>|@>|<@|&&|!?~~?\*?)$/

/** Whether it surely is a condition, and no text that happens to parse. */
function isTruth(sql: string): boolean {
  const where = conditionOf(sql)
  if (where === undefined) return false
  if (TESTS.some(kind => kind in where)) return true
  const link = as(where, 'SubLink')
  if (link !== undefined) return link.subLinkType !== 'EXPR_SUBLINK'
  const { kind, name, lexpr } = as(where, 'A_Expr') ?? {}
  return lexpr !== undefined && (kind !== 'AEXPR_OP' || COMPARING.test(lastName(name)))
}
