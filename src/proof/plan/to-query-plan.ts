// From one query in proof.yaml, in its right form, to the plan that the engine reads.

import { DEFAULT_SEQUENCES, type EquivalentMutant, type ProofPlan, type QueryPlan, type WorkingCall } from './plan.ts'
import { readParameter } from './read-parameter.ts'
import type { OperationFile, QueryFile } from './schema/query-schema.ts'
import type { WrittenValue } from './schema/schema-parts.ts'
import { itemsOf, lineOf, lineOfKey, Scalar, type Tree } from './schema/yaml-tree.ts'
import { mapValues, optional, toCondition, toText, toValue, toValues } from './to-value.ts'

type CallFile = Exclude<OperationFile['works'], unknown[]>
type EquivalentFile = Exclude<QueryFile['equivalent'], undefined | unknown[]>

/** The plan of a query, or a plan for each of its operations. */
export function toQueryPlans(name: string, line: number, query: QueryFile, context: ProofPlan['context']): QueryPlan[] {
  const { operations } = query
  if (!operations) return [toQueryPlan(name, line, query, context)]
  return Object.entries(operations).map(([own, operation]) => ({
    ...toQueryPlan(`${name}/${own}`, lineOfKey(operations, own), operation, context),
    equivalent: toEquivalents(query),
    operation: {
      of: name,
      sql: toCondition(operation.sql),
      sequences: Number(query.sequences?.text ?? DEFAULT_SEQUENCES),
    },
  }))
}

function toQueryPlan(
  name: string,
  line: number,
  query: QueryFile | OperationFile,
  context: ProofPlan['context'],
): QueryPlan {
  const parameters = query.parameters ?? {}
  const works = itemsOf(query.works)
  return {
    name,
    line,
    parameters: Object.entries(parameters)
      .filter(([parameter]) => !Object.hasOwn(context, parameter))
      .map(([parameter, written]) => {
        const read = readParameter(parameter, lineOfKey(parameters, parameter), written as Tree)
        const isListed = works.some(call => Array.isArray(call.with?.[parameter]))
        return isListed && read.columns.length > 0 ? { ...read, isList: true } : read
      }),
    order: Object.keys(parameters),
    works: works.map(toWorkingCall),
    key: query.key ? toText(query.key) : 'id',
    isAggregate: query.aggregate?.value === true,
    // A list says whose job it is and no more: all others attack, but no rule is named that they would break.
    callers: Array.isArray(query.callers) ? {} : mapValues(query.callers ?? {}, roles => itemsOf(roles).map(toText)),
    equivalent: toEquivalents(query),
    ...optional('maxRows', query.max_rows, limit => (limit.text === 'none' ? null : Number(limit.text))),
    ...optional('once', query.once, toText),
    ...('call' in query ? optional('call', query.call, toText) : {}),
  }
}

function toWorkingCall(call: CallFile): WorkingCall {
  return {
    line: lineOf(call),
    as: toText(call.as),
    parameters: toValues(call.with),
    changes: mapValues(call.changes ?? {}, rows => (Array.isArray(rows) ? rows.map(toValue) : Number(rows.text))),
    ...optional('gives', call.gives, toGiven),
    ...optional('seed', call.seed, toText),
    ...(call.changes ? {} : { [call.gives ? 'namesOnlyGives' : 'namesNeither']: true }),
  }
}

/** A query that finds the keys, or the keys themselves. */
function toGiven(gives: WrittenValue): NonNullable<WorkingCall['gives']> {
  if (gives instanceof Scalar && /^\s*(select|with|values)\b/i.test(gives.text ?? '')) return toCondition(gives)
  return itemsOf<WrittenValue>(gives).map(toValue)
}

function toEquivalents(query: QueryFile | OperationFile): EquivalentMutant[] {
  return 'equivalent' in query ? itemsOf(query.equivalent).map(toEquivalent) : []
}

function toEquivalent(one: EquivalentFile): EquivalentMutant {
  return {
    mutant: toText(one.mutant),
    reason: toText(one.reason),
    line: lineOf(one),
    ...optional('casePath', one.case, toText),
  }
}
