import type { AuditCase } from '../audit-case.ts'
import { findParameters } from '../code/parameters.ts'
import type { Token } from '../code/tokens.ts'
import { type Counter, type CountInput, count, countSequences, wordsOf } from './counter.ts'
import type { FeatureTable } from './feature-table.ts'
import { MIGRATION_COUNTERS } from './migration-counts.ts'

const COUNTERS: Record<string, Counter> = {
  comments: ({ code }) => code.comments.length,
  'comments, share of characters': ({ code }) => 1 - code.withoutComments.length / Math.max(code.whole.length, 1),
  'comment on top': ({ code }) => Number(code.whole.trimStart().startsWith(code.comments[0]?.text.trimStart() ?? '\0')),
  'comments behind code': ({ code }) =>
    code.comments.filter(({ start }) => lineBefore(code.whole, start) !== '').length,
  'comments on lines of their own, not on top': ({ code }) =>
    code.comments.filter(
      ({ start }) => lineBefore(code.whole, start) === '' && code.whole.slice(0, start).trim() !== '',
    ).length,
  'comment at the end': ({ code }) => Number(code.whole.trimEnd().length === code.comments.at(-1)?.end),
  lines: ({ lines }) => lines.length,
  characters: ({ code }) => code.withoutComments.length,
  'longest line': ({ lines }) => lines.reduce((most, line) => Math.max(most, line.length), 0),
  'mean indentation': ({ lines }) =>
    lines.reduce((sum, line) => sum + indentation(line), 0) / Math.max(lines.length, 1),
  'keywords in upper case, share': ({ tokens }) => {
    const keywords = tokens.filter(({ isKeyword }) => isKeyword)
    return keywords.filter(({ text }) => text === text.toUpperCase()).length / Math.max(keywords.length, 1)
  },
  semicolons: ({ words }) => count(words, ';'),
  tables: ({ tokens, words }) =>
    words.filter((word, index) => {
      const next = tokens[index + 1]
      if (!['from', 'join', 'into', 'update', 'using'].includes(word) || words[index - 1] === 'distinct') return false
      return next?.kind === 'word' && next.isKeyword !== true
    }).length,
  // The AND of BETWEEN joins two values, not two conditions.
  conjuncts: ({ words }) => count(words, 'and', '&&') - count(words, 'between'),
  OR: ({ words }) => count(words, 'or', '||'),
  'LEFT JOIN': ({ words }) => countSequences(words, 'left', 'join') + countSequences(words, 'left', 'outer'),
  'NOT IN': ({ words }) => countSequences(words, 'not', 'in'),
  EXISTS: ({ words }) => count(words, 'exists'),
  subqueries: ({ words }) => countSequences(words, '(', 'select'),
  CASE: ({ words }) => count(words, 'case') - countSequences(words, 'end', 'case'),
  COALESCE: ({ words }) => count(words, 'coalesce'),
  'tests for NULL': ({ words }) => words.filter((word, index) => word === 'is' && isNull(words, index + 1)).length,
  LIMIT: ({ words }) => count(words, 'limit', 'fetch'),
  'ORDER BY': ({ words }) => countSequences(words, 'order', 'by'),
  DISTINCT: ({ words }) => count(words, 'distinct') - countSequences(words, 'distinct', 'from'),
  locks: ({ words }) => ['update', 'share', 'no'].reduce((sum, word) => sum + countSequences(words, 'for', word), 0),
  'trusted parameters': ({ trusted }) => trusted,
  "client's parameters": ({ client }) => client,
}

/** What can be counted without understanding the code: a row of counts for each case. */
export interface Counts {
  names: string[]
  rows: Float64Array[]
}

/** Migrations have words of their own, which are counted where some case is a migration. */
export function countCases(cases: AuditCase[]): Counts {
  const hasMigration = cases.some(({ level }) => level === 'migration')
  const counters = hasMigration ? { ...COUNTERS, ...MIGRATION_COUNTERS } : COUNTERS
  const rows = cases.map(one => {
    const input = prepare(one)
    return Float64Array.from(Object.values(counters), counter => counter(input))
  })
  return { names: Object.keys(counters), rows }
}

/** Standardises the counts: over these cases, each count has mean 0 and the same deviation. */
export function countFeatures({ names, rows: counts }: Counts): FeatureTable {
  const moments = names.map((_, feature) => {
    const values = counts.map(row => row[feature] ?? 0)
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
    return { mean, deviation }
  })
  // The vector of a case then has length 1 on average, as in the other classifiers.
  const scale = Math.sqrt(moments.filter(({ deviation }) => deviation > 0).length) || 1
  const rows = counts.map(row => ({
    features: Int32Array.from(names.keys()),
    values: row.map((value, feature) => {
      const { mean = 0, deviation = 0 } = moments[feature] ?? {}
      return deviation > 0 ? (value - mean) / deviation / scale : 0
    }),
  }))
  return { names, rows }
}

function prepare({ case: { files }, code, from }: AuditCase): CountInput {
  const { tokens } = code
  const parameters = findParameters(tokens, from.trusted)
  const distinct = (chosen: Token[]) => new Set(chosen.map(({ text }) => text.toLowerCase())).size
  return {
    files: files?.length ?? 1,
    code,
    tokens,
    words: wordsOf(tokens),
    lines: code.withoutComments.split('\n'),
    trusted: distinct(tokens.filter(parameters.isTrusted)),
    client: distinct(tokens.filter(parameters.isClient)),
  }
}

function isNull(words: string[], index: number): boolean {
  return words[index] === 'null' || (words[index] === 'not' && words[index + 1] === 'null')
}

function lineBefore(text: string, index: number): string {
  return text.slice(text.lastIndexOf('\n', index - 1) + 1, index).trim()
}

function indentation(line: string): number {
  return line.length - line.trimStart().length
}
