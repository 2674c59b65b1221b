import { as, type Body, lastName, type Node } from '../../../sql/node.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import type { PartOfMigration, PlacedStatement } from './part.ts'

type Grant = Body<'GrantStmt'>

/** What ALL stands for, as far as an application sends it. */
const ALL = ['select', 'insert', 'update', 'delete']

/** Each privilege on each table, view or function to each role. */
export function partsOfGrant({ tree, later }: PlacedStatement): PartOfMigration[] {
  const grant = as(tree, 'GrantStmt')
  if (!grant?.is_grant || grant.targtype !== 'ACL_TARGET_OBJECT') return []
  const isFunction = grant.objtype === 'OBJECT_FUNCTION'
  if (grant.objtype !== 'OBJECT_TABLE' && !isFunction) return []
  const privileges = grant.privileges ?? (isFunction ? [] : ALL.map(asPrivilege))
  return (grant.objects ?? []).flatMap(object =>
    (privileges.length > 0 ? privileges : [undefined]).flatMap(privilege =>
      (grant.grantees ?? []).flatMap(role => {
        const one = { ...grant, objects: [object], grantees: [role], grant_option: false }
        const without = { ...one, is_grant: false, behavior: 'DROP_CASCADE' as const }
        const narrowed = privilege === undefined ? {} : { privileges: [privilege] }
        if (later.some(({ tree: other }) => revokes(as(other, 'GrantStmt'), object))) return []
        const revoke = writeSql({ GrantStmt: { ...without, ...narrowed } })
        const what = writeSql({ GrantStmt: { ...one, ...narrowed } })
        return { what, line: 1, sql: revoke }
      }),
    ),
  )
}

function asPrivilege(name: string): Node {
  return { AccessPriv: { priv_name: name } }
}

/** Whether a later statement takes something back: what is left of the grant is not known then. */
function revokes(other: Grant | undefined, object: Node): boolean {
  return other?.is_grant === false && (other.objects ?? []).some(one => nameOf(one) === nameOf(object))
}

function nameOf(object: Node): string {
  return as(object, 'RangeVar')?.relname ?? lastName(as(object, 'ObjectWithArgs')?.objname)
}
