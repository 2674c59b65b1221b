import { swapAlias } from './operators/columns/swap-alias.ts'
import { andToOr } from './operators/conditions/and-to-or.ts'
import { comparison } from './operators/conditions/comparison.ts'
import { dropConjunct } from './operators/conditions/drop-conjunct.ts'
import { dropOrBranch } from './operators/conditions/drop-or-branch.ts'
import { existsToTrue } from './operators/conditions/exists-to-true.ts'
import { negate } from './operators/conditions/negate.ts'
import { nullTest } from './operators/conditions/null-test.ts'
import { orToAnd } from './operators/conditions/or-to-and.ts'
import { unwrapNot } from './operators/conditions/unwrap-not.ts'
import type { OperatorSet } from './operators/operator.ts'
import { dropDistinct } from './operators/rows/drop-distinct.ts'
import { dropLimit } from './operators/rows/drop-limit.ts'
import { innerToLeftJoin } from './operators/rows/inner-to-left-join.ts'
import { moveJoinFilter } from './operators/rows/move-join-filter.ts'
import { outerToInnerJoin } from './operators/rows/outer-to-inner-join.ts'
import { unclamp } from './operators/rows/unclamp.ts'
import { dropCaseBranch } from './operators/values/drop-case-branch.ts'
import { dropCoalesce } from './operators/values/drop-coalesce.ts'
import { dropListValue } from './operators/values/drop-list-value.ts'
import { swapEnumValue } from './operators/values/swap-enum-value.ts'
import { swapParameter } from './operators/values/swap-parameter.ts'
import { unmask } from './operators/values/unmask.ts'
import { dropSetColumn } from './operators/writes/drop-set-column.ts'
import { dropWrite } from './operators/writes/drop-write.ts'

/** Single edits, all of them. Where two operators make the same mutant, the mutant has the name of the first. */
export const EDITS: OperatorSet = {
  operators: [
    ...[dropConjunct, dropOrBranch, existsToTrue, unwrapNot, negate, andToOr, orToAnd, comparison, nullTest],
    ...[outerToInnerJoin, innerToLeftJoin, moveJoinFilter, dropLimit, unclamp, dropDistinct],
    ...[unmask, dropCaseBranch, dropCoalesce, dropListValue, swapEnumValue, swapParameter, swapAlias],
    ...[dropSetColumn, dropWrite],
  ],
  withBranches: true,
}
