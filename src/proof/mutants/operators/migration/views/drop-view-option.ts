import { as } from '../../../../sql/node.ts'
import { changeField, type Operator, without } from '../../operator.ts'
import { dropItem } from '../drop-statement.ts'

const OPTIONS = ['security_invoker', 'security_barrier']

/** security_invoker and security_barrier left out: the view reads with the rights of its owner, or is no barrier. */
export const dropViewOption: Operator = {
  name: 'drop-view-option',
  mutate: path => {
    const { options = [], view } = as(path.node, 'ViewStmt') ?? {}
    const created = options.flatMap((option, index) => {
      const name = as(option, 'DefElem')?.defname ?? ''
      if (!OPTIONS.includes(name)) return []
      const rest = without(options, index)
      return [changeField(path, 'options', rest.length > 0 ? rest : undefined, [`${name} of ${view?.relname}`], option)]
    })
    const { cmds = [], relation } = as(path.node, 'AlterTableStmt') ?? {}
    const altered = cmds.flatMap((command, index) => {
      const { subtype, def } = as(command, 'AlterTableCmd') ?? {}
      const set = subtype === 'AT_SetRelOptions' ? (as(def, 'List')?.items ?? []) : []
      const name = set.flatMap(option => as(option, 'DefElem')?.defname ?? []).find(one => OPTIONS.includes(one))
      return name === undefined ? [] : [dropItem(path, 'cmds', cmds, index, [`${name} of ${relation?.relname}`])]
    })
    return [...created, ...altered]
  },
}
