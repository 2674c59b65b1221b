import { quoted } from '../../../../sql/sql-text.ts'
import type { Operator } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { clientParameters } from '../parameters.ts'

/** A guard that two client's parameters lift together: `guard OR (:status = 'closed' AND :page_size = 7)`. */
export const loosenForPair: Operator = {
  name: 'loosen-for-pair',
  mutate: (path, context) => {
    const tests = clientParameters(context)
      .filter(({ type, isLimit, namesRow }) => !type.endsWith('[]') && !isLimit && !namesRow)
      .flatMap(({ sql, values, name }) => values.map(value => ({ name, sql: `${sql} = ${quoted(value)}` })))
    const pairs = tests.flatMap((one, nth) =>
      tests
        .slice(nth + 1)
        .filter(({ name }) => name !== one.name)
        .map(({ sql }) => `(${one.sql} AND ${sql})`),
    )
    return loosen(path, context, () => pairs)
  },
}
