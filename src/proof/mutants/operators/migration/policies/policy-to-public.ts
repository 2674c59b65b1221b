import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'
import { PUBLIC, rolesText } from '../rights/roles.ts'
import { policyName, policyOf } from './policy.ts'

/** TO member to TO PUBLIC: the policy is for every role. */
export const policyToPublic: Operator = {
  name: 'policy-to-public',
  mutate: path => {
    const { roles = [] } = policyOf(path.node) ?? {}
    if (roles.length === 0 || roles.some(role => as(role, 'RoleSpec')?.roletype === 'ROLESPEC_PUBLIC')) return []
    const what = `${policyName(path.node)}: TO ${rolesText(roles)} → TO PUBLIC`
    return [changeField(path, 'roles', [PUBLIC], [what], roles[0])]
  },
}
