import { type ScanToken, scanSync } from 'libpg-query'

/** A longer text is a message or a statement, and no value. */
const LONGEST = 80
/** The most literals of one text. */
const MOST = 60

/**
 * The texts and numbers in SQL, each once: `30`, `OPEN`, `90 days`. Text that may be SQL itself, as the body of a
 * function is, is searched too.
 */
export function literalsIn(code: string): string[] {
  const found = new Set<string>()
  const search = (sql: string) => {
    for (const { tokenName, text } of scan(sql)) {
      if (tokenName === 'ICONST' || tokenName === 'FCONST') found.add(text)
      if (tokenName !== 'SCONST') continue
      const value = unquoted(text)
      if (/\s/.test(value)) search(value)
      if (value.length <= LONGEST && !/[\n%]/.test(value)) found.add(value)
    }
  }
  search(code)
  return [...found].slice(0, MOST)
}

/** The texts between quotes; texts inside of them are not searched. */
export function stringsIn(code: string): string[] {
  return scan(code)
    .filter(({ tokenName }) => tokenName === 'SCONST')
    .map(({ text }) => unquoted(text))
}

/** The tokens; none for a text that PostgreSQL's scanner does not read. */
function scan(sql: string): ScanToken[] {
  try {
    return scanSync(sql).tokens
  } catch {
    return []
  }
}

/** The text between quotes: `it's` for `'it''s'`. */
function unquoted(token: string): string {
  const [, mark] = /^(\$\w*\$)/.exec(token) ?? []
  if (mark !== undefined) return token.slice(mark.length, -mark.length)
  return token.replace(/^[A-Za-z]?&?'|'$/g, '').replaceAll("''", "'")
}
