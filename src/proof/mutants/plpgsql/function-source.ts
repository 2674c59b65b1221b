// The body of a function: a string whose text is SQL, or PL/pgSQL.

import { type CreateFunctionStmt, scanSync } from 'libpg-query'
import { as, lastName } from '../../sql/node.ts'
import { lineAt, replaceBytes } from '../../sql/replace-bytes.ts'

export interface FunctionBody {
  language: string
  text: string
  linesBefore: number
  /** The definition with another body. */
  replaceBy: (body: string) => string
}

/** The body of a definition; undefined when it is not a string. */
export function findBody(sql: string, { options = [] }: CreateFunctionStmt): FunctionBody | undefined {
  const option = (name: string) => options.map(item => as(item, 'DefElem')).find(item => item?.defname === name)?.arg
  const text = lastName(as(option('as'), 'List')?.items)
  const language = as(option('language'), 'String')?.sval?.toLowerCase()
  if (language === undefined || text === '') return undefined
  const tokens = scanSync(sql).tokens
  // A string after AS: other strings of a definition, such as the default of a parameter, follow something else.
  const body = tokens.find(
    ({ tokenName }, index) => tokenName === 'SCONST' && tokens[index - 1]?.text.toLowerCase() === 'as',
  )
  if (body === undefined) return undefined
  const { start, end } = body
  const replaceBy = (text: string) => replaceBytes(sql, [{ start, end, text: dollarQuoted(text) }])
  return { language, text, linesBefore: lineAt(sql, start) - 1, replaceBy }
}

function dollarQuoted(body: string): string {
  let tag = '$$'
  for (let number = 1; body.includes(tag); number += 1) tag = `$body${number}$`
  return `${tag} ${body} ${tag}`
}
