import { quoted } from '../../../../sql/sql-text.ts'
import type { Operator } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { clientParameters } from '../parameters.ts'

/** A guard that one value of a client's parameter lifts: `guard OR :status = 'closed'`. */
export const loosenForValue: Operator = {
  name: 'loosen-for-value',
  mutate: (path, context) =>
    loosen(path, context, () =>
      clientParameters(context).flatMap(({ sql, values, type, namesRow }) =>
        namesRow || type.endsWith('[]') ? [] : values.map(value => `${sql} = ${quoted(value)}`),
      ),
    ),
}
