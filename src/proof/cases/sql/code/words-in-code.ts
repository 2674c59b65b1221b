// Words in the code of a case that tell what no check can compare. They are looked for in texts too, which a function may
// execute; words that the code puts together from pieces are not seen.

import { scanSync } from 'libpg-query'

/** The columns that PostgreSQL keeps with each row. */
const SYSTEM_COLUMN = /\b(ctid|xmin|xmax|cmin|cmax|tableoid)\b/i

/**
 * Where `ctid` only names rows: it is compared with another one, or a subquery that is compared gives it, or a CTE.
 * Nothing may be made of it, such as a text.
 */
const NAMES_ROWS = [
  /(?:=|\bany\s*\()\s*(?:\w+\.)?\bctid\b(?!\s*(?:::|\|\|))/gi,
  /(?:\w+\.)?\bctid\s*(?:=|in\b)/gi,
  /(?:\bin|=|\bany|\barray|\bas|\bmaterialized)\s*\(+\s*select\s+(?:\w+\.)?\bctid\b(?=\s*(?:from|,))/gi,
]

/** A system column that the code uses for more than to name rows. */
export function placeIn(code: string): string | undefined {
  const text = readable(code)
  const named = NAMES_ROWS.reduceRight((rest, pattern) => rest.replace(pattern, ' = '), text)
  return SYSTEM_COLUMN.exec(named)?.[0]
}

/** Whether the code has the command NOTIFY, in a function or at the start of a text. */
export function notifyIn(code: string): boolean {
  return /(?:[;'$]|\b(?:begin|then|else|loop))\s*notify\s+[\w"%]/i.test(readable(code))
}

/** The code without comments, and with names as PostgreSQL reads them: `ctid` for `U&"\0063tid"`. */
export function readable(code: string): string {
  return withPlainNames(withoutComments(code, true))
}

/**
 * The code without its comments and those in the body of its function. What looks like a comment in any other text may be
 * none once the text is put together with others.
 */
function withoutComments(code: string, isWhole: boolean): string {
  const bytes = Buffer.from(code)
  let tokens: ReturnType<typeof scanSync>['tokens']
  try {
    tokens = scanSync(code).tokens
  } catch {
    // A text that cannot be scanned is searched with its comments.
    return code
  }
  const isFunction = isWhole && tokens.some(({ text }) => /^create$/i.test(text))
  let plain = ''
  let end = 0
  for (const token of tokens) {
    plain += bytes.toString('utf8', end, token.start)
    end = token.end
    const text = bytes.toString('utf8', token.start, end)
    const [, mark, body] = /^(\$\w*\$)([\s\S]*)\1$/.exec(text) ?? []
    if (/COMMENT/.test(token.tokenName)) plain += ' '
    else if (isFunction && body !== undefined) plain += `${mark}${withoutComments(body, false)}${mark}`
    else plain += text
  }
  return plain + bytes.toString('utf8', end)
}

const ESCAPED_NAME = /\bu&"((?:[^"]|"")*)"(?:\s*uescape\s*'+(.)'+)?/gi

function withPlainNames(code: string): string {
  return code.replace(ESCAPED_NAME, (_, name: string, mark = '\\') =>
    name
      .split(mark)
      .map((part, nth) => (nth === 0 ? part : part.replace(/^(?:\+([0-9a-f]{6})|([0-9a-f]{4}))/i, fromHex)))
      .join(''),
  )
}

function fromHex(_: string, long?: string, short?: string): string {
  const number = Number.parseInt(long ?? short ?? '', 16)
  return number <= 0x10ffff ? String.fromCodePoint(number) : ' '
}
