// The body of a function without one of its statements. A statement without which every call gives the same stands in a
// branch or a loop that no call enters, or waits for a value that no call sends.

import { parsePlpgsql, plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'
import { walk } from '../../sql/walk-tree.ts'
import type { SqlMutant } from '../mutant.ts'
import type { FunctionSource } from './function-source.ts'
import { catchesErrors } from './handlers.ts'
import { countingAssignments } from './settled/counters.ts'
import { EXECUTED, type SettledBy, settledAssignments } from './settled/settled-assignments.ts'
import { type Word, wordsOf } from './words.ts'

/** After these words, a statement begins. */
const BEFORE_STATEMENT = [';', 'begin', 'then', 'else', 'loop', 'declare']

/** The function without each statement that gives rows, runs text or reads tables. */
export function withoutStatements(source: FunctionSource, known?: SettledBy): SqlMutant[] {
  const words = wordsOf(source.text)
  const counting = countingAssignments(source.replaceWith(source.text))
  const inLoops = assignmentsInLoops(source.replaceWith(source.text))
  const expressions = countExpressions(source.replaceWith(source.text))
  const settled =
    known && !catchesErrors(words) ? settledAssignments(source.replaceWith(source.text), known) : new Set<string>()
  return statementsOf(words).flatMap(statement => {
    const [first] = statement
    const last = statement.at(-1)
    if (first === undefined || last === undefined) return []
    const text = source.text.slice(first.start, last.end)
    if (counting.has(text)) return []
    const inLoop = inLoops.get(text)
    // Where errors are caught, each statement may decide by an error.
    const isCaught = catchesErrors(words)
    if (!isCaught && isNeverRead(words, statement)) return []
    const kept = keptOf(statement, { isInLoop: inLoop !== undefined, isClamp: isClampIn(words, statement), isCaught })
    if (kept === undefined) return []
    const from = statement[kept]?.start ?? first.start
    const withText = (other: string) =>
      source.replaceWith(`${source.text.slice(0, from)}${other}${source.text.slice(last.end)}`)
    const sql = withText((kept === 0 && inLoop) || 'NULL')
    // What is left must be a function, with fewer expressions or, in a declaration, with as many.
    if (countExpressions(sql) > expressions || countExpressions(sql) < 0) return []
    const line = source.linesBefore + source.text.slice(0, first.start).split('\n').length
    const executed = kept === 0 && settled.has(text) ? { executed: withText(EXECUTED) } : {}
    return [{ sql, operator: 'leave-out', what: text.replace(/\s+/g, ' '), line, ...executed }]
  })
}

/** How many words of the statement stay; undefined for a statement that is not left out. */
function keptOf(
  statement: Word[],
  { isInLoop, isClamp, isCaught }: { isInLoop: boolean; isClamp: boolean; isCaught: boolean },
): number | undefined {
  const words = statement.map(({ text }) => text.toLowerCase())
  const [first = '', second = ''] = words
  // A lock changes no result, and is no permit, unless the function asks whether there was a row.
  const isLock = !isCaught && LOCK.test(words.join(' '))
  const readsTables = words.some(word => word === 'from' || word === 'where') && !isLock
  if (first === 'return') return second === 'query' || second === 'next' ? 0 : undefined
  if (first === 'perform') return readsTables || isCaught ? 0 : undefined
  if (first === 'execute') return words.includes('into') || words.some(isSetting) ? undefined : 0
  if (first === 'select' || first === 'with') return words.includes('into') && (readsTables || isCaught) ? 0 : undefined
  const assigned = words.indexOf(':=')
  const equals = assigned >= 0 ? assigned : words.indexOf('=')
  if (equals < 1 || !/^[a-z_"]/.test(first) || NO_ASSIGNMENT.includes(first)) return undefined
  const isPlainAssignment = words.slice(0, equals).every((word, nth) => nth % 2 === 0 || word === '.')
  if (isPlainAssignment) return isInLoop || readsTables || !isClamp ? 0 : undefined
  return assigned >= 0 && readsTables ? equals + 1 : undefined
}

const LOCK = /\sfor (?:update|share|no key|key share)\b/

/** Whether the statement sets a variable of the body that stands nowhere but at the beginning of statements: nothing reads it. */
function isNeverRead(words: Word[], [name, sign]: Word[]): boolean {
  if (name === undefined || sign?.text !== ':=') return false
  const found = [...words.keys()].filter(nth => words[nth]?.text.toLowerCase() === name.text.toLowerCase())
  const begins = (nth: number) => BEFORE_STATEMENT.includes(words[nth - 1]?.text.toLowerCase() ?? ';')
  const isDeclared = found.some(nth => ![':=', '=', '[', '.'].includes(words[nth + 1]?.text ?? ''))
  return isDeclared && found.every(begins)
}

/** `IF p_n > 50 THEN p_n := 50`: how many rows come is found out among many rows, by the check `limit`. */
function isClampIn(words: Word[], statement: Word[]): boolean {
  const [name, , value, ...more] = statement
  const at = words.indexOf(name as Word)
  if (more.length > 0 || !/^\d+$/.test(value?.text ?? '') || words[at - 1]?.text.toLowerCase() !== 'then') return false
  const start = words.findLastIndex(({ text }, nth) => nth < at && /^(?:if|elsif|elseif)$/i.test(text))
  return words.slice(start, at).some(({ text }) => text.toLowerCase() === name?.text.toLowerCase())
}

const NO_ASSIGNMENT = [
  ...['if', 'elsif', 'while', 'for', 'foreach', 'case', 'when', 'exit', 'continue', 'raise', 'assert', 'set', 'get'],
  ...['insert', 'update', 'delete', 'merge', 'create', 'drop', 'open', 'fetch', 'close', 'call', 'end', 'lock', 'null'],
]

/** `'set local statement_timeout = …'`: settings are compared after each call. */
const isSetting = (word: string) => /^'\s*set\s+local\s/.test(word)

/** The words of each statement, from its first to the one before its semicolon. */
function statementsOf(words: Word[]): Word[][] {
  return words.flatMap((word, nth) => {
    const before = words[nth - 1]?.text.toLowerCase() ?? ';'
    if (!BEFORE_STATEMENT.includes(before) || BEFORE_STATEMENT.includes(word.text.toLowerCase())) return []
    const end = words.findIndex(({ text }, at) => at > nth && text === ';')
    return end < 0 ? [] : [words.slice(nth, end)]
  })
}

const LOOPS = /^PLpgSQL_(?:stmt_(?:loop|while|fori|fors|forc|foreach_a|dynfors)|exception_block)$/
/** Loops that end only when a condition says so. */
const ENDLESS = /^PLpgSQL_stmt_(?:loop|while)$/

/**
 * The assignments that stand in a loop or in a handler of errors, where no condition says whether they are made, each with
 * what is put in its place. Without an assignment on which the end of a loop depends, the loop might never end: it is left.
 */
function assignmentsInLoops(definition: string): Map<string, 'NULL' | 'EXIT'> {
  const found = new Map<string, 'NULL' | 'EXIT'>()
  walk(parsePlpgsql(definition), (name, loop) => {
    if (!LOOPS.test(name)) return
    const texts = assignmentsIn(loop)
    const deciding = ENDLESS.test(name) ? decidingNames(loop, texts) : new Set<string>()
    for (const text of texts) found.set(text, deciding.has(namesIn(text)[0] ?? '') ? 'EXIT' : 'NULL')
  })
  return found
}

function assignmentsIn(loop: unknown): string[] {
  const texts: string[] = []
  walk(loop, (kind, { expr }) => {
    const text = queryOf(expr)
    if (kind === 'PLpgSQL_stmt_assign' && text !== undefined) texts.push(text.trim())
  })
  return texts
}

/** The names that the conditions of a loop read, and those that are read to set them. */
function decidingNames(loop: unknown, assignments: string[]): Set<string> {
  const names = new Set<string>()
  walk({ loop }, (_, { cond }) => {
    for (const name of namesIn(queryOf(cond) ?? '')) names.add(name)
  })
  for (let before = -1; before !== names.size; ) {
    before = names.size
    for (const [target = '', ...read] of assignments.map(namesIn))
      if (names.has(target)) for (const name of read) names.add(name)
  }
  return names
}

const namesIn = (sql: string): string[] => sql.toLowerCase().match(/[a-z_][\w$]*/g) ?? []

function queryOf(expression: unknown): string | undefined {
  return ((expression ?? {}) as { PLpgSQL_expr?: { query?: string } }).PLpgSQL_expr?.query
}

/** How many expressions a definition has; -1 for one that is no PL/pgSQL. */
function countExpressions(definition: string): number {
  return plpgsqlExpressions(definition)?.length ?? -1
}
