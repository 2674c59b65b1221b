// The place of a function among the others of a migration: who calls it, and what goes on where it is left.

import { scanSync } from 'libpg-query'
import { as, type Body, kindOf, lastName, type Node } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { OF_WRITES, WRITES } from '../../plpgsql/flow.ts'
import { functionSource } from '../../plpgsql/function-source.ts'
import type { Surroundings } from '../../plpgsql/gates/gates.ts'
import { sameNames } from './renames.ts'

interface MadeFunction {
  name: string
  definition: Body<'CreateFunctionStmt'>
  /** The definition, and the body alone, without comments. */
  words: string
  body: string
  /** The body is a statement of SQL, and no more. */
  statement: Node | undefined
}

/** Statements that name functions and do not call them. */
const NOT_CALLING = ['GrantStmt', 'CommentStmt', 'AlterFunctionStmt', 'DropStmt']

/** The timing of a trigger BEFORE or INSTEAD OF. */
const BEFOREHAND = [2, 64]

/** What is known of the application and its database. */
export interface KnownOfDatabase extends Pick<Surroundings, 'keys'> {
  operations: readonly string[]
  required: readonly string[]
  /** The functions of the schema that say who calls, or when. */
  saysWhoCalls: readonly string[]
}

/** Makes a function that says this of each function; undefined where names cannot be followed. */
export function readSurroundings(
  statements: readonly { sql: string; tree: Node }[],
  known: KnownOfDatabase,
): ((name: string) => Surroundings) | undefined {
  // All names of what is renamed are one here. Two things that had the same name are then one too, which only says less.
  const same = sameNames(statements)
  const plain = (name = '') => same.get(name) ?? name
  const wordsIn = (sql: string) => withoutComments(sql).replace(/\w+/g, word => same.get(word.toLowerCase()) ?? word)
  const functions = statements.flatMap(({ sql, tree }) => madeFunction(sql, tree, wordsIn) ?? [])
  const isPlain =
    [...functions.map(({ name }) => name), ...same.keys()].every(name => /^[a-z_]\w*$/.test(name)) &&
    !statements.some(({ sql }) => /\bU&"/i.test(sql))
  if (!isPlain) return undefined
  const keys = statements.some(dropsConstraint) ? {} : known.keys
  const writers = writersAmong(functions)
  const views = statements.flatMap(({ tree }) => as(tree, 'ViewStmt')?.view?.relname ?? []).map(plain)
  const triggers = statements.flatMap(({ tree }) => as(tree, 'CreateTrigStmt') ?? [])
  const others = statements.filter(({ tree }) => {
    const kind = kindOf(tree as never) ?? ''
    return ![...NOT_CALLING, 'CreateTrigStmt', 'CreateFunctionStmt'].includes(kind)
  })
  const texts = others.map(({ sql }) => wordsIn(sql))

  /** Whether a function goes on after it has written a row into the table or view. */
  const isWrittenAmongOthers = (table: string, by: MadeFunction[]) =>
    by.some(({ body, statement }) => {
      if (statement && isSingleWrite(statement, body)) return false
      const written = [...body.matchAll(TARGETS)].map(([, name = '']) => name.toLowerCase())
      return /\bexecute\b/i.test(body) || written.some(name => name === table || views.includes(name))
    })

  const required = known.required.map(plain)
  const operations = known.operations.map(wordsIn)
  const saysWhoCalls = new Set(known.saysWhoCalls.filter(name => !isMade(name, statements)))
  return written => {
    const name = plain(written)
    const rest = functions.filter(one => one.name !== name)
    const isAlone = functions.length === rest.length + 1
    const isCalled = [...texts, ...rest.map(({ words }) => words)].some(text => hasWord(text, name))
    const own = triggers.filter(({ funcname }) => plain(lastName(funcname)) === name)
    const endsTrigger = own.every(({ row, timing, relation }) => {
      const table = plain(relation?.relname)
      const isBeforehand = row === true && BEFOREHAND.includes(timing ?? 0)
      return isBeforehand && !required.includes(table) && !isWrittenAmongOthers(table, rest)
    })
    const isSent = operations.every(sql => !hasWord(sql, name) || /^\s*select\b/i.test(sql))
    return {
      keys,
      writers,
      settled: { saysWhoCalls, isForAllRows: isAlone && !isCalled && own.length > 0 && own.every(isForAllRows) },
      endsByReturn: isAlone && !isCalled && endsTrigger && isSent,
      endsByError: !rest.some(({ body }) => catchesErrors(body)),
    }
  }
}

function isForAllRows({ row, whenClause, columns = [] }: Body<'CreateTrigStmt'>): boolean {
  return row === true && whenClause === undefined && columns.length === 0
}

/** Whether a migration makes a function of this name, or sets what it reads. */
function isMade(name: string, statements: readonly { sql: string; tree: Node }[]): boolean {
  return statements.some(({ sql, tree }) => {
    const made = lastName(as(tree, 'CreateFunctionStmt')?.funcname)
    return made === name || as(tree, 'RenameStmt')?.newname === name || SETS.test(sql)
  })
}

const SETS = /\bset_config\b|\bset\s+(?:local\s+|session\s+)?"?\w+"?\s*\.\s*"?\w/i

const TARGETS = /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?(?:"?public"?\s*\.\s*)?"?(\w+)/gi

function madeFunction(sql: string, tree: Node, wordsIn: (sql: string) => string): MadeFunction | undefined {
  const definition = as(tree, 'CreateFunctionStmt')
  if (!definition) return undefined
  const source = functionSource(sql, definition)
  const body = source ? wordsIn(source.text) : wordsIn(sql)
  const head = source ? wordsIn(source.replaceWith('')) : ''
  const [statement, ...more] = source?.language === 'sql' ? (tryParse(source.text) ?? []) : []
  const isOne = statement !== undefined && more.length === 0
  return {
    name: wordsIn(lastName(definition.funcname)),
    definition,
    words: `${head} ${body}`,
    body,
    statement: isOne ? statement : undefined,
  }
}

/** Whether a body catches other errors than those of its writes. */
function catchesErrors(body: string): boolean {
  const [, handlers] = /\bexception\s+(when\b[\s\S]*)$/i.exec(body) ?? []
  return [...(handlers ?? '').matchAll(/\bwhen\b([\s\S]*?)\bthen\b/gi)].some(([, caught = '']) =>
    caught.split(/\bor\b/i).some(name => !OF_WRITES.test(name.trim().toLowerCase())),
  )
}

/** Whether a statement writes once and does nothing else. */
function isSingleWrite(statement: Node, body: string): boolean {
  const isWrite = ['InsertStmt', 'UpdateStmt', 'DeleteStmt'].some(kind => kind in statement)
  return isWrite && [...body.matchAll(TARGETS)].length === 1
}

/** The functions that write, or that call one which does. */
function writersAmong(functions: MadeFunction[]): string[] {
  const writers = new Set<string>()
  for (let before = -1; before !== writers.size; ) {
    before = writers.size
    for (const { name, body } of functions)
      if (WRITES.test(body) || /\bexecute\b/i.test(body) || [...writers].some(writer => hasWord(body, writer)))
        writers.add(name)
  }
  return [...writers]
}

function hasWord(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`, 'i').test(text)
}

function dropsConstraint({ tree }: { tree: Node }): boolean {
  const commands = as(tree, 'AlterTableStmt')?.cmds ?? []
  return commands.some(command => as(command, 'AlterTableCmd')?.subtype === 'AT_DropConstraint') || 'DropStmt' in tree
}

/** The text without comments. */
function withoutComments(sql: string): string {
  try {
    return scanSync(sql)
      .tokens.filter(({ tokenName }) => !/COMMENT/.test(tokenName))
      .map(({ text }) => text)
      .join(' ')
  } catch {
    return sql
  }
}
