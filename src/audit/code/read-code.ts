import type { Case } from '../../domain.ts'
import { genericTokens } from './generic-tokens.ts'
import { lexerOf } from './lexers.ts'
import type { Token } from './tokens.ts'

/** A piece of code, split into comments and the rest. */
export interface CodeParts {
  /** The source text, unchanged. */
  whole: string
  comments: Token[]
  /** The source text without comments, and without the lines and blanks that only comments needed. */
  withoutComments: string
  /** All tokens but the comments. */
  tokens: Token[]
  /** False when the lexer of the language refused the code, which was then read like any other language. */
  isUnderstood: boolean
}

/** Splits the code of a case into its parts, without the names of its files. The caller has to load libpg-query first. */
export function readCaseCode({ code, language, files }: Pick<Case, 'code' | 'language' | 'files'>): CodeParts {
  return readCode(files?.map(file => file.code).join('\n\n') ?? code, language)
}

/** Splits code into its parts. The caller has to load libpg-query first. */
export function readCode(code: string, language: string): CodeParts {
  const lexer = lexerOf(language)
  const exact = lexer?.tokens(code)
  const all = exact ?? genericTokens(code, lexer?.name ?? language)
  const comments = all.filter(({ kind }) => kind === 'comment')
  return {
    whole: code,
    comments,
    withoutComments: removeComments(code, comments),
    tokens: all.filter(({ kind }) => kind !== 'comment'),
    isUnderstood: lexer === undefined || exact !== undefined,
  }
}

function removeComments(code: string, comments: Token[]): string {
  let rest = ''
  let position = 0
  for (const { start, end } of comments) {
    rest += code.slice(position, start)
    position = end
  }
  return (rest + code.slice(position))
    .split('\n')
    .map(line => line.trimEnd())
    .filter(line => line !== '')
    .join('\n')
}

/** What a comment says, without the marks around and inside it. */
export function commentText({ text }: Token): string {
  return text
    .replace(/^(--|\/\/|#|\/\*+|<!--)|(\*+\/|-->)$/g, '')
    .replace(/^[ \t]*\*/gm, '')
    .trim()
}
