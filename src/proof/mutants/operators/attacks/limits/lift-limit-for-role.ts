import { quoted } from '../../../../sql/sql-text.ts'
import type { Operator } from '../../operator.ts'
import { changeLimit } from '../limited.ts'
import { roleParameters } from '../parameters.ts'

/** A limit that one role need not keep: `CASE WHEN :role = 'admin' THEN NULL ELSE limit END`. */
export const liftLimitForRole: Operator = {
  name: 'lift-limit-for-role',
  mutate: (path, context) =>
    changeLimit(path, context, limit =>
      roleParameters(context).flatMap(({ name, sql }) =>
        (context.attack?.valuesAtWork[name] ?? []).map(
          value => `CASE WHEN ${sql} = ${quoted(value)} THEN NULL ELSE ${limit} END`,
        ),
      ),
    ),
}
