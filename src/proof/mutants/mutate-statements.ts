import type { Node } from '../sql/node.ts'
import { parseStatements, tryParse } from '../sql/parse-statements.ts'
import { lineAt } from '../sql/replace-bytes.ts'
import { firstByte, isSameTree } from '../sql/text-positions.ts'
import { writeSql, writeStatements } from '../sql/write-sql.ts'
import { chooseFew } from './choose-few.ts'
import type { SqlMutant, SqlMutants } from './mutant.ts'
import { normalForm } from './normal-form/normal-form.ts'
import type { Knowledge, Mutation, OperatorContext, OperatorSet, Place } from './operators/operator.ts'
import { keepColumnName } from './tree/column-names.ts'
import { type NodePath, nodePaths } from './tree/node-path.ts'
import { nameParameters, numberParameters, parameterNumber } from './tree/numbered-parameters.ts'
import { replaceAt } from './tree/replace-at.ts'

/** Where statements stand that are not a whole case. */
export interface InnerPlace extends Place {
  /** The line of a byte of the text in the case. */
  lineOf?: (byte: number) => number
}

/**
 * The mutants of one or more statements.
 *
 * @throws Error when the text cannot be parsed, or is another statement once it is written back.
 */
export function mutateStatements(
  sql: string,
  parameters: readonly string[],
  knowledge: Knowledge,
  set: OperatorSet,
  place?: InnerPlace,
): SqlMutants {
  const numbered = numberParameters(sql, parameters)
  const tree = parseStatements(numbered)
  const original = normalForm(tree)
  if (!canBeWritten(numbered)) throw new Error(`This statement is not the same when it is written back: ${sql}`)

  const write = (part: string | Node) => (typeof part === 'string' ? part : nameParameters(writeSql(part), parameters))
  const seen = new Set([writeStatements(tree)])
  const mutants: SqlMutant[] = []
  const equivalent: SqlMutant[] = []
  const written =
    place?.written ?? Object.fromEntries(parameters.map(name => [name, `$${parameterNumber(name, parameters)}`]))
  const context = {
    ...knowledge,
    parameters,
    written,
    isInFunction: place?.isInFunction ?? false,
    isTest: place?.isTest ?? false,
    isGuard: place?.isGuard ?? false,
    isFilter: place?.isFilter ?? false,
    isDeciding: place?.isDeciding ?? false,
    isGate: place?.isGate ?? false,
    isBound: place?.isBound ?? false,
    isTold: place?.isTold ?? false,
  }
  for (const { operator, mutation, byte } of mutationsOf(tree, context, set)) {
    const changed = mutation.edits
      .reduce((changing, { keys, value }) => keepColumnName(tree, replaceAt(changing, keys, value), keys), tree)
      // A whole statement may be left out.
      .filter(statement => statement !== undefined)
    const form = normalForm(changed)
    if (seen.has(form)) continue
    const text = writeStatements(changed)
    if (seen.has(text) || !parsesAs(text, changed, form)) continue
    seen.add(form === original ? text : form)
    const mutant = {
      sql: nameParameters(text, parameters),
      operator,
      what: mutation.what.map(write).join(''),
      line: place?.lineOf?.(byte) ?? lineAt(numbered, byte),
    }
    if (form === original) equivalent.push(mutant)
    else mutants.push(mutant)
  }
  return { mutants, equivalent }
}

interface LocatedMutation {
  operator: string
  mutation: Mutation
  /** Where the mutated part begins in the text. */
  byte: number
}

/** The mutations of all operators, in the order of the text. */
function mutationsOf(tree: Node[], context: OperatorContext, { operators, most }: OperatorSet): LocatedMutation[] {
  const all = nodePaths(tree).flatMap(path =>
    operators.flatMap(({ name, mutate }) =>
      mutate(path, context).map(mutation => ({ operator: name, mutation, byte: byteOf(mutation, path) })),
    ),
  )
  // Some of those that are chosen cannot be written, or are made twice: a few more are chosen here than are wanted.
  const text = ({ mutation }: LocatedMutation) => mutation.what.map(part => JSON.stringify(part)).join('')
  const chosen = most === undefined ? all : chooseFew(all, 2 * most, text)
  return chosen.sort((one, other) => one.byte - other.byte)
}

/** A node without a position, such as one that an operator has made, has the position of the node around it. */
function byteOf(mutation: Mutation, path: NodePath): number {
  const byte = firstByte(mutation.at) ?? firstByte(path.node)
  return byte ?? (path.parent === undefined ? 0 : byteOf(mutation, path.parent))
}

/** Whether the statements mean the same once they are written back. */
export function canBeWritten(sql: string): boolean {
  const tree = parseStatements(sql)
  return parsesAs(writeStatements(tree), tree, normalForm(tree))
}

/** Whether a text that was written for a tree is parsed as that tree, or as one with the same normal form. */
function parsesAs(text: string, tree: Node[], form: string): boolean {
  if (tree.length === 0) return true
  const parsed = tryParse(text)
  return parsed !== undefined && (isSameTree(parsed, tree) || normalForm(parsed) === form)
}
