import { isSql } from '../../lib/code/is-sql.ts'
import { genericTokens } from './generic-tokens.ts'
import { sqlTokens } from './sql-tokens.ts'
import type { Token } from './tokens.ts'

/** A piece of code taken apart. */
export interface CodeParts {
  /** As it is written. */
  whole: string
  comments: Token[]
  /** Without comments, and without the lines and blanks that only they needed. */
  bare: string
  /** Without comments. */
  tokens: Token[]
  /** False of SQL that the scanner refused, which was then read as any other language. */
  isUnderstood: boolean
}

/** Needs libpg-query to be loaded. */
export function readCode(code: string, language: string): CodeParts {
  const sql = isSql(language) ? sqlTokens(code) : undefined
  const all = sql ?? genericTokens(code, isSql(language) ? 'sql' : language)
  const comments = all.filter(({ kind }) => kind === 'comment')
  return {
    whole: code,
    comments,
    bare: withoutComments(code, comments),
    tokens: all.filter(({ kind }) => kind !== 'comment'),
    isUnderstood: sql !== undefined || !isSql(language),
  }
}

function withoutComments(code: string, comments: Token[]): string {
  let bare = ''
  let done = 0
  for (const { start, end } of comments) {
    bare += code.slice(done, start)
    done = end
  }
  return (bare + code.slice(done))
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
