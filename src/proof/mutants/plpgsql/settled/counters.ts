// Counters of a loop, as in `EXIT WHEN v_left = 0` and `v_left := v_left - 1`: they say how many rows come and nothing
// else. That is found out among many rows, by the check `limit`.

import { as, columnParts, lastName, type Node } from '../../../sql/node.ts'
import { parsePlpgsql, queryOf } from '../../../sql/plpgsql-expressions.ts'
import { type Tree, walk } from '../../../sql/walk-tree.ts'
import { expressionOf, variablesOf } from '../../permits/executed-text.ts'
import { isConstant } from '../../tree/constants.ts'
import { assignedIn } from '../assigned-in.ts'
import { readFlow } from '../flow.ts'
import { LOOP, type Statement, visitStatements } from '../statements.ts'
import { declaredNames, mentionsName, readingsIn } from './readings.ts'

/** The texts of the assignments that count the turns of a loop. */
export function countingAssignments(definition: string): Set<string> {
  const { sources, parameters, inputs } = variablesOf(definition)
  const root = parsePlpgsql(definition)
  const outputs = parameters.filter(name => !inputs.has(name))
  const { refusing } = readFlow(root, outputs)
  const all = readingsIn(root, root)
  const declared = declaredNames(root)
  const found = new Set<string>()
  visitStatements(root, isNothing, ({ kind, node }, frames) => {
    const query = queryOf(node.expr) ?? ''
    const [frame, ...outer] = frames
    const isInLoopAlone = LOOP.test(frame?.owner?.kind ?? '') && !outer.some(({ owner }) => isLoop(owner))
    if (kind !== 'PLpgSQL_stmt_assign' || !frame?.owner || !isInLoopAlone || hasContinue(frame.owner)) return
    const name = /^\s*(\w+)\s*:?=/.exec(query)?.[1] ?? ''
    if (!declared.has(name) || !isStep(name, query)) return
    const set = sources.get(name) ?? []
    const others = set.filter(source => source === undefined || !isStepValue(name, source.value))
    const isFromConstant = set.length === 2 && others.length === 1 && others.every(one => one && isConstant(one.value))
    const readers = all.filter(one => one.node !== node && mentionsName(one.text, name))
    if (isFromConstant && readers.every(one => isExit(one.kind, one.node) && refusing.has(one.node)))
      found.add(query.trim())
  })
  return found
}

const isNothing = () => false
const isLoop = (owner: Statement | undefined) => LOOP.test(owner?.kind ?? '')
const isExit = (kind: string, { is_exit }: Tree) => kind === 'PLpgSQL_stmt_exit' && is_exit === true

/** A turn that ends before the step is not counted. */
function hasContinue({ node }: Statement): boolean {
  let has = false
  walk(node, (name, { is_exit }) => {
    if (name === 'PLpgSQL_stmt_exit' && is_exit !== true) has = true
  })
  return has
}

function isStep(name: string, query: string): boolean {
  const value = expressionOf(assignedIn(query)?.value ?? 'NULL')
  return value !== undefined && isStepValue(name, value)
}

/** `n - 1`, with any constant. */
function isStepValue(name: string, value: Node): boolean {
  const { name: sign, lexpr, rexpr } = as(value, 'A_Expr') ?? {}
  const isOwn = columnParts(lexpr)?.join('.') === name
  return isOwn && ['+', '-'].includes(lastName(sign)) && rexpr !== undefined && isConstant(rexpr)
}
