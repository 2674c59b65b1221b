import type { Operator } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { trustedParameters } from '../parameters.ts'

/** A guard that callers in another state need not pass: `guard OR :token_id IS NOT NULL`. */
export const loosenForState: Operator = {
  name: 'loosen-for-state',
  mutate: (path, context) =>
    loosen(path, context, () =>
      trustedParameters(context)
        .filter(({ mayBeNull }) => mayBeNull)
        .flatMap(({ sql }) => [`${sql} IS NOT NULL`, `${sql} IS NULL`]),
    ),
}
