// The oracles that queries call for: who may call, once only, hostile text. Each must catch a built-in leak and leave a
// built-in safe statement alone, in the very code that judges cases.

import { emptyFinding } from '../cases/finding.ts'
import { forgetCases } from '../cases/sql/forget-cases.ts'
import { prepareCase } from '../cases/sql/prepare-case.ts'
import { checkPayloads } from '../checks/check-hostile-text.ts'
import { checkOnce } from '../checks/check-once.ts'
import { sweep } from '../checks/sweep.ts'
import { type Entry, findActors, type Trial } from '../checks/trial.ts'
import { CALLER, type TestDatabase } from '../database/test-database.ts'
import { planSweep } from '../inputs/call-plan.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'

/** What is wrong, one line each. */
export async function testQueries(database: TestDatabase): Promise<string[]> {
  const actors = await findActors(database)
  const seed = database.plan.seeds[0] ?? ''
  const trial: Trial = { database, seed, actors, onCase: () => {}, judgements: new Map(), kills: new Map() }
  const failures = [...(await testCallers(trial)), ...(await testOnce(trial)), ...(await testInjection(trial))]
  await forgetCases(database)
  return failures
}

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

async function testCallers(trial: Trial): Promise<string[]> {
  const failures: string[] = []
  for (const { name, callers } of trial.database.plan.queries) {
    for (const [rule, permitted] of Object.entries(callers)) {
      const isPermitted = ({ name: actor, context }: Trial['actors'][number]) =>
        permitted.includes(actor) || Object.values(context).some(value => permitted.includes(value ?? ''))
      const [other] = trial.actors.filter(actor => !isPermitted(actor))
      if (!other) {
        failures.push(`${rule}: ${name} has no actor whom "callers" forbids to call it, so it cannot break`)
        continue
      }
      const probe = { ...PROBE, callers: { [rule]: permitted }, works: [workingCall(other.name)] }
      const leak = 'select 1 as id'
      failures.push(
        ...(await compare(trial, probe, rule, leak, `${leak} where false`, entries => sweep(trial, entries))),
      )
    }
  }
  return failures
}

async function testOnce(trial: Trial): Promise<string[]> {
  const rules = new Set(trial.database.plan.queries.flatMap(({ once }) => once ?? []))
  if (rules.size === 0) return []
  await trial.database.session.run(`create unlogged table if not exists proof.probe (id int);
    grant select, insert on proof.probe to ${CALLER};
    create or replace trigger proof_note after insert on proof.probe for each row execute function proof.note()`)
  const failures: string[] = []
  for (const rule of rules) {
    const probe = { ...PROBE, once: rule, works: [workingCall(trial.actors[0]?.name ?? '')] }
    const leak = 'insert into proof.probe select 1'
    const safe = `${leak} where not exists (select from proof.probe)`
    failures.push(...(await compare(trial, probe, rule, leak, safe, entries => checkOnce(trial, entries))))
  }
  return failures
}

async function testInjection(trial: Trial): Promise<string[]> {
  const rule = trial.database.plan.rules.find(({ isInjection }) => isInjection)?.id
  const actor = trial.actors.find(({ worlds }) => worlds.some(({ kind }) => kind === 'rows'))
  const table = actor?.worlds.find(({ kind }) => kind === 'rows')?.hidden[0]?.table
  if (rule === undefined || !actor || table === undefined) return []
  const probe: QueryPlan = {
    ...PROBE,
    parameters: [{ name: 'text', line: 1, type: 'text', columns: [], values: ['x'], isLimit: false, payloads: [] }],
    order: ['text'],
    call: 'select * from proof_probe(:text)',
    works: [{ ...workingCall(actor.name), parameters: { text: 'x' } }],
  }
  const create = (execute: string) =>
    `create function proof_probe(text) returns table (id text) language plpgsql as $$ begin return query execute ${execute}; end $$`
  const select = `'select ctid::text from ${identifier(table)} where ''y'' = `
  return compare(trial, probe, rule, create(`${select}''' || $1 || ''''`), create(`${select}$1' using $1`), entries =>
    checkPayloads(trial, entries),
  )
}

function workingCall(as: string): QueryPlan['works'][number] {
  return { line: 1, as, parameters: {}, changes: {} }
}

async function compare(
  trial: Trial,
  query: QueryPlan,
  rule: string,
  leak: string,
  safe: string,
  check: (entries: Entry[]) => Promise<void>,
): Promise<string[]> {
  const entries: Entry[] = []
  await forgetCases(trial.database)
  for (const [number, code] of [leak, safe].entries()) {
    const one = { path: `self-test ${number}`, label: 'bad' as const, code, violates: [] }
    const prepared = await prepareCase(trial.database, query, one, number)
    if ('refused' in prepared) return [`${rule}: its built-in statement is refused: ${prepared.refused}`]
    const planned = await planSweep(trial.database, query, false)
    const finding = emptyFinding(one.path)
    entries.push({
      case: one,
      query,
      sweep: planned,
      works: query.works,
      prepared,
      finding,
      real: new Map(),
      permitted: [],
      given: new Set(),
      isOrigin: false,
    })
  }
  await check(entries)
  const [isCaught, isBlamed] = entries.map(({ finding }) => rule in finding.witnesses)
  return [
    ...(isCaught ? [] : [`${rule}: a built-in leak is not caught`]),
    ...(isBlamed ? [`${rule}: a built-in safe statement is blamed`] : []),
  ]
}
