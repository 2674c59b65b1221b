// The parts of a migration that only permit more: policies, grants, and what stands in policies, views, functions and triggers.
// Each is taken away in the database as the migration has left it, by a statement that alters what the migration made.

import { as, kindOf, lastName, type Node } from '../../../sql/node.ts'
import { parseStatements } from '../../../sql/parse-statements.ts'
import type { Surroundings } from '../../plpgsql/gates/gates.ts'
import { type PartOfMigration, type PlacedStatement, withCode } from './part.ts'
import { partsOfFunction, partsOfView } from './parts-of-code.ts'
import { partsOfGrant } from './parts-of-grant.ts'
import { partsOfPolicy } from './parts-of-policy.ts'
import { partsOfTrigger } from './parts-of-trigger.ts'
import { predicatesIn } from './predicates.ts'
import { aroundAgain } from './renames.ts'
import { readSurroundings } from './surroundings.ts'

const READERS: Record<string, (statement: PlacedStatement) => PartOfMigration[] | Promise<PartOfMigration[]>> = {
  CreatePolicyStmt: partsOfPolicy,
  AlterPolicyStmt: partsOfPolicy,
  ViewStmt: partsOfView,
  CreateFunctionStmt: partsOfFunction,
  CreateTrigStmt: partsOfTrigger,
  GrantStmt: partsOfGrant,
}

/** What proof.yaml says of the application. */
interface KnownOfApplication extends Pick<PlacedStatement, 'required' | 'isExposed'> {
  /** The statements that the application sends. */
  operations: readonly string[]
  /** Table -> the columns of its primary key. */
  keys: Surroundings['keys']
  /** The functions of the schema that say who calls, or when. */
  saysWhoCalls: readonly string[]
}

/** All parts in the order of the code, with their lines in it. */
export async function partsOfMigration(
  statements: readonly { sql: string; line: number }[],
  { operations, keys, saysWhoCalls, ...known }: KnownOfApplication,
): Promise<PartOfMigration[]> {
  const read = statements.flatMap(one => parseStatements(one.sql).map(tree => ({ ...one, tree })))
  const surroundings = readSurroundings(read, { keys, operations, saysWhoCalls, required: known.required })
  const shared = {
    all: read,
    ...known,
    predicates: predicatesIn(read, operations),
    surroundingsOf: (name: string) => surroundings?.(name),
  }
  const parts: PartOfMigration[] = []
  for (const [at, { sql, tree, line: start }] of read.entries()) {
    const later = read.slice(at + 1)
    const found = (await READERS[kindOf(tree as never) ?? '']?.({ sql, tree, later, ...shared })) ?? []
    if (found.length === 0) continue
    const { before, after } = aroundAgain(later, isUndoneBy(tree))
    const again = (code: string) => [...before, code, ...after].join(';\n')
    parts.push(...found.map(part => ({ ...withCode(part, again), line: start + part.line - 1 })))
  }
  return parts
}

/** Whether a function or view that is replaced loses what a later statement has altered, as SECURITY DEFINER. */
function isUndoneBy(tree: Node): (later: Node, renamed: (name: string) => string) => boolean {
  const [definition, view] = [as(tree, 'CreateFunctionStmt'), as(tree, 'ViewStmt')?.view]
  return (later, renamed) => {
    const altered = as(later, 'AlterFunctionStmt')?.func?.objname
    const relation = as(later, 'AlterTableStmt')?.relation?.relname
    if (definition && altered) return renamed(lastName(altered)) === lastName(definition.funcname)
    return view !== undefined && relation !== undefined && renamed(relation) === view.relname
  }
}
