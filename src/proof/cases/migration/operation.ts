// One operation of a migration as a program: the statement that the application sends, run as the role of its caller.

import { typeOf } from '../../database/parameter-types.ts'
import type { TestDatabase } from '../../database/test-database.ts'
import type { Condition, Identity, QueryPlan } from '../../plan/plan.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { quoted } from '../../sql/sql-text.ts'
import type { CaseToProve } from '../case-to-prove.ts'
import type { Program, ProgramFacts, Refusal, Sequence, Step } from '../kind.ts'
import { digestOf, type ResultDigest } from '../outcome.ts'
import { checkStatement } from '../sql/code/check-statement.ts'
import { computedColumns } from '../sql/code/computed-columns.ts'
import type { Statement } from '../sql/code/statement.ts'
import { toldTexts } from '../sql/code/told-texts.ts'
import { describeResult, type ResultShape } from '../sql/describe-result.ts'
import { callAndAsk, observeCalls } from '../sql/observe-call.ts'
import { type PreparedCase, parameterNames } from '../sql/prepared-case.ts'
import { bindPositions, mayCallWriter } from '../sql/read-statement.ts'
import { runCalls } from '../sql/run-calls.ts'
import { sqlFacts } from '../sql/sql-facts.ts'
import { namesFor, runnerSql, type Wrapped, wrapperSql } from '../sql/wrap-case.ts'
import { whyMigrationUnclear, withoutPermitsOf } from './permits-of-migration.ts'
import type { MigrationStatement } from './read-migration.ts'

/** What the operations of one case share. */
export interface OperationsOfCase {
  database: TestDatabase
  one: CaseToProve
  statements: MigrationStatement[]
  identity: Identity
  /** Another number for each runner of a proof run. */
  nextNumber: () => number
}

/** Makes an operation ready to be called by each role, or says why it cannot be called. */
export async function prepareOperation(
  shared: OperationsOfCase,
  operation: QueryPlan,
  sent: Condition,
): Promise<Program | Refusal> {
  const { database, one, statements, identity } = shared
  const text = bindPositions(database, operation, sent.sql)
  const statement = checkStatement(text)
  if ('refused' in statement) return { refused: `${operation.name}: ${statement.refused}` }
  const readsOnly = statement.readsOnly && !mayCallWriter(database, statement)
  try {
    const result = await describeOperation(shared, operation, text)
    const before = await createIdentity(shared, operation)
    const byRole = new Map<string, PreparedCase>()
    for (const role of rolesOf(database, identity)) {
      const wrapped = {
        ...{ database, query: operation, number: shared.nextNumber(), text, role, hasBytes: result.hasBytes },
        ...{ kind: 'function' as const, returnsRows: statement.returnsRows, wantsKeys: one.label === 'good' },
        before,
      }
      byRole.set(role, await prepareFor(wrapped, { code: one.code, statements, readsOnly }))
    }
    const [prepared] = byRole.values()
    if (!prepared) return { refused: `no actor has a role in ${identity.role}, so nobody calls ${operation.name}` }
    const facts = factsOf({ prepared, statement: { ...statement, readsOnly }, result }, statements)
    const program = toProgram(({ context }) => byRole.get(context[identity.role] ?? ''), facts, statements)
    return { ...program, withoutPermits: () => withoutPermitsOf(database, statements, operation.operation?.of ?? '') }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const { message, sqlState } = error
    return { refused: `${operation.name} cannot be called: ${message} (${sqlState})`, sqlState }
  }
}

/**
 * Creates the function that says who calls, and gives the statement that calls it. The role of a caller may not use
 * `set_config`, so the function has the rights of the user of the session.
 */
export async function createIdentity(
  { database, identity, nextNumber }: OperationsOfCase,
  operation: QueryPlan,
): Promise<string[]> {
  if (identity.settings.length === 0) return []
  const names = parameterNames(database.plan, operation)
  const types = names.map(name => typeOf(database, operation, name))
  const name = `${namesFor(nextNumber()).runner}_identity`
  const selects = identity.settings.map(({ sql }) => `perform * from (${bindPositions(database, operation, sql)}\n) s;`)
  const body = `begin ${selects.join(' ')} end`
  await database.session.run(
    `create function ${name}(${types.join(', ')}) returns void language plpgsql security definer as ${quoted(body)}`,
  )
  return [`select ${name}(${names.map((_, at) => `$${at + 1}`).join(', ')})`]
}

