// Tests the checks of `callers`, `once` and hostile text: each must catch a built-in leak and leave a built-in safe
// statement alone. The checks are the same that judge cases.

import type { CaseRun } from '../cases/case-run.ts'
import { emptyFindings } from '../cases/findings.ts'
import { sqlKind } from '../cases/sql/sql-kind.ts'
import type { Check, ProofRun } from '../checks/check.ts'
import { once } from '../checks/check-once.ts'
import { hostileText } from '../checks/hostile-text/check-hostile-text.ts'
import { runChecks } from '../checks/run-checks.ts'
import { worlds } from '../checks/worlds/compare-worlds.ts'
import { NOTE } from '../database/change-log.ts'
import { LOG_SCHEMA, LOG_TRIGGER } from '../database/private-names.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { planCalls } from '../inputs/call-plan.ts'
import { mainSeed, type QueryPlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { findActors } from '../worlds/actors.ts'
import { failuresAt, type SelfTestFailure } from './self-test-failure.ts'

export async function testQueries(database: TestDatabase): Promise<SelfTestFailure[]> {
  const actors = await findActors(database)
  const seed = mainSeed(database.plan)
  const proofRun: ProofRun = { database, seed, actors, onCase: () => {}, kills: new Map() }
  const failures = [...(await testCallers(proofRun)), ...(await testOnce(proofRun)), ...(await testInjection(proofRun))]
  await sqlKind.forget(database)
  return failures
}

/** The table that the leak of `once` writes to. */
const TABLE = `${LOG_SCHEMA}.probe`

/** The query that built-in statements belong to. */
const PROBE: QueryPlan = {
  name: 'self-test',
  line: 1,
  parameters: [],
  order: [],
  works: [],
  key: 'id',
  isAggregate: false,
  callers: {},
  equivalent: [],
}

async function testCallers(proofRun: ProofRun): Promise<SelfTestFailure[]> {
  const { queries, lines } = proofRun.database.plan
  const failures: SelfTestFailure[] = []
  for (const { name, callers, line: lineOfQuery } of queries) {
    const line = lines[`queries.${name}.callers`] ?? lineOfQuery
    for (const [rule, permitted] of Object.entries(callers)) {
      const isPermitted = ({ name: actor, context }: ProofRun['actors'][number]) =>
        permitted.includes(actor) || Object.values(context).some(value => permitted.includes(value ?? ''))
      const forbidden = proofRun.actors.find(actor => !isPermitted(actor))
      if (!forbidden) {
        const message = `${rule}: "callers" of ${name} forbids no actor to call the query, so the rule cannot break there; add an actor whose job it is not`
        failures.push({ message, line })
        continue
      }
      const probe = { ...PROBE, callers: { [rule]: permitted }, works: [workingCall(forbidden.name)] }
      const leak = 'select 1 as id'
      failures.push(...failuresAt(line, await testCheck(proofRun, probe, rule, leak, `${leak} where false`, worlds)))
    }
  }
  return failures
}

async function testOnce(proofRun: ProofRun): Promise<SelfTestFailure[]> {
  const { plan, session } = proofRun.database
  const rules = plan.rules.filter(({ id }) => plan.queries.some(query => query.once === id))
  if (rules.length === 0) return []
  await session.run(`create unlogged table if not exists ${TABLE} (id int);
    grant select, insert on ${TABLE} to ${session.caller};
    create or replace trigger ${LOG_TRIGGER} after insert on ${TABLE} for each row execute function ${NOTE}()`)
  const failures: SelfTestFailure[] = []
  for (const { id, line } of rules) {
    const probe = { ...PROBE, once: id, works: [workingCall(proofRun.actors[0]?.name ?? '')] }
    const leak = `insert into ${TABLE} select 1`
    const safe = `${leak} where not exists (select from ${TABLE})`
    failures.push(...failuresAt(line, await testCheck(proofRun, probe, id, leak, safe, once)))
  }
  return failures
}

async function testInjection(proofRun: ProofRun): Promise<SelfTestFailure[]> {
  const rule = proofRun.database.plan.rules.find(({ isInjection }) => isInjection)
  const actor = proofRun.actors.find(one => one.worlds.some(({ kind }) => kind === 'rows'))
  const table = actor?.worlds.find(({ kind }) => kind === 'rows')?.hidden[0]?.table
  if (!rule || !actor || table === undefined) return []
  const probe: QueryPlan = {
    ...PROBE,
    parameters: [{ name: 'text', line: 1, type: 'text', columns: [], values: ['x'], isLimit: false, payloads: [] }],
    order: ['text'],
    call: 'select * from proof_probe(:text)',
    works: [{ ...workingCall(actor.name), parameters: { text: 'x' } }],
  }
  const create = (execute: string) =>
    `create function proof_probe(text) returns table (id text) language plpgsql as $$ begin return query execute ${execute}; end $$`
  const select = `'select ${identifier(table)}::text from ${identifier(table)} where ''y'' = `
  const [leak, safe] = [create(`${select}''' || $1 || ''''`), create(`${select}$1' using $1`)]
  return failuresAt(rule.line, await testCheck(proofRun, probe, rule.id, leak, safe, hostileText))
}

function workingCall(as: string): QueryPlan['works'][number] {
  return { line: 1, as, parameters: {}, changes: {} }
}

/** Runs the check on both statements: what it does wrong. */
async function testCheck(
  proofRun: ProofRun,
  query: QueryPlan,
  rule: string,
  leak: string,
  safe: string,
  check: Check,
): Promise<string[]> {
  const { database } = proofRun
  await sqlKind.forget(database)
  const callPlan = await planCalls(database, query, false)
  const caseRuns: CaseRun[] = []
  for (const [number, code] of [leak, safe].entries()) {
    const one = { path: `self-test ${number}`, label: 'bad' as const, code, language: 'sql', violates: [] }
    const program = await sqlKind.prepare(database, query, one, number)
    if ('refused' in program)
      return [`${rule}: the built-in statement that tests the rule is refused: ${program.refused}`]
    const findings = emptyFindings(one.path)
    caseRuns.push({ case: one, query, callPlan, works: query.works, program, findings, facts: {} })
  }
  await runChecks(proofRun, caseRuns, [check])
  const [isCaught, isBlamed] = caseRuns.map(({ findings }) => rule in findings.witnesses)
  return [
    ...(isCaught ? [] : [`${rule}: the check "${check.name}" does not catch a built-in leak`]),
    ...(isBlamed ? [`${rule}: the check "${check.name}" blames a built-in safe statement`] : []),
  ]
}
