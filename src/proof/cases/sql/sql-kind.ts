// The case kind for SQL: one statement, or a function that the case creates and that `call` in proof.yaml calls.

import { isSql } from '../../../lib/code/is-sql.ts'
import { withoutPermits } from '../../mutants/permits/permits.ts'
import { whyUnclear } from '../../mutants/permits/unclear.ts'
import { ALONE } from '../../mutants/plpgsql/flow.ts'
import type { CaseKind, Program, Sequence, Step, WithoutPermit } from '../kind.ts'
import { digestOf, type Outcome, type ResultDigest } from '../outcome.ts'
import { executionPlan } from './execution-plan.ts'
import { forgetCases } from './forget-cases.ts'
import { mutateCase } from './mutate-case.ts'
import { callAndAsk, observeCalls } from './observe-call.ts'
import { prepareCase, type ReadyCase } from './prepare-case.ts'
import { type PreparedCase, parameterNames } from './prepared-case.ts'
import { runCalls } from './run-calls.ts'
import { sqlFacts } from './sql-facts.ts'

export const sqlKind: CaseKind = {
  name: 'SQL',
  accepts: isSql,
  async prepare(database, query, one, number) {
    const ready = await prepareCase(database, query, one, number)
    return 'refused' in ready ? ready : toProgram(ready)
  },
  forget: forgetCases,
  mutate: mutateCase,
}

function toProgram(ready: ReadyCase): Program {
  const { prepared } = ready
  return {
    facts: sqlFacts(ready),
    run(sequences, expects = 'attack') {
      if (sequences.every(isOneStep)) return runCalls(prepared, sequences.flat(), expects === 'attack')
      return runOneByOne(sequence => observeCalls(prepared, sequence), sequences, prepared.query.key)
    },
    observe: (sequence, look) => observeCalls(prepared, sequence, look),
    observeAndAsk: (sequence, queries) => callAndAsk(prepared, sequence, queries),
    withoutPermits: () => permitsOf(prepared),
    whyUnclear: () => whyUnclear(prepared.code),
    // PostgreSQL plans the statements of a function only when the function is called.
    ...(prepared.schema === undefined ? { executionPlan: () => executionPlan(prepared) } : {}),
  }
}

async function permitsOf({ database, query, code }: PreparedCase): Promise<WithoutPermit[]> {
  const required = database.plan.rules.flatMap(({ requires }) => requires.map(({ inserts }) => inserts))
  const keys = Object.fromEntries([...database.tables].map(([name, { primaryKey }]) => [name, primaryKey]))
  // The function is the whole case: nothing calls it but the application.
  const found = await withoutPermits(code, parameterNames(database.plan, query), required, { ...ALONE, keys })
  return found.map(({ sql, ...rest }) => ({ ...rest, code: sql }))
}

function isOneStep(sequence: Sequence): sequence is readonly [Step] {
  return sequence.length === 1
}

/** Sequences of several steps are run one by one: the wrapper for many calls takes only single steps. */
async function runOneByOne(
  observe: (sequence: Sequence) => Promise<Outcome>,
  sequences: Sequence[],
  key: string,
): Promise<ResultDigest[]> {
  const digests: ResultDigest[] = []
  for (const sequence of sequences) digests.push(digestOf(await observe(sequence), key))
  return digests
}
