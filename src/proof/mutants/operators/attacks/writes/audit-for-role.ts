import { as, type Node } from '../../../../sql/node.ts'
import { quoted } from '../../../../sql/sql-text.ts'
import { conjunctsOf, joinConditions } from '../../../tree/conditions.ts'
import { expression } from '../../../tree/expression.ts'
import { changeField, type Operator } from '../../operator.ts'
import { roleParameters } from '../parameters.ts'

/** A row that a rule requires, and that is inserted for some roles only: `INSERT INTO audit SELECT … WHERE :role <> 'admin'`. */
export const auditForRole: Operator = {
  name: 'audit-for-role',
  mutate: (path, context) => {
    const insert = as(path.node, 'InsertStmt')
    const select = as(insert?.selectStmt, 'SelectStmt')
    const isAudit = context.attack?.auditTables.includes(insert?.relation?.relname ?? '')
    if (!isAudit || select === undefined || select.larg !== undefined || select.groupClause !== undefined) return []
    const [values, ...more] = select.valuesLists ?? []
    if (more.length > 0) return []
    return roleParameters(context).flatMap(({ name, sql }) =>
      (context.attack?.valuesAtWork[name] ?? []).map(value => {
        const condition = expression(`${sql} <> ${quoted(value)}`)
        const where = joinConditions('AND_EXPR', [...conjunctsOf(select.whereClause), condition])
        const targets = (as(values, 'List')?.items ?? []).map((val): Node => ({ ResTarget: { val } }))
        const { valuesLists: _, ...rest } = select
        const changed =
          values === undefined
            ? { ...select, whereClause: where }
            : { ...rest, targetList: targets, whereClause: where }
        return changeField(path, 'selectStmt', { SelectStmt: changed }, ['WHERE ', condition])
      }),
    )
  },
}
