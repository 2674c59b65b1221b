import type { AuditCase } from '../audit-case.ts'
import { findParameters } from '../code/parameters.ts'
import type { Token } from '../code/tokens.ts'
import { countColumnGrants, wordsOf } from '../features/counter.ts'

interface IdiomInput {
  tokens: Token[]
  words: string[]
  /** Columns that some case of the application compares with a trusted parameter. */
  guards: Set<string>
  trusted: string[]
}

const COMPARISONS = ['=', '<>', '!=', '<', '<=', '>', '>=']
const ON_ENDS = new Set(
  'join left right inner cross full natural where group order limit union intersect except having window returning set for when ; on'.split(
    ' ',
  ),
)

// After one of these words, a bracket may open a row. After any other word, the bracket opens a call or a list.
const BEFORE_ROWS = /^(where|and|or|not|on|when|then|else|having|row|if|select|return)$/i

const has = (word: string) => (one: IdiomInput) => one.words.includes(word)
const follows =
  (...wanted: string[]) =>
  ({ words }: IdiomInput) =>
    words.some((_, index) => wanted.every((word, offset) => words[index + offset] === word))

const IDIOMS: Record<string, (one: IdiomInput) => boolean> = {
  'LEFT JOIN with a filter in its ON': hasFilterInOn,
  OR: has('or'),
  'NOT IN': follows('not', 'in'),
  'NOT EXISTS': follows('not', 'exists'),
  EXISTS: ({ words }) => words.some((word, index) => word === 'exists' && words[index - 1] !== 'not'),
  'IN (SELECT …)': one => follows('in', '(', 'select')(one),
  '= ANY (…)': one => follows('any', '(')(one),
  CTE: ({ words }) =>
    words.some(
      (word, index) =>
        word === 'with' &&
        !['check', '('].includes(words[index + 1] ?? '') &&
        words.slice(index, index + 8).includes('as'),
    ),
  "client's parameter in a guard": hasClientGuard,
  'dynamic SQL': ({ words }) =>
    words.some((word, index) => word === 'execute' && !['function', 'procedure'].includes(words[index + 1] ?? '')),
  COALESCE: has('coalesce'),
  CASE: has('case'),
  'LEAST or GREATEST': ({ words }) => words.includes('least') || words.includes('greatest'),
  'row comparison': hasRowComparison,
  'IS DISTINCT FROM': follows('distinct', 'from'),
  '<= or >=': ({ words }) => words.includes('<=') || words.includes('>='),
  'window function': has('over'),
  LATERAL: has('lateral'),
  'GROUP BY': follows('group', 'by'),
  UNION: has('union'),
  'ON CONFLICT': follows('on', 'conflict'),
  MERGE: follows('merge', 'into'),
  'SECURITY DEFINER': follows('security', 'definer'),
  'SET search_path': follows('set', 'search_path'),
  'CREATE OR REPLACE': follows('create', 'or', 'replace'),
  security_invoker: has('security_invoker'),
  'restrictive policy': follows('as', 'restrictive'),
  'policy with WITH CHECK': one => has('policy')(one) && follows('with', 'check')(one),
  'FORCE ROW LEVEL SECURITY': one => follows('force', 'row')(one) && !follows('no', 'force')(one),
  'BEFORE trigger': one => has('trigger')(one) && has('before')(one),
  'AFTER trigger': one => has('trigger')(one) && has('after')(one),
  'trigger of named columns': follows('update', 'of'),
  'grant of columns': ({ words }) => countColumnGrants(words) > 0,
  REVOKE: has('revoke'),
  'partial unique index': ({ words }) =>
    words.some((word, index) => word === 'unique' && words.slice(index, words.indexOf(';', index)).includes('where')),
  'generated column': follows('generated', 'always'),
  'FOR UPDATE or SHARE': one => follows('for', 'update')(one) || follows('for', 'share')(one),
}

export const IDIOM_NAMES = Object.keys(IDIOMS)

/** For each case: whether the case uses each idiom, in the order of IDIOM_NAMES. */
export function findIdioms(cases: AuditCase[]): boolean[][] {
  const guards = new Map(
    [...Map.groupBy(cases, ({ from }) => from.application.name)].map(([name, own]) => [
      name,
      new Set(own.flatMap(guardColumns)),
    ]),
  )
  return cases.map(({ code, from }) => {
    const input: IdiomInput = {
      tokens: code.tokens,
      words: wordsOf(code.tokens),
      guards: guards.get(from.application.name) ?? new Set(),
      trusted: from.trusted,
    }
    return Object.values(IDIOMS).map(isUsed => isUsed(input))
  })
}

/** Columns that are compared with a parameter of the server. Compared with a client's parameter instead, they guard nothing. */
function guardColumns({ code, from }: AuditCase): string[] {
  const { isTrusted } = findParameters(code.tokens, from.trusted)
  // `id` is no guard: `users.id = :user_id` finds the caller, and every other row is found by its id too.
  return comparedWith(code.tokens, isTrusted).filter(column => column !== 'id')
}

function hasClientGuard({ tokens, guards, trusted }: IdiomInput): boolean {
  const { isClient } = findParameters(tokens, trusted)
  return comparedWith(tokens, isClient).some(column => guards.has(column))
}

/** The columns that are compared with a parameter that `isWanted` accepts, without the name of their table. */
function comparedWith(tokens: Token[], isWanted: (token: Token) => boolean): string[] {
  return tokens.flatMap((token, index) => {
    if (!COMPARISONS.includes(token.text)) return []
    const left = tokens[index - 1]
    const right = tokens[index + 1]
    if (right && isWanted(right) && left?.kind === 'word') return [left.text.toLowerCase()]
    if (!left || !isWanted(left) || right?.kind !== 'word' || tokens[index + 2]?.text === '(') return []
    const column = tokens[index + 2]?.text === '.' ? tokens[index + 3] : right
    return column ? [column.text.toLowerCase()] : []
  })
}

/** Whether a LEFT JOIN has more than one condition in its ON. */
function hasFilterInOn({ words }: IdiomInput): boolean {
  return words.some((word, index) => {
    if (word !== 'left' || !['join', 'outer'].includes(words[index + 1] ?? '')) return false
    let depth = 0
    let isInside = false
    for (const next of words.slice(index + 2)) {
      if (next === '(') depth++
      if (next === ')') depth--
      if (depth < 0) return false
      if (depth > 0) continue
      if (!isInside) isInside = next === 'on'
      else if (next === 'and') return true
      else if (ON_ENDS.has(next)) return false
    }
    return false
  })
}

/** Whether brackets with a comma, which are not a call, come before a comparison: `(a, b) = (c, d)`, `(a, b) IN …`. */
function hasRowComparison({ tokens, words }: IdiomInput): boolean {
  const open: { index: number; hasComma: boolean }[] = []
  return words.some((word, index) => {
    if (word === '(') open.push({ index, hasComma: false })
    const last = open.at(-1)
    if (word === ',' && last) last.hasComma = true
    if (word !== ')') return false
    const closed = open.pop()
    const before = closed && tokens[closed.index - 1]
    const isCall = before?.kind === 'word' && !BEFORE_ROWS.test(before.text)
    const next = words[index + 1] ?? ''
    return closed?.hasComma === true && !isCall && (COMPARISONS.includes(next) || next === 'in')
  })
}
