import { as, type Body, type Node } from '../../../sql/node.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import type { PartOfMigration, PlacedStatement } from './part.ts'

type Grant = Body<'GrantStmt'>

/** What ALL stands for, as far as an application sends it. */
const ALL = ['select', 'insert', 'update', 'delete']

/**
 * Each privilege to each role on a table or view that clients write statements on. Any other right only matters to the
 * operations: it is asked for whatever rows there are, so that one which changes nothing in any call is of no use to anybody.
 */
export function partsOfGrant({ tree, later, isExposed }: PlacedStatement): PartOfMigration[] {
  const grant = as(tree, 'GrantStmt')
  if (!grant?.is_grant || grant.targtype !== 'ACL_TARGET_OBJECT' || grant.objtype !== 'OBJECT_TABLE') return []
  const privileges = grant.privileges ?? ALL.map(asPrivilege)
  return (grant.objects ?? [])
    .filter(object => isExposed(nameOf(object) ?? ''))
    .flatMap(object =>
      privileges.flatMap(privilege =>
        (grant.grantees ?? []).flatMap(role => {
          const one = { ...grant, objects: [object], grantees: [role], grant_option: false, privileges: [privilege] }
          const without = { ...one, is_grant: false, behavior: 'DROP_CASCADE' as const }
          if (later.some(({ tree: other }) => revokes(as(other, 'GrantStmt'), object))) return []
          return { what: writeSql({ GrantStmt: one }), line: 1, sql: writeSql({ GrantStmt: without }) }
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

function nameOf(object: Node): string | undefined {
  return as(object, 'RangeVar')?.relname
}
