import { columnParts, nodesIn } from '../../../../sql/node.ts'
import { identifier } from '../../../../sql/sql-text.ts'
import type { Operator } from '../../operator.ts'
import { loosen, namesCaller } from '../guards.ts'
import { tablesOf } from '../tables.ts'

/** A guard that one row need not pass: `guard OR t.id = (SELECT max(o.id) FROM t o)`. */
export const loosenForOneRow: Operator = {
  name: 'loosen-for-one-row',
  mutate: (path, context) =>
    loosen(path, context, ({ statement, condition }) =>
      (namesCaller(condition, context) ? tablesOf(statement.node, context) : [])
        .filter(({ alias }) => nodesIn(condition).some(node => columnParts(node)?.[0] === alias))
        .filter(({ table }) => isOrdered(context.attack?.types[table]?.id))
        .flatMap(({ alias, table }) =>
          ['min', 'max'].map(
            extreme => `${identifier(alias)}.id = (SELECT ${extreme}(o.id) FROM ${identifier(table)} o)`,
          ),
        ),
    ),
}

/** Whether PostgreSQL has min() and max() of the type: it has none of a uuid. */
function isOrdered(type: string | undefined): boolean {
  return type !== undefined && type !== 'uuid'
}
