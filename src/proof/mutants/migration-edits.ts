import { dropConstraint } from './operators/migration/constraints/drop-constraint.ts'
import { dropUnique } from './operators/migration/constraints/drop-unique.ts'
import { swapOnDelete } from './operators/migration/constraints/swap-on-delete.ts'
import { dropBackfill } from './operators/migration/drop-backfill.ts'
import { dropDrop } from './operators/migration/drop-drop.ts'
import { dropPolicy } from './operators/migration/policies/drop-policy.ts'
import { dropRowSecurity } from './operators/migration/policies/drop-row-security.ts'
import { dropWithCheck } from './operators/migration/policies/drop-with-check.ts'
import { openPolicy } from './operators/migration/policies/open-policy.ts'
import { policyForAll } from './operators/migration/policies/policy-for-all.ts'
import { policyToPublic } from './operators/migration/policies/policy-to-public.ts'
import { swapPermissive } from './operators/migration/policies/swap-permissive.ts'
import { addPrivilege } from './operators/migration/rights/add-privilege.ts'
import { dropRevoke } from './operators/migration/rights/drop-revoke.ts'
import { grantToPublic } from './operators/migration/rights/grant-to-public.ts'
import { swapDefiner } from './operators/migration/rights/swap-definer.ts'
import { widenGrant } from './operators/migration/rights/widen-grant.ts'
import { dropTrigger } from './operators/migration/triggers/drop-trigger.ts'
import { dropTriggerColumn } from './operators/migration/triggers/drop-trigger-column.ts'
import { dropTriggerEvent } from './operators/migration/triggers/drop-trigger-event.ts'
import { negateWhen } from './operators/migration/triggers/negate-when.ts'
import { swapOldNew } from './operators/migration/triggers/swap-old-new.ts'
import { swapTriggerTime } from './operators/migration/triggers/swap-trigger-time.ts'
import { dropCheckOption } from './operators/migration/views/drop-check-option.ts'
import { dropViewOption } from './operators/migration/views/drop-view-option.ts'
import type { OperatorSet } from './operators/operator.ts'
import { EDITS } from './operators.ts'

/** Edits of what a migration makes: policies, triggers, views, rights, constraints. */
const OF_STATEMENTS = [
  ...[dropPolicy, dropWithCheck, swapPermissive, policyForAll, policyToPublic, dropRowSecurity],
  ...[dropTrigger, dropTriggerEvent, dropTriggerColumn, swapTriggerTime],
  ...[dropViewOption, dropCheckOption],
  ...[widenGrant, addPrivilege, grantToPublic, dropRevoke],
  ...[dropConstraint, dropUnique, swapOnDelete, dropDrop, dropBackfill],
]

/** The edits of a statement of a migration that creates no function. */
export const STATEMENT_EDITS: OperatorSet = {
  // The last ones make some edits that an operator before makes too.
  operators: [...OF_STATEMENTS, ...EDITS.operators, openPolicy, negateWhen, swapOldNew],
}

/** The edits of a statement that creates or alters a function, without those of its body. */
export const DEFINITION_EDITS: OperatorSet = { operators: [swapDefiner] }

/** The edits of a function's body. */
export const BODY_EDITS: OperatorSet = { ...EDITS, operators: [...EDITS.operators, swapOldNew] }

/** All edits that only migrations have. */
export const MIGRATION_OPERATORS = [...OF_STATEMENTS, openPolicy, negateWhen, swapOldNew, swapDefiner]
