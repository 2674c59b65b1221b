import { type CreateFunctionStmt, scanSync } from 'libpg-query'
import { as, lastName } from '../../sql/node.ts'
import { lineAt, replaceBytes } from '../../sql/replace-bytes.ts'

/** The body of a function that is written as a string: `AS $$ … $$`. */
export interface FunctionSource {
  language: string
  text: string
  /** The lines of the definition before the body. */
  linesBefore: number
  /** The definition with another body. */
  replaceWith: (body: string) => string
}

/** The source of a definition; undefined when its body is not a string, as BEGIN ATOMIC … END. */
export function functionSource(sql: string, { options = [] }: CreateFunctionStmt): FunctionSource | undefined {
  const option = (name: string) => options.map(item => as(item, 'DefElem')).find(item => item?.defname === name)?.arg
  const text = lastName(as(option('as'), 'List')?.items)
  const language = as(option('language'), 'String')?.sval?.toLowerCase()
  if (language === undefined || text === '') return undefined
  const tokens = scanSync(sql).tokens
  // The body is the string after AS: no other string of a definition, such as a parameter's default, follows AS.
  const body = tokens.find(
    ({ tokenName }, index) => tokenName === 'SCONST' && tokens[index - 1]?.text.toLowerCase() === 'as',
  )
  if (body === undefined) return undefined
  const { start, end } = body
  const replaceWith = (text: string) => replaceBytes(sql, [{ start, end, text: dollarQuoted(text) }])
  return { language, text, linesBefore: lineAt(sql, start) - 1, replaceWith }
}

function dollarQuoted(body: string): string {
  let tag = '$$'
  for (let number = 1; body.includes(tag); number += 1) tag = `$body${number}$`
  return `${tag} ${body} ${tag}`
}
