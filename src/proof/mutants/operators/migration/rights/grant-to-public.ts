import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'
import { PUBLIC, rolesText } from './roles.ts'

/** GRANT … TO member to GRANT … TO PUBLIC. */
export const grantToPublic: Operator = {
  name: 'grant-to-public',
  mutate: path => {
    const { is_grant: isGrant, grantees = [], grant_option: option } = as(path.node, 'GrantStmt') ?? {}
    const isPublic = grantees.some(role => as(role, 'RoleSpec')?.roletype === 'ROLESPEC_PUBLIC')
    // PUBLIC cannot have a grant option.
    if (!isGrant || isPublic || option) return []
    return [changeField(path, 'grantees', [PUBLIC], [`TO ${rolesText(grantees)} → TO PUBLIC`], grantees[0])]
  },
}
