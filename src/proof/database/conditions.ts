// Runs the conditions of proof.yaml. An error of PostgreSQL in a condition names the condition and its line.

import type { Condition, ProofPlan, QueryPlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import type { Table } from '../postgres/catalog.ts'
import { DatabaseError, type Session } from '../postgres/session.ts'
import { bindParameters, strayParameter } from '../sql/bind-parameters.ts'
import { literal } from '../sql/sql-text.ts'
import { typeOf } from './parameter-types.ts'
import { CONDITION_START } from './private-names.ts'

/** The condition to name when PostgreSQL refuses a query that was made from it. */
export interface NamedCondition extends Condition {
  /** The table whose rows the condition is about, where it is about one. */
  table?: string
}

/** A query that was made from a condition. */
export interface ConditionQuery {
  sql: string
  about: NamedCondition
  /** The query is run only once: it is not worth a prepared statement. */
  isRunOnce?: boolean
}

/**
 * A condition fails on the values that a call wrote: a number is too large for the condition, for example. That says
 * nothing about proof.yaml.
 */
export class ConditionFailure extends Error {
  override name = 'ConditionFailure'
  readonly condition: NamedCondition

  constructor(condition: NamedCondition, message: string) {
    super(message)
    this.condition = condition
  }
}

/** The SQLSTATEs of mistakes in the condition itself. */
const MISTAKE = /^42/
/** The SQLSTATE of a column that does not exist. */
const UNDEFINED_COLUMN = '42703'

export type Rows = (string | null)[][]

export interface Conditions {
  /** The condition with values in place of `:name`s; a parameter without a value is NULL. */
  bind(condition: Condition | string, values: Record<string, Value>): string
  /** The rows of one query, made from the condition `about`. @throws {PlanError} with the condition's line. */
  ask(sql: string, about: NamedCondition): Promise<Rows>
  /**
   * The rows of many queries, in one trip. Their SQL has `:name`s; it is prepared once and run with many values.
   * @throws {PlanError} for a mistake in a condition, {ConditionFailure} where a condition fails on values of a call.
   */
  askAll(queries: ConditionQuery[], query: QueryPlan, values: Record<string, Value>): Promise<Rows[]>
  /** The statements that `askAll` runs, for code that runs them together with other statements. */
  statementsFor(queries: ConditionQuery[], query: QueryPlan, values: Record<string, Value>): Promise<string[]>
}

/** `start` is how the names of the prepared statements begin, where they are prepared again inside of a migration. */
export function createConditions(
  session: Session,
  plan: ProofPlan,
  tables: Map<string, Table>,
  types: Record<string, string>,
  start = CONDITION_START,
): Conditions {
  const prepared = new Map<string, { statement: string; names: string[] }>()
  const typeIn = (query: QueryPlan, name: string) => typeOf({ plan, tables, types }, query, name)

  const bind: Conditions['bind'] = (condition, values) =>
    bindParameters(typeof condition === 'string' ? condition : condition.sql, name => {
      const type = types[name]
      return type === undefined ? undefined : literal(values[name] ?? null, type)
    })

  /** For a column that does not exist: those that the table has. */
  const columnHint = ({ sqlState }: DatabaseError, name = '') => {
    const table = sqlState === UNDEFINED_COLUMN ? tables.get(name) : undefined
    return table ? `; the columns of ${name} are ${table.columns.map(column => column.name).join(', ')}` : ''
  }

  const ask: Conditions['ask'] = async (sql, about) => {
    try {
      const results = await session.run(sql)
      return results.at(-1)?.rows ?? []
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      const stray = strayParameter(about.sql, name => name in types)
      const why = stray
        ? `:${stray} is neither in "context" nor a parameter of any query`
        : `${error.message}${columnHint(error, about.table)}`
      throw new PlanError(`"${about.sql.slice(0, 120)}": ${why}.`, about.line)
    }
  }

  async function prepare(query: QueryPlan, { sql, about }: ConditionQuery) {
    // In another query, a parameter of the same name may have another type.
    const key = `${query.name} ${sql}`
    const known = prepared.get(key)
    if (known) return known
    const names: string[] = []
    const text = bindParameters(sql, name => {
      if (types[name] === undefined) return undefined
      if (!names.includes(name)) names.push(name)
      return `$${names.indexOf(name) + 1}`
    })
    const made = { statement: `${start}${prepared.size}`, names }
    const list = names.map(name => typeIn(query, name)).join(', ')
    await ask(`prepare ${made.statement}${list === '' ? '' : `(${list})`} as ${text}`, about)
    prepared.set(key, made)
    return made
  }

  const statementsFor: Conditions['statementsFor'] = async (queries, query, values) => {
    const statements: string[] = []
    for (const one of queries) {
      if (one.isRunOnce) {
        statements.push(bind(one.sql, values))
        continue
      }
      const { statement, names } = await prepare(query, one)
      const list = names.map(name => literal(values[name] ?? null, typeIn(query, name)))
      statements.push(`execute ${statement}${list.length === 0 ? '' : `(${list.join(', ')})`}`)
    }
    return statements
  }

  /** @throws {ConditionFailure} where the query fails. */
  async function tryOn(sql: string, about: NamedCondition): Promise<void> {
    try {
      await session.run(sql)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      throw new ConditionFailure(about, `${error.message} (${error.sqlState})`)
    }
  }

  const askAll: Conditions['askAll'] = async (queries, query, values) => {
    const statements = await statementsFor(queries, query, values)
    if (statements.length === 0) return []
    try {
      const results = await session.run(['savepoint conditions', ...statements].join(';\n'))
      return results.slice(1).map(({ rows }) => rows)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      // The queries are asked one by one, so that the error names the condition that fails.
      await session.run('rollback to savepoint conditions')
      for (const [index, { about }] of queries.entries()) {
        if (MISTAKE.test(error.sqlState)) await ask(statements[index] ?? '', about)
        else await tryOn(statements[index] ?? '', about)
      }
      throw error
    }
  }

  return { bind, ask, askAll, statementsFor }
}
