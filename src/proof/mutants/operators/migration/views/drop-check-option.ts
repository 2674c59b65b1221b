import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'

/** WITH CHECK OPTION left out: rows may be written through the view that the view does not show. */
export const dropCheckOption: Operator = {
  name: 'drop-check-option',
  mutate: path => {
    const { view, withCheckOption: option = 'NO_CHECK_OPTION' } = as(path.node, 'ViewStmt') ?? {}
    if (option === 'NO_CHECK_OPTION') return []
    return [changeField(path, 'withCheckOption', 'NO_CHECK_OPTION', [`WITH CHECK OPTION of ${view?.relname}`])]
  },
}
