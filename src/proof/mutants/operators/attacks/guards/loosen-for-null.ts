import type { Operator } from '../../operator.ts'
import { loosen } from '../guards.ts'
import { clientParameters } from '../parameters.ts'

/** A guard that holds only where the client sends a parameter: `guard OR :status IS NULL`. */
export const loosenForNull: Operator = {
  name: 'loosen-for-null',
  mutate: (path, context) =>
    loosen(path, context, () =>
      clientParameters(context)
        .filter(({ mayBeNull }) => mayBeNull)
        .map(({ sql }) => `${sql} IS NULL`),
    ),
}
