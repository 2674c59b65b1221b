// Words of SQL that tell where code runs: who is logged in, what the schema is called, who called the function. They are no
// functions, so that no right keeps a case from them: code that says one of them is refused.

import { type ScanToken, scanSync } from 'libpg-query'
import { as, columnParts, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'

/** Words that PostgreSQL reserves: no column has such a name without quotes. */
const SESSION = /^(session_user|current_user|current_role|system_user|current_schema|current_catalog)$/i
/** The lines of the call stack, and the number of the function that runs. */
const STACK = /^"?(pg_context|pg_exception_context|pg_routine_oid)"?$/i
/** Types whose values are numbers of objects and print as names: with them, code could list all names of the database. */
const NAMES = /^"?_?(regproc|regprocedure|regnamespace|regrole|regoper|regoperator|regcollation|regdictionary)"?$/i
/** The same of tables and types, which applications use for names that they write down: `'docs'::regclass`. */
const WRITTEN_NAMES = /^"?_?(regclass|regtype)"?$/i
/** The words after which a statement of PL/pgSQL may be SHOW. */
const BEFORE_SHOW = /^(;|for|in|query|begin|then|else|loop|strict|scroll)$/i

/**
 * The word in the code that tells where the code runs. The body of a function is searched too, and its texts where it
 * executes any.
 */
export function asksWhere(code: string, isFunction: boolean): string | undefined {
  const tokens = scan(code)
  const bodies = isFunction ? textsIn(tokens) : []
  const found = tellingIn(tokens, true) ?? firstOf(bodies, body => tellingIn(scan(body), true))
  if (found !== undefined || !/\bexecute\b/i.test(code)) return found
  return firstOf(bodies, executedWord)
}

/** The word in the texts of a text, and in the texts of those. */
function executedWord(text: string): string | undefined {
  return firstOf(textsIn(scan(text)), inner => {
    // A sentence may have the words `user` and `show`; a statement has them as keywords.
    const isStatement =
      /^\s*show\s*$/i.test(inner) || tryParse(inner.replace(/%(?:\d+\$)?[ILs]/g, 'part')) !== undefined
    return tellingIn(scan(inner), isStatement) ?? executedWord(inner)
  })
}

function firstOf(texts: string[], find: (text: string) => string | undefined): string | undefined {
  for (const text of texts) {
    const found = find(text)
    if (found !== undefined) return found
  }
  return undefined
}

function tellingIn(tokens: ScanToken[], isCode: boolean): string | undefined {
  return tokens.find((_, at) => isTelling(tokens, at, isCode))?.text
}

function isTelling(tokens: ScanToken[], at: number, isCode: boolean): boolean {
  const [text, before, after] = [tokens[at]?.text ?? '', tokens[at - 1]?.text ?? ';', tokens[at + 1]?.text ?? ' ']
  // Behind a dot or AS, it is the name of a column.
  if (SESSION.test(text) || (isCode && /^user$/i.test(text))) return !/^(\.|as)$/i.test(before)
  if (WRITTEN_NAMES.test(text)) return !isWritten(tokens, at)
  if (isCode && /^show$/i.test(text)) return BEFORE_SHOW.test(before) && /^["\w ]/.test(after)
  return STACK.test(text) || NAMES.test(text) || isEscapedType(text, after)
}

/** Whether a name in escapes is that of such a type: `U&"\\0072egproc"`. With UESCAPE, it may be any name. */
function isEscapedType(text: string, after: string): boolean {
  if (!/^u&"/i.test(text)) return false
  const [name = ''] = nodesIn(tryParse(`select ${text}`)).flatMap(node => columnParts(node) ?? [])
  return /^uescape$/i.test(after) || NAMES.test(name) || WRITTEN_NAMES.test(name)
}

/** Whether the value before or behind the type is a text: `'docs'::regclass`, `cast('docs' as regclass)`, `regclass 'docs'`. */
function isWritten(tokens: ScanToken[], at: number): boolean {
  const isTextAt = (index: number) => isText(tokens[index])
  return (/^(::|as)$/i.test(tokens[at - 1]?.text ?? '') && isTextAt(at - 2)) || isTextAt(at + 1)
}

/** The texts between quotes. Texts that are joined, as in `'cur' || 'rent_user'`, are one text. */
function textsIn(tokens: ScanToken[]): string[] {
  const texts: string[] = []
  for (const [at, token] of tokens.entries()) {
    if (!isText(token)) continue
    const isJoined = tokens[at - 1]?.text === '||' && isText(tokens[at - 2])
    texts.push(`${isJoined ? (texts.pop() ?? '') : ''}${textOf(token.text)}`)
  }
  return texts.filter(text => text.trim() !== '')
}

function isText(token: ScanToken | undefined): boolean {
  return token !== undefined && /^(?:(?:e|u&|n)?'|\$\w*\$)/i.test(token.text)
}

/** The text that PostgreSQL reads from a constant, with its escapes. */
function textOf(constant: string): string {
  const [node] = nodesIn(tryParse(`select ${constant}`)).flatMap(one => as(one, 'A_Const') ?? [])
  return node?.sval?.sval ?? constant
}

/** The tokens without comments; none for a text that PostgreSQL's scanner does not read. */
function scan(sql: string): ScanToken[] {
  try {
    return scanSync(sql).tokens.filter(({ text }) => !/^(--|\/\*)/.test(text))
  } catch {
    return []
  }
}
