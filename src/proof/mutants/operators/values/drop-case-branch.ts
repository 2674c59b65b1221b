import { as, type Node } from '../../../sql/node.ts'
import { FALSE } from '../../tree/constants.ts'
import { type Operator, replaceNode, without } from '../operator.ts'

/** Drops each WHEN of a CASE. A CASE with one WHEN becomes its ELSE. */
export const dropCaseBranch: Operator = {
  name: 'drop-case-branch',
  mutate: path => {
    const choice = as(path.node, 'CaseExpr')
    const whens = choice?.args ?? []
    return whens.map((when, index) => {
      const args = without(whens, index)
      const rest: Node = args.length > 0 ? { CaseExpr: { ...choice, args } } : elseOf(choice?.defresult, when)
      return { ...replaceNode(path, rest, describe(when)), at: when }
    })
  },
}

function elseOf(defresult: Node | undefined, when: Node): Node {
  return defresult === undefined || as(defresult, 'A_Const')?.isnull ? neverTaken(when) : defresult
}

/** A NULL of the type that the branch has: a bare NULL would be text to whoever reads the column. */
function neverTaken(when: Node): Node {
  return { CaseExpr: { args: [{ CaseWhen: { ...as(when, 'CaseWhen'), expr: FALSE } }] } }
}

function describe(when: Node): (string | Node)[] {
  const { expr, result } = as(when, 'CaseWhen') ?? {}
  return expr === undefined || result === undefined ? [when] : ['WHEN ', expr, ' THEN ', result]
}
