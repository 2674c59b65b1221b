// Statements that clients write, as a program: the statement is the value of its one parameter, and is run as its caller's role.

import type { QueryPlan } from '../../plan/plan.ts'
import type { Program, Refusal, Step } from '../kind.ts'
import type { PreparedCase } from '../sql/prepared-case.ts'
import { bindPositions } from '../sql/read-statement.ts'
import { createIdentity, factsOf, type OperationsOfCase, prepareFor, rolesOf, toProgram } from './operation.ts'

/** Makes statements of clients ready to be sent by each role. */
export async function prepareStatements(shared: OperationsOfCase, query: QueryPlan): Promise<Program | Refusal> {
  const { database, one, statements, identity, nextNumber } = shared
  const [parameter] = query.parameters
  if (!parameter) throw new Error(`${query.name} has no parameter for its statement`)
  const text = bindPositions(database, query, `execute :${parameter.name}`)
  const before = await createIdentity(shared, query)
  const runners = new Map<string, PreparedCase>()
  for (const role of rolesOf(database, identity)) {
    for (const returnsRows of query.statements === 'reads' ? [true] : [true, false]) {
      const wrapped = {
        ...{ database, query, number: nextNumber(), text, role, hasBytes: false, kind: 'function' as const },
        ...{ returnsRows, wantsKeys: one.label === 'good', before },
      }
      // A reading function of the migration may write all the same: each call is run as one that may.
      const code = { code: one.code, statements, readsOnly: false }
      const prepared = await prepareFor(wrapped, code)
      // Code of the migration may compute keys of a table whose default a client leaves to the database.
      runners.set(runnerKey(role, returnsRows), { ...prepared, computed: new Set() })
    }
  }
  const [prepared] = runners.values()
  if (!prepared) return { refused: `no actor has a role in ${identity.role}, so nobody sends statements` }
  const readsOnly = query.statements === 'reads' && !database.hasHiddenWriters
  const statement = {
    ...{ kind: 'function' as const, returnsRows: true, readsOnly, calls: [], hasSubquery: false, volatile: [] },
    ...{ asksForOrder: false, hasInnerLimit: false, deciding: [] },
  }
  const facts = factsOf({ prepared, statement, result: { mayNest: true, hasBytes: false } }, statements)
  const runnerFor = ({ context, parameters }: Step) =>
    runners.get(runnerKey(context[identity.role] ?? '', returnsRowsOf(parameters[parameter.name] ?? '')))
  // The rows of a client's statement are a set: where it asks for an order, one row comes.
  return toProgram(runnerFor, { ...facts, readsOnly, asksForOrder: false }, statements)
}

function runnerKey(role: string, returnsRows: boolean): string {
  return `${role} ${returnsRows}`
}

/** Whether a statement has a result. A value in quotes may have any word. */
function returnsRowsOf(statement: string): boolean {
  return /^\s*select\b/i.test(statement) || /\breturning\b/i.test(statement.replace(/'(?:[^']|'')*'/g, "''"))
}
