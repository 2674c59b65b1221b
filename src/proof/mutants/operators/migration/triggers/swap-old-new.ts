import { as, lastName } from '../../../../sql/node.ts'
import { type Operator, replaceNode } from '../../operator.ts'

const OTHER: Record<string, string> = { old: 'new', new: 'old' }

/** NEW.status to OLD.status in a trigger that has both rows, in its WHEN or in its function, where some call sets the column. */
export const swapOldNew: Operator = {
  name: 'swap-old-new',
  mutate: ({ node, ...path }, { isUnset }) => {
    const [row, ...rest] = as(node, 'ColumnRef')?.fields ?? []
    const name = as(row, 'String')?.sval ?? ''
    const other = OTHER[name]
    if (other === undefined || rest.length === 0 || isUnset?.(lastName(rest))) return []
    return [replaceNode({ node, ...path }, { ColumnRef: { fields: [{ String: { sval: other } }, ...rest] } })]
  },
}
