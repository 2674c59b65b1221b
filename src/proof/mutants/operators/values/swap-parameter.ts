import { as } from '../../../sql/node.ts'
import { parameterName, parameterNumber } from '../../tree/numbered-parameters.ts'
import { type Operator, replaceNode } from '../operator.ts'

/** Swaps a parameter that the server sets for a declared one with the same stem: `:org_id` for `:target_org_id`. */
export const swapParameter: Operator = {
  name: 'swap-parameter',
  mutate: (path, { parameters, context = [] }) => {
    const name = parameterName(as(path.node, 'ParamRef')?.number, parameters)
    if (name === undefined || !context.includes(name)) return []
    return parameters
      .filter(other => other !== name && haveSameStem(name, other))
      .map(other => replaceNode(path, { ParamRef: { number: parameterNumber(other, parameters) } }))
  },
}

/** `org_id` and `target_org_id` have the same stem, `org_id` and `user_id` have not. */
function haveSameStem(one: string, other: string): boolean {
  const [short, long] = [stemOf(one), stemOf(other)].sort((a, b) => a.length - b.length)
  return short !== undefined && short.length > 0 && short.every(word => long?.includes(word))
}

function stemOf(name: string): string[] {
  return name.split('_').filter(word => word !== '' && word !== 'id' && word !== 'ids' && word !== 'p')
}
