// Mutants of a statement: the same statement with one guard less, one boundary moved, one alias swapped. A seed that
// cannot tell a mutant from the original has a hole, or the mutant is equivalent.

import { hasSqlDetails, loadModule, parseSync, scanSync } from 'libpg-query'
import { swapAlias } from './aliases.ts'
import { as, firstByte, isSameTree, lastName, type Node, replaceAt } from './ast.ts'
import { keepColumnName } from './column-names.ts'
import { existsToTrue, negate, shiftBetween, shiftComparison, swapNullTest, unwrapNot } from './comparisons.ts'
import { dropBranch, dropConjunct, swapAndOr } from './conjuncts.ts'
import { moveJoinFilter, swapJoin } from './joins.ts'
import { dropDefault, dropWhen, unmask } from './masks.ts'
import { nameParameters, numberParameters, spliceBytes } from './named-parameters.ts'
import { normalForm } from './normalise.ts'
import { dropDistinct, dropLimit, unclamp } from './select-clauses.ts'
import { type Knowledge, type Operator, type Proposal, type Site, sites } from './site.ts'
import { dropListValue, swapEnumValue, swapParameter } from './values.ts'
import { writeSql, writeStatements } from './write-sql.ts'
import { dropSetColumn, dropWrite } from './writes.ts'

export interface Mutant {
  sql: string
  operator: string
  /** The dropped or changed piece, as SQL, for people. */
  what: string
  /** The line of the piece in the statement, from 1. */
  line: number
}

// Where two operators make the same mutant, the first names it.
const OPERATORS: Operator[] = [
  ...[dropConjunct, dropBranch, existsToTrue, unwrapNot, negate, swapAndOr],
  ...[shiftComparison, shiftBetween, swapNullTest],
  ...[swapJoin, moveJoinFilter, dropLimit, unclamp, dropDistinct],
  ...[unmask, dropWhen, dropDefault],
  ...[dropListValue, swapEnumValue, swapParameter, swapAlias],
  ...[dropSetColumn, dropWrite],
]

/**
 * The mutants of a statement, in the order of the pieces in its text, each once and none the same as the statement.
 * Of a function, only a body in LANGUAGE sql is mutated: a plpgsql body is not SQL, so it has no mutants here.
 *
 * @throws Error when the statement cannot be parsed, or not be written back as what it was.
 */
export async function mutate(sql: string, parameters: readonly string[], knowledge: Knowledge = {}): Promise<Mutant[]> {
  await loadModule()
  return mutateText(sql, parameters, knowledge)
}

function mutateText(sql: string, parameters: readonly string[], knowledge: Knowledge): Mutant[] {
  const numbered = numberParameters(sql, parameters)
  const tree = parseStatements(numbered)
  const definition = as(tree[0], 'CreateFunctionStmt')
  // BEGIN ATOMIC … END is parsed with the rest, a body in a string is not.
  if (definition !== undefined && !definition.sql_body) return mutateBody(sql, definition.options ?? [], knowledge)
  const original = normalForm(tree)
  if (!means(writeStatements(tree), tree, original))
    throw new Error(`This statement is not the same when it is written back: ${sql}`)

  const bytes = Buffer.from(numbered)
  const print = (piece: string | Node) =>
    typeof piece === 'string' ? piece : nameParameters(writeSql(piece), parameters)
  const seen = new Set([original])
  return proposalsFor(tree, { ...knowledge, parameters }).flatMap(({ proposal, byte }) => {
    const changed = proposal.edits.reduce(
      (changing, { path, value }) => keepColumnName(tree, replaceAt(changing, path, value), path),
      tree,
    )
    const form = normalForm(changed)
    if (seen.has(form)) return []
    seen.add(form)
    const text = writeStatements(changed)
    if (!means(text, changed, form)) return []
    const line = bytes.subarray(0, byte).toString().split('\n').length
    const what = proposal.what.map(print).join('')
    return [{ sql: nameParameters(text, parameters), operator: proposal.operator, what, line }]
  })
}

/** The mutants of the function whose body is these statements. */
function mutateBody(sql: string, options: Node[], knowledge: Knowledge): Mutant[] {
  const option = (name: string) => options.map(item => as(item, 'DefElem')).find(item => item?.defname === name)?.arg
  const body = lastName(as(option('as'), 'List')?.items)
  if (as(option('language'), 'String')?.sval?.toLowerCase() !== 'sql' || body === '') return []
  const tokens = scanSync(sql).tokens
  const token = tokens.find(
    (_, index) => tokens[index - 1]?.text.toLowerCase() === 'as' && tokens[index]?.tokenName === 'SCONST',
  )
  if (token === undefined) return []
  const linesBefore = Buffer.from(sql).subarray(0, token.start).toString().split('\n').length - 1
  return mutateText(body, [], knowledge).map(mutant => ({
    ...mutant,
    sql: spliceBytes(sql, [{ start: token.start, end: token.end, text: dollarQuoted(mutant.sql) }]),
    line: linesBefore + mutant.line,
  }))
}

interface Located {
  proposal: Proposal
  byte: number
}

function proposalsFor(tree: Node[], surroundings: Parameters<Operator>[1]): Located[] {
  const all = [...sites(tree)].flatMap(site =>
    OPERATORS.flatMap(operator => operator(site, surroundings)).map(proposal => locate(proposal, site)),
  )
  return all.sort((one, other) => one.byte - other.byte)
}

/** A node that knows no place, such as a LIMIT that was made, takes the place of what it stands in. */
function locate(proposal: Proposal, site: Site): Located {
  const byte = firstByte(proposal.at) ?? firstByte(site.node)
  if (byte !== undefined || site.parent === undefined) return { proposal, byte: byte ?? 0 }
  return locate(proposal, site.parent)
}

/** Whether a text that was written for a tree means that tree: a mutant that cannot be written is none. */
function means(text: string, tree: Node[], form: string): boolean {
  try {
    const parsed = parseStatements(text)
    return isSameTree(parsed, tree) || normalForm(parsed) === form
  } catch (error) {
    if (hasSqlDetails(error)) return false
    throw error
  }
}

function parseStatements(sql: string): Node[] {
  return (parseSync(sql).stmts ?? []).map(({ stmt }) => stmt).filter(stmt => stmt !== undefined)
}

function dollarQuoted(body: string): string {
  let tag = '$$'
  for (let number = 1; body.includes(tag); number += 1) tag = `$body${number}$`
  return `${tag} ${body} ${tag}`
}
