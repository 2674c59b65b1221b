// Finds comments by skipping strings, language family by language family. Not a parser: good enough to say what the
// comments of a fragment say.

const DOUBLED_QUOTES = `'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)`
const ESCAPED_QUOTES = `'(?:[^'\\\\\\n]|\\\\[^])*'?|"(?:[^"\\\\\\n]|\\\\[^])*"?|\`(?:[^\`\\\\]|\\\\[^])*\`?`
const TRIPLE_QUOTES = `"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)`
const BLOCK = '/\\*[^]*?(?:\\*/|$)'
const FAMILIES = {
  // A function's body between $$ is code, so dollar quotes are not skipped.
  sql: new RegExp(`${DOUBLED_QUOTES}|(?<comment>--[^\\n]*|${BLOCK})`, 'g'),
  c: new RegExp(`${ESCAPED_QUOTES}|(?<comment>//[^\\n]*|${BLOCK})`, 'g'),
  php: new RegExp(`${ESCAPED_QUOTES}|(?<comment>//[^\\n]*|#[^\\n]*|${BLOCK})`, 'g'),
  hash: new RegExp(`${TRIPLE_QUOTES}|${ESCAPED_QUOTES}|(?<comment>#[^\\n]*)`, 'g'),
  markup: /(?<comment><!--[\s\S]*?(?:-->|$))/g,
  unknown: new RegExp(`${ESCAPED_QUOTES}|(?<comment>--[^\\n]*|//[^\\n]*|(?<=^|\\n)[ \\t]*#[^\\n]*|${BLOCK})`, 'g'),
}

const LANGUAGES = new Map<string, keyof typeof FAMILIES>([
  ...named('sql', 'sql plpgsql postgres postgresql psql pgsql mysql sqlite tsql plsql lua haskell'),
  ...named(
    'c',
    'javascript js jsx mjs cjs typescript ts tsx java c cpp c++ csharp cs go rust rs kotlin kt swift scala dart',
  ),
  ...named('hash', 'python py ruby rb bash sh shell zsh yaml yml toml perl elixir ex r'),
  ...named('markup', 'html xml svg'),
  ...named('php', 'php'),
])

/** Where a comment or a string is, its marks included; `end` is the index after its last character. */
export interface CommentOrString {
  kind: 'comment' | 'string'
  start: number
  end: number
}

/** The comments and the strings of a piece of code, in order. */
export function findCommentsAndStrings(code: string, language: string): CommentOrString[] {
  const family = LANGUAGES.get(language.toLowerCase()) ?? 'unknown'
  return [...code.matchAll(FAMILIES[family])].map(({ 0: found, index, groups }) => ({
    kind: groups?.comment === undefined ? 'string' : 'comment',
    start: index,
    end: index + found.length,
  }))
}

/** The comments of a piece of code, with their marks, in order. */
export function extractComments(code: string, language: string): string[] {
  return findCommentsAndStrings(code, language)
    .filter(({ kind }) => kind === 'comment')
    .map(({ start, end }) => code.slice(start, end))
}

function named(family: keyof typeof FAMILIES, languages: string): [string, keyof typeof FAMILIES][] {
  return languages.split(' ').map(language => [language, family])
}
