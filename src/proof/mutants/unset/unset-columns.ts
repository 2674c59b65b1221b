// Where OLD and NEW are the same: in a trigger that only UPDATE fires, of a column that no UPDATE sets.

import { as, type Body, lastName, type Node } from '../../sql/node.ts'
import { parseStatements } from '../../sql/parse-statements.ts'
import { EVENTS } from '../operators/migration/triggers/trigger.ts'
import { setColumns } from './set-columns.ts'

/**
 * Whether OLD and NEW of a column are the same in a statement that creates a trigger or its function. `operations` are the
 * statements that the application sends.
 */
export function readUnsetColumns(
  migration: readonly string[],
  operations: readonly string[],
): (statement: Node) => (column: string) => boolean {
  const trees = migration.flatMap(sql => parseStatements(sql))
  const triggers = trees.flatMap(tree => as(tree, 'CreateTrigStmt') ?? [])
  const made = migration.filter(sql => !/^\s*create\s+(?:constraint\s+)?trigger\b/i.test(sql))
  const isComputed = migration.some(sql =>
    /\bgenerated\s+always\s+as\s*\(|\bon\s+(?:update|delete)\s+(?:cascade|set)\b/i.test(sql),
  )
  const set = isComputed ? undefined : setColumns([...made, ...operations], made)
  const isUpdated = (own: Body<'CreateTrigStmt'>[]) =>
    own.length > 0 && own.every(({ events }) => events === EVENTS.UPDATE)
  return statement => {
    const trigger = as(statement, 'CreateTrigStmt')
    const name = lastName(as(statement, 'CreateFunctionStmt')?.funcname)
    const own = trigger ? [trigger] : triggers.filter(({ funcname }) => lastName(funcname) === name)
    return column => set !== undefined && isUpdated(own) && !set.has(column.toLowerCase())
  }
}
