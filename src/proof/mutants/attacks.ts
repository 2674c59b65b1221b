import { loosenAfterTime } from './operators/attacks/guards/loosen-after-time.ts'
import { loosenForNull } from './operators/attacks/guards/loosen-for-null.ts'
import { loosenForOneRow } from './operators/attacks/guards/loosen-for-one-row.ts'
import { loosenForPair } from './operators/attacks/guards/loosen-for-pair.ts'
import { loosenForRole } from './operators/attacks/guards/loosen-for-role.ts'
import { loosenForState } from './operators/attacks/guards/loosen-for-state.ts'
import { loosenForValue } from './operators/attacks/guards/loosen-for-value.ts'
import { loosenPastAmount } from './operators/attacks/guards/loosen-past-amount.ts'
import { loosenPastCount } from './operators/attacks/guards/loosen-past-count.ts'
import { aggregateOfEverything } from './operators/attacks/hidden/aggregate-of-everything.ts'
import { failOnHidden } from './operators/attacks/hidden/fail-on-hidden.ts'
import { flagOfHidden } from './operators/attacks/hidden/flag-of-hidden.ts'
import { orderByHidden } from './operators/attacks/hidden/order-by-hidden.ts'
import { searchHidden } from './operators/attacks/hidden/search-hidden.ts'
import { liftLimitAtZero } from './operators/attacks/limits/lift-limit-at-zero.ts'
import { liftLimitForRole } from './operators/attacks/limits/lift-limit-for-role.ts'
import { liftLimitWithFilter } from './operators/attacks/limits/lift-limit-with-filter.ts'
import { limitBeforeCheck } from './operators/attacks/limits/limit-before-check.ts'
import { daysToMonths } from './operators/attacks/values/days-to-months.ts'
import { trustClient } from './operators/attacks/values/trust-client.ts'
import { auditForRole } from './operators/attacks/writes/audit-for-role.ts'
import { guardInReturning } from './operators/attacks/writes/guard-in-returning.ts'
import { setExtraColumn } from './operators/attacks/writes/set-extra-column.ts'
import type { OperatorSet } from './operators/operator.ts'

/**
 * Flaws of the kinds that reviewers and red teams find, a few of each kind in a case. Where two operators make the same
 * attack, the attack has the name of the first.
 */
export const ATTACKS: OperatorSet = {
  most: 2,
  operators: [
    ...[loosenForRole, loosenForValue, loosenForPair, loosenForNull, loosenForState, loosenForOneRow],
    ...[loosenPastCount, loosenPastAmount, loosenAfterTime, daysToMonths, trustClient],
    ...[liftLimitAtZero, liftLimitForRole, liftLimitWithFilter, limitBeforeCheck],
    ...[aggregateOfEverything, orderByHidden, searchHidden, failOnHidden, flagOfHidden],
    ...[setExtraColumn, guardInReturning, auditForRole],
  ],
}
