// The body of a function in LANGUAGE sql: a string whose text is SQL again.

import { type CreateFunctionStmt, scanSync } from 'libpg-query'
import { as, lastName } from './ast.ts'
import { lineAt, spliceBytes } from './named-parameters.ts'

export interface SqlBody {
  text: string
  linesBefore: number
  /** The definition with another body. */
  replaceBy: (body: string) => string
}

/** The SQL in a function's body; undefined for every other language, also if it holds SQL, as plpgsql does. */
export function findSqlBody(sql: string, { options = [] }: CreateFunctionStmt): SqlBody | undefined {
  const option = (name: string) => options.map(item => as(item, 'DefElem')).find(item => item?.defname === name)?.arg
  const text = lastName(as(option('as'), 'List')?.items)
  if (as(option('language'), 'String')?.sval?.toLowerCase() !== 'sql' || text === '') return undefined
  const tokens = scanSync(sql).tokens
  // A string after AS: other strings of a definition, such as the default of a parameter, follow something else.
  const body = tokens.find(
    ({ tokenName }, index) => tokenName === 'SCONST' && tokens[index - 1]?.text.toLowerCase() === 'as',
  )
  if (body === undefined) return undefined
  const { start, end } = body
  const replaceBy = (text: string) => spliceBytes(sql, [{ start, end, text: dollarQuoted(text) }])
  return { text, linesBefore: lineAt(sql, start) - 1, replaceBy }
}

function dollarQuoted(body: string): string {
  let tag = '$$'
  for (let number = 1; body.includes(tag); number += 1) tag = `$body${number}$`
  return `${tag} ${body} ${tag}`
}
