// The call plans of statements that clients write: where an API exposes tables, each role may send what it has a right to.

import type { TestDatabase } from '../../database/test-database.ts'
import type { Exposed, QueryPlan, StatementKind } from '../../plan/plan.ts'
import { readCatalog } from '../../postgres/catalog.ts'
import { type GrantedRelation, readRights } from '../../postgres/rights.ts'
import type { Actor } from '../../worlds/actors.ts'
import type { CallPlan } from '../call-plan.ts'
import { eachOnce, type PlannedCall } from '../planned-call.ts'
import { firstOfEachKind } from '../representatives.ts'
import { targetOf } from './caller.ts'
import { changesByKey, updates, wholeChanges } from './change-statements.ts'
import type { ClientStatement } from './client-statement.ts'
import { inserts, merges, upserts } from './insert-statements.ts'
import { type KnownData, readKnownData } from './known-rows.ts'
import { readStatements, wholeRows } from './read-statements.ts'

/** A query that stands for statements of one kind, with what each actor sends. */
export interface StatementPlan {
  query: QueryPlan
  callPlan: CallPlan
}

/** What is exposed to nobody: a name that no relation has. */
export interface UnknownRelation {
  unknown: string
  known: string[]
}

/** The parameter that holds the statement: those that read and those that write have two names, so that no call mixes them up. */
const PARAMETERS: Record<StatementKind, string> = { reads: 'query', writes: 'statement', keys: 'statement' }

/**
 * Plans the statements of all actors after a migration. `isVaried`: on a varied seed, whole rows are read and no more.
 * `roleOf` is the trusted parameter that names an actor's role.
 */
export async function planStatements(
  database: TestDatabase,
  { of, exposed, roleOf, isVaried }: { of: string; exposed: Exposed; roleOf: string; isVaried: boolean },
  actors: Actor[],
): Promise<StatementPlan[] | UnknownRelation> {
  const roles = [...new Set(actors.flatMap(({ context }) => context[roleOf] ?? []))]
  const tables = await readCatalog(database.session)
  const granted = await readRights(database.session, roles)
  const unknown = exposed.relations === 'all' ? undefined : await findUnknown(database, exposed.relations)
  if (unknown) return unknown
  const isExposed = ({ name }: GrantedRelation) => exposed.relations === 'all' || exposed.relations.includes(name)
  const relationsOf = ({ context }: Actor) => (granted.get(context[roleOf] ?? '') ?? []).filter(isExposed)
  const data = await readKnownData(database, tables)
  const few = new Set(await firstOfEachKind(database))
  const made = new Map(
    actors.map(actor => [actor.name, statementsOf(data, actor, relationsOf(actor), few.has(actor.name))]),
  )
  const base = eachOnce([...made.values()].flatMap(({ whole }) => whole.map(toCall('reads'))))
  const plans: Record<StatementKind, (actor: string) => PlannedCall[]> = {
    reads: actor => [...base, ...(isVaried ? [] : (made.get(actor)?.reads ?? []).map(toCall('reads')))],
    writes: actor => (isVaried ? [] : (made.get(actor)?.writes ?? []).map(toCall('writes'))),
    keys: actor => (isVaried ? [] : (made.get(actor)?.keys ?? []).map(toCall('keys'))),
  }
  return (Object.keys(plans) as StatementKind[])
    .map(kind => ({
      query: toQuery(of, kind, exposed.line),
      callPlan: toCallPlan(plans[kind], kind === 'reads' ? base : [], few),
    }))
    .filter(({ callPlan }) => actors.some(({ name }) => callPlan.usualCount(name) > 0))
}

interface StatementsOfActor extends Record<StatementKind, ClientStatement[]> {
  whole: ClientStatement[]
}

function statementsOf(
  data: KnownData,
  actor: Actor,
  relations: GrantedRelation[],
  isChosen: boolean,
): StatementsOfActor {
  const targets = relations.map(relation => targetOf(data, actor, relation))
  const changes = targets.flatMap(target => [
    ...wholeChanges(data, actor, target),
    ...changesByKey(data, actor, target),
    ...(isChosen
      ? [
          ...updates(data, actor, target),
          ...inserts(data, actor, target),
          ...upserts(target),
          ...merges(data, actor, target),
        ]
      : []),
  ])
  return {
    whole: targets.flatMap(wholeRows),
    reads: isChosen ? targets.flatMap(target => readStatements(target, actor)) : [],
    writes: changes.filter(({ isOfOpenKey }) => !isOfOpenKey),
    keys: changes.filter(({ isOfOpenKey }) => isOfOpenKey),
  }
}

async function findUnknown({ session }: TestDatabase, names: string[]): Promise<UnknownRelation | undefined> {
  const [found] = await session.run(`select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition order by 1`)
  const known = (found?.rows ?? []).flatMap(([name]) => name ?? [])
  const unknown = names.find(name => !known.includes(name))
  return unknown === undefined ? undefined : { unknown, known }
}

function toCall(kind: StatementKind): (statement: ClientStatement) => PlannedCall {
  return ({ sql, why }) => ({ parameters: { [PARAMETERS[kind]]: sql }, reason: 'statements', why })
}

function toQuery(of: string, kind: StatementKind, line: number): QueryPlan {
  const name = PARAMETERS[kind]
  return {
    ...{ name: `${of}/statements`, line, order: [name], works: [], key: 'id', isAggregate: false, callers: {} },
    parameters: [{ name, line, type: 'text', columns: [], values: [], isLimit: false }],
    ...{ maxRows: null, equivalent: [], statements: kind },
  }
}

function toCallPlan(
  callsOf: (actor: string) => PlannedCall[],
  base: PlannedCall[],
  representatives: ReadonlySet<string>,
): CallPlan {
  const made = new Map<string, PlannedCall[]>()
  const plannedFor = (actor: string) => {
    const calls = made.get(actor) ?? eachOnce(callsOf(actor))
    made.set(actor, calls)
    return calls
  }
  const plan: CallPlan = {
    base: base.map(({ parameters }) => parameters),
    callsOf: actor => plannedFor(actor).map(({ parameters }) => parameters),
    usualCount: actor => plannedFor(actor).length,
    ...{ plannedFor, representatives, shared: plannedFor, hostile: [] },
    withLiterals: async () => plan,
  }
  return plan
}
