import { constantBoolean, TRUE } from '../../../tree/constants.ts'
import { changeField, type Operator } from '../../operator.ts'
import { policyOf } from './policy.ts'

/** USING (true), and WITH CHECK (true): the policy lets all rows through. */
export const openPolicy: Operator = {
  name: 'open-policy',
  mutate: path => {
    const { qual, with_check: check } = policyOf(path.node) ?? {}
    return Object.entries({ qual, with_check: check }).flatMap(([field, condition]) => {
      if (condition === undefined || constantBoolean(condition) !== undefined) return []
      const clause = field === 'qual' ? 'USING' : 'WITH CHECK'
      return [changeField(path, field, TRUE, [`${clause} (`, condition, `) → ${clause} (true)`], condition)]
    })
  },
}
