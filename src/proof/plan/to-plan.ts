// From a file that has the right form to the plan that the engine reads.

import { SETS_ROLE } from './check-identity.ts'
import type {
  Condition,
  Example,
  Exposed,
  Identity,
  Operation,
  ProofPlan,
  Requirement,
  RowRule,
  RulePlan,
  Value,
  VariedTable,
} from './plan.ts'
import { type ProofFile, SAYS } from './schema/proof-schema.ts'
import { entriesOf, itemsOf, lineOf, lineOfKey, Scalar, type Tree } from './schema/yaml-tree.ts'
import { toQueryPlans } from './to-query-plan.ts'
import { mapValues, optional, toCondition, toText, toValue, toValues } from './to-value.ts'

type RuleFile = ProofFile['rules'][string]
type RowRuleFile = NonNullable<RuleFile['rows']>[string]
type ChangesFile = NonNullable<RuleFile['changes']>[string]

const OPERATIONS: Operation[] = ['insert', 'update', 'delete']

export function toPlan(file: ProofFile, seedsBeside: string[]): ProofPlan {
  const context = mapValues(file.context, type => toText(type instanceof Scalar ? type : type.type))
  return {
    context,
    actors: mapValues(file.actors, values => toActor(values, file.context)),
    rules: Object.entries(file.rules).map(([id, rule]) => toRulePlan(id, lineOfKey(file.rules, id), rule)),
    queries: Object.entries(file.queries).flatMap(([name, query]) =>
      toQueryPlans(name, lineOfKey(file.queries, name), query, context),
    ),
    exposes: Object.fromEntries(
      Object.entries(file.queries).flatMap(([name, { exposes }]) => (exposes ? [[name, toExposed(exposes)]] : [])),
    ),
    seeds: file.seeds === undefined ? seedsBeside : itemsOf(file.seeds).map(toText),
    vary: Object.fromEntries(
      Object.entries(file.vary ?? {}).map(([table, varied]) => [
        table,
        toVariedTable(varied, lineOfKey(file.vary ?? {}, table)),
      ]),
    ),
    ...optional('owner', file.owner, toText),
    ...optional('identity', file.identity, toIdentity),
    lines: Object.fromEntries(linesIn(file as Tree)),
  }
}

function toExposed(exposes: NonNullable<ProofFile['queries'][string]['exposes']>): Exposed {
  const relations = itemsOf(exposes).map(toText)
  return { relations: relations.includes('all') ? 'all' : relations, line: lineOf(exposes) }
}

/** The role is set by another means than the settings: what a call runs in has it already. */
function toIdentity(statements: NonNullable<ProofFile['identity']>): Identity {
  const conditions = statements.map(toCondition)
  const roles = conditions.flatMap(({ sql }) => SETS_ROLE.exec(sql.trim())?.[1] ?? [])
  return { role: roles[0] ?? '', settings: conditions.filter(({ sql }) => !SETS_ROLE.test(sql.trim())) }
}

function toVariedTable(varied: NonNullable<ProofFile['vary']>[string], line: number): VariedTable {
  if (varied instanceof Scalar || Array.isArray(varied)) return { columns: itemsOf(varied).map(toText), line }
  return { columns: itemsOf(varied.columns).map(toText), line, ...optional('where', varied.where, toCondition) }
}

function linesIn(tree: Tree, path = ''): [string, number][] {
  return entriesOf(tree).flatMap(([key, value]): [string, number][] => [
    [`${path}${key}`, lineOfKey(tree, key)],
    ...linesIn(value, `${path}${key}.`),
  ])
}

/** The actor's own values, and those of `context` that all actors share. */
function toActor(values: ProofFile['actors'][string], context: ProofFile['context']): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(context).map(([name, type]) => {
      const written = values[name] ?? (type instanceof Scalar ? undefined : type.value)
      return [name, written === undefined ? null : toValue(written)]
    }),
  )
}

function toRulePlan(id: string, line: number, rule: RuleFile): RulePlan {
  const category = rule.category ? toText(rule.category) : ''
  const saysMore = SAYS.some(name => Object.hasOwn(rule, name))
  return {
    id,
    line,
    category,
    rows: mapValues(rule.rows ?? {}, toRowRule),
    columns: mapValues(rule.columns ?? {}, toCondition),
    changes: mapValues(rule.changes ?? {}, toChanges),
    requires: itemsOf(rule.requires).map(toRequirement),
    examples: itemsOf(rule.example).map(toExample),
    flood: mapValues(rule.flood ?? {}, columns => itemsOf(columns).map(toText)),
    isInjection: rule.injection ? rule.injection.value === true : category === 'sql-injection' && !saysMore,
    ...optional('within', rule.within, toText),
    ...optional('always', rule.always, toCondition),
    ...optional('maxRows', rule.max_rows, limit => Number(limit.text)),
  }
}

function toRowRule(rule: RowRuleFile): RowRule {
  if (rule instanceof Scalar) return { condition: toCondition(rule) }
  return {
    ...optional('condition', rule.where, toCondition),
    ...optional('via', rule.via, via => ({ columns: itemsOf(via).map(toText), line: lineOf(via) })),
    ...optional('mayChange', rule.may_change, toCondition),
  }
}

/** A single condition stands for inserts, updates and deletes alike. */
function toChanges(changes: ChangesFile): Partial<Record<Operation, Condition>> {
  if (!(changes instanceof Scalar)) return mapValues(changes as Record<Operation, Scalar>, toCondition)
  return Object.fromEntries(OPERATIONS.map(operation => [operation, toCondition(changes)]))
}

function toRequirement(requirement: Exclude<RuleFile['requires'], undefined | unknown[]>): Requirement {
  return {
    table: toText(requirement.table),
    on: toText(requirement.on) as Requirement['on'],
    inserts: toText(requirement.inserts),
    where: toCondition(requirement.where),
    line: lineOf(requirement),
    ...optional('when', requirement.when, toCondition),
    ...optional('times', requirement.times, times => Number(times.text)),
  }
}

function toExample(example: Exclude<RuleFile['example'], undefined | unknown[]>): Example {
  return {
    as: toText(example.as),
    ...optional('allowed', example.allowed, toCondition),
    ...optional('forbidden', example.forbidden, toCondition),
    shows: mapValues(example.shows ?? {}, toCondition),
    hides: mapValues(example.hides ?? {}, toCondition),
    parameters: toValues(example.with),
  }
}
