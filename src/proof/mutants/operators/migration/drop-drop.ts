import { as } from '../../../sql/node.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import type { Operator } from '../operator.ts'
import { dropStatement } from './drop-statement.ts'

/** Leaves out a DROP: the old policy, trigger or function stays. */
export const dropDrop: Operator = {
  name: 'drop-drop',
  mutate: path => (as(path.node, 'DropStmt') === undefined ? [] : [dropStatement(path, writeSql(path.node))]),
}
