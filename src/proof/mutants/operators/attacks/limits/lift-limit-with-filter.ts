import type { Operator } from '../../operator.ts'
import { changeLimit } from '../limited.ts'
import { clientParameters } from '../parameters.ts'

/** A limit that goes when a filter is given: `CASE WHEN :status IS NOT NULL THEN NULL ELSE limit END`. */
export const liftLimitWithFilter: Operator = {
  name: 'lift-limit-with-filter',
  mutate: (path, context) =>
    changeLimit(path, context, limit =>
      clientParameters(context)
        .filter(({ isLimit }) => !isLimit)
        .map(({ sql }) => `CASE WHEN ${sql} IS NOT NULL THEN NULL ELSE ${limit} END`),
    ),
}
