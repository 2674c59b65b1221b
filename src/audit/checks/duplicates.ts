// Two cases are duplicates when only their comments and names differ. A name is normalised only when another name would
// change nothing: an alias, a CTE, a variable, an argument of a function. Tables, columns, trusted parameters and called
// functions keep their names, because the wrong table or column can be the flaw of a bad case.

import type { Problem } from '../../domain.ts'
import type { AuditCase } from '../audit-case.ts'
import { findParameters } from '../code/parameters.ts'
import { sqlTokens } from '../code/sql-tokens.ts'
import type { Token } from '../code/tokens.ts'

// Short code may be the same in two applications by chance.
const FEWEST_TOKENS_ACROSS = 40

/** Reports each case whose code is the same as the code of an earlier case. */
export function findDuplicates(cases: AuditCase[]): Problem[] {
  const names = new Map(
    [...new Set(cases.map(({ from }) => from))].map(({ application }) => [
      application.name,
      schemaNames(application.schema),
    ]),
  )
  const within = new Map<string, AuditCase>()
  const across = new Map<string, AuditCase>()
  return cases.flatMap(one => {
    const { application } = one.case
    const own = normalise(one, names.get(application) ?? null)
    const first = within.get(`${application} ${own}`)
    within.set(`${application} ${own}`, first ?? one)
    if (first) return [duplicate(one, first, 'comments and names')]
    if (one.code.tokens.length < FEWEST_TOKENS_ACROSS) return []
    const anyNames = normalise(one, new Set())
    const elsewhere = across.get(anyNames)
    if (!elsewhere) across.set(anyNames, one)
    return elsewhere && elsewhere.case.application !== application
      ? [duplicate(one, elsewhere, 'comments, tables and other names')]
      : []
  })
}

function duplicate(one: AuditCase, first: AuditCase, under: string): Problem {
  const message = `the same code as ${first.case.path}, under other ${under}; a case of its own was wanted.`
  return { severity: 'error', file: one.case.file, message }
}

/** The names that the schema defines, which mean the same in every case of the application; null without a schema. */
function schemaNames(schema: string | undefined): Set<string> | null {
  const tokens = schema === undefined ? undefined : sqlTokens(schema)
  if (!tokens) return null
  return new Set(tokens.filter(({ kind }) => kind === 'word').map(({ text }) => text.toLowerCase()))
}

/** The code as one line that is the same for duplicates. Without a set of `fixed` names, all names stay. */
function normalise({ code: { tokens }, from }: AuditCase, fixed: Set<string> | null): string {
  const { isClient } = findParameters(tokens, from.trusted)
  const numbers = new Map<string, number>()
  const numbered = (name: string) => {
    const number = numbers.get(name) ?? numbers.size
    numbers.set(name, number)
    return `#${number}`
  }
  const isFixed = (token: Token, index: number) => {
    // Only an exact lexer tells keywords from names.
    if (fixed === null || token.isKeyword !== false) return true
    const isCalled = tokens[index + 1]?.text === '(' && tokens[index - 1]?.text.toLowerCase() !== 'function'
    return isCalled || fixed.has(token.text.toLowerCase())
  }
  return tokens
    .filter(({ text }, index) => !(text === ';' && index === tokens.length - 1))
    .map((token, index) => {
      const text = token.text.toLowerCase()
      if (token.kind === 'string') return text.replace(/\s+/g, ' ')
      if (token.kind === 'parameter') return isClient(token) ? numbered(text) : text
      return token.kind === 'word' && !isFixed(token, index) ? numbered(text) : text
    })
    .join(' ')
}
