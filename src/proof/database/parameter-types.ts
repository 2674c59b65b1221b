// The SQL types of parameters: given in proof.yaml, or taken from the columns and enums that the values come from.

import type { ParameterPlan, ProofPlan, QueryPlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import type { Table } from '../postgres/catalog.ts'
import type { Session } from '../postgres/session.ts'

/** What the type of a parameter is looked up in. */
export interface KnownTypes {
  plan: ProofPlan
  tables: Map<string, Table>
  /** The types of all parameters of all queries, by name. */
  types: Record<string, string>
}

/** The type of a parameter of this query. In another query, a parameter of the same name may have another type. */
export function typeOf({ plan, tables, types }: KnownTypes, query: QueryPlan, name: string): string {
  const parameter = query.parameters.find(one => one.name === name)
  return (parameter && ownType(tables, parameter)) ?? plan.context[name] ?? types[name] ?? 'text'
}

function ownType(tables: Map<string, Table>, { type, columns, isList, line }: ParameterPlan): string | undefined {
  const [source] = columns
  if (type !== undefined || source === undefined) return type
  const found = columnOf(tables, source, line).type
  return isList && !found.endsWith('[]') ? `${found}[]` : found
}

/**
 * The plan with a type for each parameter that has a list of words and no type: the only enum that has all these words,
 * or else `text`.
 */
export async function withEnums(session: Session, plan: ProofPlan): Promise<ProofPlan> {
  const [found] = await session.run(`select format_type(t.oid, null), to_json(array_agg(e.enumlabel))
    from pg_type t join pg_enum e on e.enumtypid = t.oid group by t.oid`)
  const enums = (found?.rows ?? []).map(([type, labels]) => ({
    type,
    labels: new Set<Value>(JSON.parse(labels ?? '[]')),
  }))
  const typed = (parameter: ParameterPlan): ParameterPlan => {
    const given = parameter.values.filter(value => value !== null)
    if (parameter.type !== undefined || parameter.columns.length > 0 || given.length === 0) return parameter
    const fitting = enums.filter(({ labels }) => given.every(value => labels.has(value)))
    return { ...parameter, type: (fitting.length === 1 ? fitting[0]?.type : undefined) ?? 'text' }
  }
  return {
    ...plan,
    queries: plan.queries.map(query => ({ ...query, parameters: query.parameters.map(typed) })),
  }
}

/** The types of all parameters of all queries, by name. @throws {PlanError} when a column does not exist. */
export function parameterTypes(plan: ProofPlan, tables: Map<string, Table>): Record<string, string> {
  const types = { ...plan.context }
  for (const query of plan.queries) {
    for (const parameter of query.parameters) {
      for (const source of parameter.columns) columnOf(tables, source, parameter.line)
      types[parameter.name] = ownType(tables, parameter) ?? 'text'
    }
  }
  return types
}

/** The column that `table.column` names. @throws {PlanError} when there is no such column. */
export function columnOf(tables: Map<string, Table>, source: string, line: number): { table: Table; type: string } {
  const [tableName = '', name = ''] = source.split('.')
  const table = tableOf(tables, tableName, line)
  const column = table.columns.find(one => one.name === name)
  if (!column) {
    const known = table.columns.map(one => one.name).join(', ')
    throw new PlanError(`${tableName} has no column "${name}"; its columns are ${known}.`, line)
  }
  return { table, type: column.type }
}

/** The table of this name. @throws {PlanError} when there is no such table. */
export function tableOf(tables: Map<string, Table>, name: string, line: number): Table {
  const table = tables.get(name)
  if (table) return table
  throw new PlanError(`the schema has no table "${name}"; its tables are ${[...tables.keys()].join(', ')}.`, line)
}
