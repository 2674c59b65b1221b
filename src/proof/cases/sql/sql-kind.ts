// The case kind for SQL: one statement, or a function that the case creates and that `call` in proof.yaml calls.

import { isSql } from '../../../lib/code/is-sql.ts'
import type { CaseKind, Program, Sequence, Step } from '../kind.ts'
import { masker, type Outcome, type ResultDigest } from '../outcome.ts'
import { forgetCases } from './forget-cases.ts'
import { mutateCase } from './mutate-case.ts'
import { callAndAsk, observeCalls } from './observe-call.ts'
import { prepareCase, type ReadyCase } from './prepare-case.ts'
import { queryPlan } from './query-plan.ts'
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
      return runOneByOne(sequence => observeCalls(prepared, sequence), sequences)
    },
    observe: (sequence, look) => observeCalls(prepared, sequence, look),
    observeAndAsk: (sequence, queries) => callAndAsk(prepared, sequence, queries),
    // PostgreSQL plans the statements of a function only when the function is called.
    ...(prepared.schema === undefined ? { plan: () => queryPlan(prepared) } : {}),
  }
}

function isOneStep(sequence: Sequence): sequence is readonly [Step] {
  return sequence.length === 1
}

/** Sequences of several steps are run one by one: the wrapper for many calls takes only single steps. */
async function runOneByOne(
  observe: (sequence: Sequence) => Promise<Outcome>,
  sequences: Sequence[],
): Promise<ResultDigest[]> {
  const digests: ResultDigest[] = []
  for (const sequence of sequences) digests.push(digestOf(await observe(sequence)))
  return digests
}

function digestOf({ error, rows, affected, changes, generated }: Outcome): ResultDigest {
  const mask = masker(generated)
  const lines = rows.map(row => JSON.stringify(row.map(mask)))
  return {
    ...(error ? { error: error.sqlState, message: error.message } : {}),
    count: rows.length || affected,
    rows: lines.toSorted().join('\n'),
    ordered: lines.join('\n'),
    keys: '',
    changes,
    generated,
  }
}
