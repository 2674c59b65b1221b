import { as, type Node } from '../../../../sql/node.ts'

export const PUBLIC: Node = { RoleSpec: { roletype: 'ROLESPEC_PUBLIC' } }

/** `member, auditor`. */
export function rolesText(roles: Node[]): string {
  return roles.map(role => as(role, 'RoleSpec')?.rolename ?? 'PUBLIC').join(', ')
}
