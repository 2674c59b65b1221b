import { writeSql } from '../../../sql/write-sql.ts'
import type { Operator } from '../operator.ts'
import { dropStatement } from './drop-statement.ts'

const WRITES = ['InsertStmt', 'UpdateStmt', 'DeleteStmt']

/** Leaves out an INSERT, UPDATE or DELETE of the migration itself: rows that were there before are not looked after. */
export const dropBackfill: Operator = {
  name: 'drop-backfill',
  mutate: path => {
    if (path.parent !== undefined || !WRITES.some(kind => kind in path.node)) return []
    return [dropStatement(path, writeSql(path.node))]
  },
}
