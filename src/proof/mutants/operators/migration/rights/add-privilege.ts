import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'

/** Which right is added, where the statement does not grant it: writing beside reading, first of all. */
const RIGHTS = ['update', 'insert', 'delete', 'select']

/** One more right on the same tables: GRANT SELECT to GRANT SELECT, UPDATE. */
export const addPrivilege: Operator = {
  name: 'add-privilege',
  mutate: path => {
    const { is_grant: isGrant, objtype, privileges = [] } = as(path.node, 'GrantStmt') ?? {}
    if (!isGrant || objtype !== 'OBJECT_TABLE' || privileges.length === 0) return []
    const granted = privileges.map(right => as(right, 'AccessPriv')?.priv_name)
    const added = RIGHTS.find(right => !granted.includes(right))
    if (added === undefined) return []
    const names = granted.map(name => name?.toUpperCase()).join(', ')
    const what = [`GRANT ${names} → GRANT ${names}, ${added.toUpperCase()}`]
    return [changeField(path, 'privileges', [...privileges, { AccessPriv: { priv_name: added } }], what)]
  },
}
