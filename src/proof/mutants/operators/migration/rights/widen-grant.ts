import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'

/** GRANT SELECT (id, title) to GRANT SELECT: all columns. */
export const widenGrant: Operator = {
  name: 'widen-grant',
  mutate: path => {
    const { is_grant: isGrant, privileges = [] } = as(path.node, 'GrantStmt') ?? {}
    if (!isGrant) return []
    return privileges.flatMap((node, index) => {
      const right = as(node, 'AccessPriv')
      if (right?.cols === undefined) return []
      const { cols: _, ...whole } = right
      const widened = privileges.map((other, nth) => (nth === index ? { AccessPriv: whole } : other))
      const columns = right.cols.map(column => as(column, 'String')?.sval).join(', ')
      const name = right.priv_name?.toUpperCase() ?? 'ALL'
      return [changeField(path, 'privileges', widened, [`GRANT ${name} (${columns}) → GRANT ${name}`])]
    })
  },
}
