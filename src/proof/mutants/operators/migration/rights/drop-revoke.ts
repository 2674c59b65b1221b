import { as } from '../../../../sql/node.ts'
import { writeSql } from '../../../../sql/write-sql.ts'
import type { Operator } from '../../operator.ts'
import { dropStatement } from '../drop-statement.ts'

/** Leaves out a REVOKE: the right stays. */
export const dropRevoke: Operator = {
  name: 'drop-revoke',
  mutate: path => {
    const statement = as(path.node, 'GrantStmt')
    return statement === undefined || statement.is_grant ? [] : [dropStatement(path, writeSql(path.node))]
  },
}
