import { as, lastName, type Node } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'

/** SECURITY DEFINER to SECURITY INVOKER, and the other way round: whose rights and policies hold inside of the function. */
export const swapDefiner: Operator = {
  name: 'swap-definer',
  mutate: path => {
    const created = as(path.node, 'CreateFunctionStmt')
    const altered = as(path.node, 'AlterFunctionStmt')
    const field = created ? 'options' : 'actions'
    const options = created?.options ?? altered?.actions ?? []
    const index = options.findIndex(option => as(option, 'DefElem')?.defname === 'security')
    // ALTER FUNCTION without a word on security leaves it as it is.
    if ((created ?? altered) === undefined || (index < 0 && altered)) return []
    const wasDefiner = as(as(options[index], 'DefElem')?.arg, 'Boolean')?.boolval === true
    const changed = wasDefiner
      ? options.filter((_, nth) => nth !== index)
      : [...options.filter((_, nth) => nth !== index), DEFINER]
    const swapped = altered && wasDefiner ? [...changed, INVOKER] : changed
    const name = lastName(created?.funcname ?? altered?.func?.objname)
    const what = `${name}: ${wasDefiner ? 'DEFINER → INVOKER' : 'INVOKER → DEFINER'}`
    return [changeField(path, field, swapped, [what])]
  },
}

const DEFINER: Node = {
  DefElem: { defname: 'security', arg: { Boolean: { boolval: true } }, defaction: 'DEFELEM_UNSPEC' },
}
const INVOKER: Node = {
  DefElem: { defname: 'security', arg: { Boolean: { boolval: false } }, defaction: 'DEFELEM_UNSPEC' },
}
