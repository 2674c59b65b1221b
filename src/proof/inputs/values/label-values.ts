// Words that the schema lists for a column of the parameter's type or name: a parameter `status` may be any status that
// a ticket can have, though no row of the seed has it.

import { typeOf } from '../../database/parameter-types.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { ParameterPlan, QueryPlan } from '../../plan/plan.ts'
import { type ColumnLabels, readLabels } from '../../postgres/labels.ts'
import { validValues } from './valid-values.ts'

export interface LabelValues {
  values: string[]
  /** What lists them: `ticket_status`, or `a CHECK of tickets.status`. */
  source: string
}

/** The labels for each parameter that has some, by its name. */
export async function labelValues(database: TestDatabase, query: QueryPlan): Promise<Map<string, LabelValues>> {
  const all = await readLabels(database.session)
  const found = new Map<string, LabelValues>()
  for (const parameter of query.parameters) {
    const type = typeOf(database, query, parameter.name)
    const fitting = all.filter(labels => isFor(labels, parameter, type))
    const isList = type.endsWith('[]')
    const texts = fitting.flatMap(({ labels }) => labels).map(label => (isList ? `{${JSON.stringify(label)}}` : label))
    const values = await validValues(database, type, type === 'boolean' ? ['true', 'false'] : texts)
    if (values.length > 0) found.set(parameter.name, { values, source: fitting[0]?.source ?? type })
  }
  return found
}

/** Whether a column of these labels has the parameter's type or name; `new_status` and `statuses` are for `status`. */
function isFor({ column, source }: ColumnLabels, { name, columns }: ParameterPlan, type: string): boolean {
  if (source === type || source === type.replace(/\[\]$/, '')) return true
  if (columns.some(one => one.endsWith(`.${column}`))) return true
  return name === column || name.endsWith(`_${column}`) || [`${column}s`, `${column}es`].includes(name)
}
