// Checks what proof.yaml says against the schema before any case is run: the tables, columns, types and values that it
// names must be there. Conditions are checked when they are first run.

import type { ProofPlan, RulePlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import type { Table } from '../postgres/catalog.ts'
import { DatabaseError, type Session } from '../postgres/session.ts'
import { literal, quoted } from '../sql/sql-text.ts'
import { columnOf, type KnownTypes, tableOf, typeOf } from './parameter-types.ts'

type Tables = Map<string, Table>

/** @throws {PlanError} for the first table or column that the schema does not have. */
export function checkNames(plan: ProofPlan, tables: Tables): void {
  for (const rule of plan.rules) checkRule(rule, plan.lines, tables)
  for (const [table, { columns, line }] of Object.entries(plan.vary)) {
    tableOf(tables, table, line)
    for (const column of columns) columnOf(tables, `${table}.${column}`, line)
  }
  for (const { works } of plan.queries)
    for (const { changes, line } of works) for (const table of Object.keys(changes)) tableOf(tables, table, line)
}

function checkRule(rule: RulePlan, lines: ProofPlan['lines'], tables: Tables): void {
  const lineAt = (key: string) => lines[`rules.${rule.id}.${key}`] ?? rule.line
  for (const key of ['rows', 'changes'] as const) {
    const named = Object.keys(rule[key]).filter(table => table !== '*')
    for (const table of named) tableOf(tables, table, lineAt(`${key}.${table}`))
  }
  for (const source of Object.keys(rule.columns)) columnOf(tables, source, lineAt(`columns.${source}`))
  for (const { table, inserts, line } of rule.requires) for (const one of [table, inserts]) tableOf(tables, one, line)
  for (const [table, columns] of Object.entries(rule.flood)) {
    const line = lineAt(`flood.${table}`)
    tableOf(tables, table, line)
    for (const column of columns) columnOf(tables, `${table}.${column}`, line)
  }
}

/** A value of proof.yaml with the type that it must have. */
interface TypedValue {
  /** What has the value, such as `actor ann: user_id`. */
  name: string
  type: string
  value: Value
  line: number
}

/** @throws {PlanError} for the first type that does not exist, or else the first value that its type does not take. */
export async function checkValues(session: Session, known: KnownTypes): Promise<void> {
  const all = [...typesIn(known.plan), ...actorValues(known.plan), ...sentValues(known)]
  // All values in one trip; one by one only where PostgreSQL refuses something.
  if (!(await refusalOf(session, all))) return
  for (const one of all) {
    const refusal = await refusalOf(session, [one])
    if (refusal && isMistake(refusal)) throw new PlanError(await describe(session, one, refusal), one.line)
  }
}

/** The types that the file names, each with NULL for a value. */
function typesIn({ context, queries, lines }: ProofPlan): TypedValue[] {
  const trusted = Object.entries(context).map(([name, type]) => {
    return { name: `context ${name}`, type, value: null, line: lines[`context.${name}`] ?? 1 }
  })
  const sent = queries.flatMap(({ name: query, parameters }) =>
    parameters.flatMap(({ name, type, line }) =>
      type === undefined ? [] : [{ name: `${query}: ${name}`, type, value: null, line }],
    ),
  )
  return [...trusted, ...sent]
}

function actorValues({ context, actors, lines }: ProofPlan): TypedValue[] {
  return Object.entries(actors).flatMap(([actor, values]) =>
    Object.entries(values).map(([name, value]) => {
      const line = lines[`actors.${actor}.${name}`] ?? lines[`context.${name}`] ?? 1
      return { name: `actor ${actor}: ${name}`, type: context[name] ?? 'text', value, line }
    }),
  )
}

function sentValues(known: KnownTypes): TypedValue[] {
  return known.plan.queries.flatMap(query =>
    query.works.flatMap(({ parameters, line }) =>
      Object.entries(parameters).map(([name, value]) => {
        return { name: `${query.name}: ${name}`, type: typeOf(known, query, name), value, line }
      }),
    ),
  )
}

async function refusalOf(session: Session, values: TypedValue[]): Promise<DatabaseError | undefined> {
  const statements = new Set(values.map(({ value, type }) => `select ${literal(value, type)}`))
  try {
    if (statements.size > 0) await session.run([...statements].join(';\n'))
    return undefined
  } catch (error) {
    if (error instanceof DatabaseError) return error
    throw error
  }
}

/**
 * Whether there is no such type (SQLSTATE 42…), or the text is no value of the type (22…). A value that the constraint of
 * a domain refuses is no mistake: a call may try it.
 */
function isMistake({ sqlState }: DatabaseError): boolean {
  return /^(22|42)/.test(sqlState)
}

async function describe(session: Session, one: TypedValue, { sqlState, message }: DatabaseError): Promise<string> {
  if (sqlState.startsWith('42')) return `${one.name}: there is no type ${one.type}.`
  const [found] = await session.run(
    `select string_agg(enumlabel, ', ' order by enumsortorder) from pg_enum where enumtypid = ${quoted(one.type)}::regtype`,
  )
  const labels = found?.rows[0]?.[0]
  return `${one.name}: ${message}${labels ? `; its labels are ${labels}` : ''}.`
}
