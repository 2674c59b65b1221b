// Mutants of a statement: the same statement with one guard less, one boundary moved, one alias swapped. A seed that
// cannot tell a mutant from the original has a hole, or the mutant is equivalent.

import { loadModule } from 'libpg-query'
import { as, firstByte, isSameTree, type Node, replaceAt } from '../sql/node.ts'
import { lineAt } from '../sql/replace-bytes.ts'
import { writeSql, writeStatements } from '../sql/write-sql.ts'
import { normalForm } from './normal-form/normal-form.ts'
import { swapAlias } from './operators/columns/swap-alias.ts'
import {
  existsToTrue,
  negate,
  shiftBetween,
  shiftComparison,
  swapNullTest,
  unwrapNot,
} from './operators/conditions/comparison.ts'
import { dropBranch, dropConjunct, swapAndOr } from './operators/conditions/drop-conjunct.ts'
import { dropDistinct, dropLimit, unclamp } from './operators/rows/drop-limit.ts'
import { moveJoinFilter, swapJoin } from './operators/rows/move-join-filter.ts'
import { dropListValue, swapEnumValue, swapParameter } from './operators/values/swap-enum-value.ts'
import { dropDefault, dropWhen, unmask } from './operators/values/unmask.ts'
import { dropSetColumn, dropWrite } from './operators/writes/drop-write.ts'
import { type EmbeddedSql, parseStatements, tryParse } from './plpgsql/embedded-sql.ts'
import { type FunctionBody, findBody } from './plpgsql/function-source.ts'
import { type Piece, piecesOf } from './plpgsql/sql-in-body.ts'
import { dynamicSqlIn } from './plpgsql/sql-in-strings.ts'
import { keepColumnName } from './tree/column-names.ts'
import { type Knowledge, type Operator, type Proposal, type Site, sites } from './tree/node-path.ts'
import { nameParameters, numberParameters } from './tree/numbered-parameters.ts'

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

export interface Mutants {
  mutants: Mutant[]
  /** Those that the normal form shows to be the statement itself, each text once: no seed can kill them. */
  equivalent: Mutant[]
}

/**
 * The mutants of a statement, in the order of the pieces in its text, each once and none the same as the statement.
 * Of a function, the body is mutated: SQL as it is; of PL/pgSQL the statements, conditions and values, and the strings that
 * are SQL or a part of it.
 *
 * @throws Error when the statement cannot be parsed, or not be written back as what it was.
 */
export async function mutate(sql: string, parameters: readonly string[], knowledge: Knowledge = {}): Promise<Mutant[]> {
  return (await mutateWithEquivalents(sql, parameters, knowledge)).mutants
}

/** As `mutate`, with the mutants that were left out because they are equivalent. */
export async function mutateWithEquivalents(
  sql: string,
  parameters: readonly string[],
  knowledge: Knowledge = {},
): Promise<Mutants> {
  await loadModule()
  const [statement] = parseStatements(numberParameters(sql, parameters))
  const definition = as(statement, 'CreateFunctionStmt')
  // BEGIN ATOMIC … END is parsed with the rest, a body in a string is not.
  if (definition === undefined || definition.sql_body) return mutateStatements(sql, parameters, knowledge)
  const body = findBody(sql, definition)
  if (body?.language === 'plpgsql') return mutatePieces(body, knowledge)
  if (body?.language !== 'sql') return { mutants: [], equivalent: [] }
  const { mutants, equivalent } = mutateStatements(body.text, [], knowledge)
  const inFunction = (mutant: Mutant) => ({
    ...mutant,
    sql: body.replaceBy(mutant.sql),
    line: body.linesBefore + mutant.line,
  })
  return { mutants: mutants.map(inFunction), equivalent: equivalent.map(inFunction) }
}

/** The mutants of what stands in a PL/pgSQL body, as it is and in strings. */
function mutatePieces(body: FunctionBody, knowledge: Knowledge): Mutants {
  const all = piecesOf(body).flatMap(piece => [
    mutateWhole(piece),
    mutateEmbedded(piece, knowledge),
    ...dynamicSqlIn(piece).map(embedded => mutateEmbedded(embedded, knowledge)),
  ])
  // As above, the first that makes a mutant names it.
  const byText = Map.groupBy(
    all.flatMap(({ mutants }) => mutants),
    ({ sql }) => sql,
  )
  const mutants = [...byText.values()].flatMap(([first]) => first ?? []).sort((one, other) => one.line - other.line)
  return { mutants, equivalent: all.flatMap(({ equivalent }) => equivalent) }
}

/** Mutants of a whole piece: what an IF guards is done always, or never; a statement that writes is left out. */
function mutateWhole({ isCondition, what, replaceBy, leaveOut, lineAt }: Piece): Mutants {
  const edits = isCondition
    ? { always: replaceBy('SELECT WHERE true'), never: replaceBy('SELECT WHERE false') }
    : { 'drop-write': leaveOut() }
  const mutants = Object.entries(edits).flatMap(([operator, sql]) =>
    sql === undefined ? [] : [{ sql, operator, what, line: lineAt(0) }],
  )
  return { mutants, equivalent: [] }
}

function mutateEmbedded(embedded: EmbeddedSql, knowledge: Knowledge): Mutants {
  if (!canBeWritten(embedded.text)) return { mutants: [], equivalent: [] }
  const { mutants, equivalent } = mutateStatements(embedded.text, [], knowledge, embedded.lineAt)
  const placed = (mutant: Mutant) => {
    const sql = embedded.replaceBy(mutant.sql)
    return sql === undefined ? [] : [{ ...mutant, sql, what: embedded.tell(mutant.what) }]
  }
  return { mutants: mutants.flatMap(placed), equivalent: equivalent.flatMap(placed) }
}

function mutateStatements(
  sql: string,
  parameters: readonly string[],
  knowledge: Knowledge,
  lineOf = (byte: number) => lineAt(numberParameters(sql, parameters), byte),
): Mutants {
  const numbered = numberParameters(sql, parameters)
  const tree = parseStatements(numbered)
  const original = normalForm(tree)
  const originalText = writeStatements(tree)
  if (!canBeWritten(numbered)) throw new Error(`This statement is not the same when it is written back: ${sql}`)

  const print = (piece: string | Node) =>
    typeof piece === 'string' ? piece : nameParameters(writeSql(piece), parameters)
  const seen = new Set([originalText])
  const mutants: Mutant[] = []
  const equivalent: Mutant[] = []
  for (const { proposal, byte } of proposalsFor(tree, { ...knowledge, parameters })) {
    const changed = proposal.edits.reduce(
      (changing, { path, value }) => keepColumnName(tree, replaceAt(changing, path, value), path),
      tree,
    )
    const form = normalForm(changed)
    if (seen.has(form)) continue
    const text = writeStatements(changed)
    if (seen.has(text) || !means(text, changed, form)) continue
    seen.add(form === original ? text : form)
    const mutant = {
      sql: nameParameters(text, parameters),
      operator: proposal.operator,
      what: proposal.what.map(print).join(''),
      line: lineOf(byte),
    }
    if (form === original) equivalent.push(mutant)
    else mutants.push(mutant)
  }
  return { mutants, equivalent }
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

function canBeWritten(sql: string): boolean {
  const tree = parseStatements(sql)
  return means(writeStatements(tree), tree, normalForm(tree))
}

/** Whether a text that was written for a tree means that tree: a mutant that cannot be written is none. */
function means(text: string, tree: Node[], form: string): boolean {
  const parsed = tryParse(text)
  return parsed !== undefined && (isSameTree(parsed, tree) || normalForm(parsed) === form)
}