/** The roles that actors of proof.yaml call as. */
export function rolesOf({ plan }: TestDatabase, { role }: Identity): string[] {
  return [...new Set(Object.values(plan.actors).flatMap(context => context[role] ?? []))]
}

async function describeOperation(
  { database, nextNumber }: OperationsOfCase,
  operation: QueryPlan,
  text: string,
): Promise<ResultShape> {
  const types = parameterNames(database.plan, operation).map(name => typeOf(database, operation, name))
  const { one: name } = namesFor(nextNumber())
  return describeResult(database, `prepare ${name}${types.length > 0 ? `(${types.join(', ')})` : ''} as ${text}`, name)
}

interface MigrationCode {
  code: string
  statements: MigrationStatement[]
  readsOnly: boolean
}

export async function prepareFor(wrapped: Wrapped, { statements, readsOnly }: MigrationCode): Promise<PreparedCase> {
  const { database, query, number, text, returnsRows } = wrapped
  await database.session.run(`${wrapperSql(wrapped, readsOnly)};\n${runnerSql(wrapped)}`)
  const names = namesFor(number)
  const texts = [text, ...statements.map(({ sql }) => sql)]
  const columnsOf = (table: string) => database.tables.get(table)?.columns.map(({ name }) => name) ?? []
  return {
    ...{ database, query, code: texts.join(';\n'), statement: names.one, many: { any: names.many }, readsOnly },
    ...{ runner: names.runner, returnsRows, columns: [], answeredContexts: new WeakSet(), repeated: new Map() },
    templates: texts.flatMap(toldTexts),
    computed: new Set(texts.flatMap(sql => [...computedColumns(sql, columnsOf)])),
  }
}

/** The facts of the statement, and of the code behind the views, policies and functions that it comes to. */
export function factsOf(
  ready: { prepared: PreparedCase; statement: Statement; result: ResultShape },
  statements: MigrationStatement[],
): ProgramFacts {
  const code = statements.map(({ sql }) => sql).join('\n')
  const facts = sqlFacts(ready)
  return {
    ...facts,
    mayRefuse: true,
    asksForOrder: facts.asksForOrder || /\border\s+by\b/i.test(code),
    hasInnerLimit: facts.hasInnerLimit || /\blimit\b/i.test(code),
  }
}

/** The program whose steps are run by what `runnerFor` gives. */
export function toProgram(
  runnerFor: (step: Step) => PreparedCase | undefined,
  facts: ProgramFacts,
  statements: MigrationStatement[],
): Program {
  const preparedFor = (step: Step): PreparedCase => {
    const found = runnerFor(step)
    if (!found) throw new Error(`no runner for a call of ${JSON.stringify(step.context)}`)
    return found
  }
  const lastOf = (sequence: Sequence): PreparedCase => {
    const [step, ...earlier] = sequence.toReversed()
    if (!step) throw new Error('a sequence without a step')
    if (earlier.some(one => preparedFor(one) !== preparedFor(step)))
      throw new Error('the steps of a sequence are of one role here')
    return preparedFor(step)
  }
  return {
    facts,
    async run(sequences, expects = 'attack') {
      const digests: ResultDigest[] = []
      if (sequences.some(sequence => sequence.length > 1)) {
        for (const sequence of sequences) {
          const prepared = lastOf(sequence)
          digests.push(digestOf(await observeCalls(prepared, sequence), prepared.query.key))
        }
        return digests
      }
      const steps = sequences.flatMap((sequence, at) => sequence.map(step => ({ at, step })))
      for (const [prepared, own] of Map.groupBy(steps, ({ step }) => preparedFor(step))) {
        const found = await runCalls(
          prepared,
          own.map(({ step }) => step),
          expects === 'attack',
        )
        for (const [nth, { at }] of own.entries()) digests[at] = found[nth] as ResultDigest
      }
      return digests
    },
    observe: (sequence, look) => observeCalls(lastOf(sequence), sequence, look),
    observeAndAsk: (sequence, queries) => callAndAsk(lastOf(sequence), sequence, queries),
    perform: async step => (await callAndAsk(preparedFor(step), [step], [], [])).outcome,
    whyUnclear: () => whyMigrationUnclear(statements),
  }
}
