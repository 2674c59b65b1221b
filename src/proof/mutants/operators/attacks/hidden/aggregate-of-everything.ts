import { as, columnParts } from '../../../../sql/node.ts'
import { identifier } from '../../../../sql/sql-text.ts'
import { expression } from '../../../tree/expression.ts'
import type { Mutation, Operator, OperatorContext } from '../../operator.ts'
import { addColumn } from '../output.ts'
import { isNumeric, isText } from '../parameters.ts'
import { columnsOf, tablesOf } from '../tables.ts'

/** A figure over all rows, the hidden ones too: `(SELECT count(*) FROM t)`, or max(), as a column of the result. */
export const aggregateOfEverything: Operator = {
  name: 'aggregate-of-everything',
  mutate: (path, context) => {
    const tables = tablesOf(path.node, context)
      .map(({ table }) => table)
      .filter(table => context.attack?.guardedTables.includes(table))
    const added = tables.flatMap(table =>
      aggregatesOf(table, context).flatMap(sql => addColumn(path, context, sql, 'total')),
    )
    if (!context.isInFunction || path.parent !== undefined) return added
    // The columns of a function are fixed: a figure takes the place of a number or a text.
    const own = columnsOf(path.node, context)
    const targets = as(path.node, 'SelectStmt')?.targetList ?? []
    return targets.flatMap((target, nth): Mutation[] => {
      const val = as(target, 'ResTarget')?.val
      const [alias, column] = columnParts(val) ?? []
      const known = own.find(one => one.alias === alias && one.column === column)
      if (val === undefined || known === undefined || column === 'id' || !tables.includes(known.table)) return []
      const { table, type } = known
      if (!isNumeric(type) && !isText(type)) return []
      const value = expression(`(SELECT max(o.${identifier(known.column)}) FROM ${identifier(table)} o)`)
      const keys = [...path.bodyKeys, 'targetList', nth, 'ResTarget', 'val']
      return [{ what: [val, ' → ', value], edits: [{ keys, value }], at: val }]
    })
  },
}

function aggregatesOf(table: string, { attack }: OperatorContext): string[] {
  const columns = Object.entries(attack?.types[table] ?? {})
  const some = columns.find(([column, type]) => column !== 'id' && (isNumeric(type) || isText(type)))?.[0]
  const from = `FROM ${identifier(table)}`
  return [
    `(SELECT count(*) ${from})`,
    ...(some === undefined
      ? []
      : [`(SELECT count(DISTINCT ${identifier(some)}) ${from})`, `(SELECT max(${identifier(some)}) ${from})`]),
  ]
}
