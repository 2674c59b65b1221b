import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'

/** WITH CHECK left out where there is a USING, which then holds for new rows too. */
export const dropWithCheck: Operator = {
  name: 'drop-with-check',
  mutate: path => {
    const { qual, with_check: check } = as(path.node, 'CreatePolicyStmt') ?? {}
    if (qual === undefined || check === undefined) return []
    return [changeField(path, 'with_check', undefined, ['WITH CHECK (', check, ')'], check)]
  },
}
