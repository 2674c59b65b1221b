import type { AttackKnowledge, KnownParameter } from '../../mutants/attack-knowledge.ts'
import type { Condition, ParameterPlan, ProofPlan, QueryPlan, RulePlan, Value } from '../../plan/plan.ts'
import { as } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { type SchemaNames, typeText } from '../../sql/read-schema.ts'

/** What attacks on the good cases of a query need to know. */
export function attackKnowledge(
  plan: ProofPlan,
  query: QueryPlan,
  { types, checked, required }: SchemaNames,
): AttackKnowledge {
  const { rules } = plan
  const ids = rules.filter(({ maxRows }) => maxRows !== undefined)
  return {
    trusted: Object.entries(plan.context).map(([name, type]) => trustedParameter(name, type, plan)),
    client: query.parameters.map(parameter => clientParameter(parameter, query, types)),
    valuesAtWork: valuesAtWork(plan, query),
    types,
    checked,
    required,
    hiddenColumns: hiddenColumns(rules),
    guardedTables: [...new Set(rules.flatMap(({ rows }) => Object.keys(rows)))].filter(table => table !== '*'),
    ruleWords: new Set(rules.flatMap(rule => conditionsOf(rule)).flatMap(({ sql }) => sql.match(/\w+/g) ?? [])),
    ruledChanges: ruledChanges(rules, types),
    auditTables: [...new Set(rules.flatMap(({ requires }) => requires.map(({ inserts }) => inserts)))],
    isLimited: query.maxRows !== null && ids.length > 0,
    harmless: query.equivalent
      .flatMap(({ mutant }) => /^drop-conjunct: (.*)$/is.exec(mutant)?.[1] ?? [])
      .map(normalText),
  }
}

function trustedParameter(name: string, type: string, { actors }: ProofPlan): KnownParameter {
  const all = Object.values(actors).map(values => values[name] ?? null)
  return {
    name,
    type: parsedType(type),
    values: withoutNull(all),
    mayBeNull: all.includes(null),
    isLimit: false,
    namesRow: false,
  }
}

function clientParameter(parameter: ParameterPlan, { works }: QueryPlan, types: SchemaNames['types']): KnownParameter {
  const { name, type, columns, values, isLimit, isList } = parameter
  const sent = works.map(({ parameters }) => parameters[name] ?? null)
  const [table = '', column = ''] = columns[0]?.split('.') ?? []
  const own = type === undefined ? (types[table]?.[column] ?? 'text') : parsedType(type)
  return {
    name,
    type: isList && !own.endsWith('[]') ? `${own}[]` : own,
    values: withoutNull([...values, ...sent]),
    mayBeNull: sent.includes(null),
    isLimit,
    namesRow: columns.length > 0 || own === 'uuid' || /(?:^|_)id$/.test(name),
  }
}

function withoutNull(values: Value[]): string[] {
  return [...new Set(values.filter(value => value !== null))]
}

/** The name of a type as the parser has it: `int4` of `integer`. */
function parsedType(type: string): string {
  const [target] = as(tryParse(`SELECT NULL::${type}`)?.[0], 'SelectStmt')?.targetList ?? []
  return typeText(as(as(target, 'ResTarget')?.val, 'TypeCast')?.typeName)
}

/** The values of the actors who do something in `works`. */
function valuesAtWork({ context, actors }: ProofPlan, { works }: QueryPlan): Record<string, string[]> {
  const atWork = works.filter(({ gives, changes }) => !isNothing(gives) || Object.keys(changes).length > 0)
  const callers = [...new Set(atWork.map(({ as: actor }) => actor))]
  return Object.fromEntries(
    Object.keys(context).map(name => [name, withoutNull(callers.map(actor => actors[actor]?.[name] ?? null))]),
  )
}

function isNothing(gives: Value[] | Condition | undefined): boolean {
  return Array.isArray(gives) && gives.length === 0
}

function hiddenColumns(rules: RulePlan[]): Record<string, string[]> {
  const names = rules.flatMap(({ columns }) => Object.keys(columns)).map(name => name.split('.'))
  return Object.fromEntries(
    [...Map.groupBy(names, ([table = '']) => table)].map(([table, own]) => [
      table,
      own.map(([, column = '']) => column),
    ]),
  )
}

function conditionsOf({ rows }: RulePlan): Condition[] {
  return Object.values(rows).flatMap(({ condition }) => condition ?? [])
}

/** By table, the columns that a rule names as `new.column`. */
function ruledChanges(rules: RulePlan[], types: SchemaNames['types']): Record<string, string[]> {
  const named = new Map<string, Set<string>>()
  for (const [table, conditions] of rules.flatMap(({ changes }) => Object.entries(changes))) {
    const texts = Object.values(conditions).map(({ sql }) => sql)
    const columns = texts.flatMap(sql => [...sql.matchAll(/\bnew\.(\w+)/gi)].map(match => match[1] ?? ''))
    const known = columns.filter(column => column in (types[table] ?? {}) && column !== 'id')
    named.set(table, new Set([...(named.get(table) ?? []), ...known]))
  }
  return Object.fromEntries([...named].map(([table, columns]) => [table, [...columns]]))
}

function normalText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
