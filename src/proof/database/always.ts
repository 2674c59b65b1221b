// Conditions that must always hold. They speak of the tables as they are, of `before.<table>` as it was before the first
// call, and of the relation `log`: all changes of the calls so far, with who made them.

import type { Condition, ProofPlan, RulePlan, Value } from '../plan/plan.ts'
import { tokensOf } from '../sql/bind-parameters.ts'
import { type Replacement, replaceBytes } from '../sql/replace-bytes.ts'
import { identifier, quoted } from '../sql/sql-text.ts'
import { actorsSql, bindActorColumns } from './hidden-rows.ts'
import { EARLIER_TABLE, LOG_TABLE, START_SCHEMA } from './private-names.ts'
import type { TestDatabase } from './test-database.ts'

/** The SQL of whether the condition holds, with `:name`s. One that is NULL does not hold. */
export function alwaysSql(database: TestDatabase, { sql }: Condition): string {
  const condition = database.hasStart ? withStart(sql) : sql
  return `coalesce((with log as (${logSql(database)}) select (${condition}\n)), false)`
}

/** The changes of the earlier calls, and of the one that was just made. */
function logSql(database: TestDatabase): string {
  return `select call, tbl as table_name, op as operation, old, new, context from ${EARLIER_TABLE}
    union all select (select coalesce(max(call), 0) + 1 from ${EARLIER_TABLE}), tbl, op, old, new, ${contextSql(database)} from ${LOG_TABLE}`
}

/** What the server knows of the caller, as JSON of texts. */
function contextSql({ plan }: TestDatabase): string {
  const values = Object.keys(plan.context).map(name => `${quoted(name)}, (:${name})::text`)
  return `jsonb_build_object(${values.join(', ')})`
}

/** The SQL that notes the changes of a call as those of an earlier one, whose caller had this context. */
export function noteCallSql(database: TestDatabase, call: number, context: Record<string, Value>): string {
  const sql = `insert into ${EARLIER_TABLE} (call, tbl, op, old, new, context)
    select ${call}, tbl, op, old, new, ${contextSql(database)} from ${LOG_TABLE} order by seq;
    delete from ${LOG_TABLE}`
  return database.bind(sql, context)
}

/** A rule whose condition does not hold before any call. */
export interface BrokenAtStart {
  rule: RulePlan
  condition: Condition
  /** The first actor of whom it does not hold. */
  actor: string
}

/** What must always hold, and does not hold of the rows as they are. */
export async function brokenAtStart(database: TestDatabase): Promise<BrokenAtStart[]> {
  const { actors, rules } = database.plan
  const broken: BrokenAtStart[] = []
  for (const rule of rules) {
    if (!rule.always) continue
    const holds = bindActorColumns(database)(alwaysSql(database, rule.always), {})
    const sql = `select proof_nth from ${actorsSql(database, actors)} where not ${holds} order by 1 limit 1`
    const nth = (await database.ask(sql, rule.always))[0]?.[0]
    const actor = Object.keys(actors)[Number(nth ?? -1)]
    if (actor !== undefined) broken.push({ rule, condition: rule.always, actor })
  }
  return broken
}

/** The plan without conditions that do not hold of the rows of a varied seed. */
export async function planForSeed(database: TestDatabase): Promise<ProofPlan> {
  const broken = (await brokenAtStart(database)).map(({ rule }) => rule)
  const rules = database.plan.rules.map(rule => (broken.includes(rule) ? withoutAlways(rule) : rule))
  return { ...database.plan, rules }
}

function withoutAlways({ always: _, ...rule }: RulePlan): RulePlan {
  return rule
}

/** The SQL that keeps all rows as they are, where conditions ask what was before the first call of a sequence. */
export function keepStartSql({ tables, plan }: Pick<TestDatabase, 'tables' | 'plan'>): string {
  if (!plan.rules.some(({ always }) => always && placesOfBefore(always.sql).length > 0)) return ''
  const copies = [...tables.keys()]
    .map(identifier)
    .map(name => `create unlogged table ${START_SCHEMA}.${name} as table public.${name}`)
  return [`create schema ${START_SCHEMA}`, ...copies].join(';\n')
}

/** The condition with `before.<table>` as the table before the first call: after a sequence, `before` has later rows. */
function withStart(sql: string): string {
  return replaceBytes(sql, placesOfBefore(sql))
}

/** The places that name the schema `before`. */
function placesOfBefore(sql: string): Replacement[] {
  const tokens = tokensOf(sql)
  return tokens.flatMap(({ text, start, end }, at) => {
    const isSchema = /^"?before"?$/i.test(text) && tokens[at + 1]?.text === '.' && tokens[at - 1]?.text !== '.'
    return isSchema ? [{ start, end, text: START_SCHEMA }] : []
  })
}
