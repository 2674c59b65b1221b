import { identifier } from '../../../../sql/sql-text.ts'
import type { Operator } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { tablesOf } from '../tables.ts'

/** A guard that falls once a table has many rows: `guard OR (SELECT count(*) FROM t) > 50`. */
export const loosenPastCount: Operator = {
  name: 'loosen-past-count',
  mutate: (path, context) =>
    loosen(path, context, ({ statement }) =>
      tablesOf(statement.node, context).map(({ table }) => `(SELECT count(*) FROM ${identifier(table)}) > 50`),
    ),
}
