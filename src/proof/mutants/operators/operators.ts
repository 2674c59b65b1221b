import { swapAlias } from './columns/swap-alias.ts'
import { andToOr } from './conditions/and-to-or.ts'
import { comparison } from './conditions/comparison.ts'
import { dropConjunct } from './conditions/drop-conjunct.ts'
import { dropOrBranch } from './conditions/drop-or-branch.ts'
import { existsToTrue } from './conditions/exists-to-true.ts'
import { negate } from './conditions/negate.ts'
import { nullTest } from './conditions/null-test.ts'
import { orToAnd } from './conditions/or-to-and.ts'
import { unwrapNot } from './conditions/unwrap-not.ts'
import type { Operator } from './operator.ts'
import { dropDistinct } from './rows/drop-distinct.ts'
import { dropLimit } from './rows/drop-limit.ts'
import { innerToLeftJoin } from './rows/inner-to-left-join.ts'
import { moveJoinFilter } from './rows/move-join-filter.ts'
import { outerToInnerJoin } from './rows/outer-to-inner-join.ts'
import { unclamp } from './rows/unclamp.ts'
import { dropCaseBranch } from './values/drop-case-branch.ts'
import { dropCoalesce } from './values/drop-coalesce.ts'
import { dropListValue } from './values/drop-list-value.ts'
import { swapEnumValue } from './values/swap-enum-value.ts'
import { swapParameter } from './values/swap-parameter.ts'
import { unmask } from './values/unmask.ts'
import { dropSetColumn } from './writes/drop-set-column.ts'
import { dropWrite } from './writes/drop-write.ts'

/** All operators. Where two operators make the same mutant, the mutant has the name of the first. */
export const OPERATORS: readonly Operator[] = [
  ...[dropConjunct, dropOrBranch, existsToTrue, unwrapNot, negate, andToOr, orToAnd, comparison, nullTest],
  ...[outerToInnerJoin, innerToLeftJoin, moveJoinFilter, dropLimit, unclamp, dropDistinct],
  ...[unmask, dropCaseBranch, dropCoalesce, dropListValue, swapEnumValue, swapParameter, swapAlias],
  ...[dropSetColumn, dropWrite],
]
