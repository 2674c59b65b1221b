import { as, columnParts, type Node, nodesIn } from '../../../../sql/node.ts'
import { writeSql } from '../../../../sql/write-sql.ts'
import { expression } from '../../../tree/expression.ts'
import { changeField, type Operator } from '../../operator.ts'
import { clientParameters, trustedParameters } from '../parameters.ts'

/** An UPDATE that also sets a column of which a rule speaks: `SET status = …, owner_id = :user_id`. */
export const setExtraColumn: Operator = {
  name: 'set-extra-column',
  mutate: (path, context) => {
    const update = as(path.node, 'UpdateStmt')
    const table = update?.relation?.relname ?? ''
    const columns = context.attack?.ruledChanges[table] ?? []
    const targets = update?.targetList ?? []
    const set = new Set(targets.map(target => as(target, 'ResTarget')?.name))
    const compared = comparedWith(path.node)
    return columns
      .filter(column => !set.has(column))
      .flatMap(column => {
        const type = context.attack?.types[table]?.[column]
        const values = [...clientParameters(context), ...trustedParameters(context)].filter(
          // `buyer_org_id` of a row that the caller may change is the caller's `org_id` already.
          one =>
            one.type === type && !one.isLimit && !column.endsWith(one.name) && !compared.has(`${column} ${one.sql}`),
        )
        return values.map(({ sql }) => {
          const val = expression(sql)
          const target: Node = { ResTarget: { name: column, val } }
          return changeField(path, 'targetList', [...targets, target], [`SET ${column} = `, val], targets[0])
        })
      })
  },
}

/** `tenant_id $1` for `d.tenant_id = $1`: to set the column to that value changes nothing. */
function comparedWith(statement: Node): Set<string> {
  const pairs = nodesIn(statement).flatMap(node => {
    const { lexpr, rexpr } = as(node, 'A_Expr') ?? {}
    const column = columnParts(lexpr)?.at(-1)
    return column === undefined || rexpr === undefined ? [] : [`${column} ${writeSql(rexpr)}`]
  })
  return new Set(pairs)
}
