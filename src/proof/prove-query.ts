// Proves the cases of one query together, on one shape of data: a world is built once and all cases are run in it.

import { type Parameters, planSweep, type Sweep } from './calls.ts'
import { checkWorks } from './check-works.ts'
import { countRows } from './count-rows.ts'
import { fewestRows } from './fewest-rows.ts'
import { type CaseToProve, emptyFinding, type Finding } from './finding.ts'
import { type Judge, type Judgement, judgeCall } from './judge.ts'
import { checkPulse, type Laboratory } from './laboratory.ts'
import type { QueryPlan, Value } from './plan.ts'
import { prepareCase } from './prepare-case.ts'
import { type Caller, type Outcome, type PreparedCase, runCalls, signature } from './run-calls.ts'
import { type Scene, tellDifference, tellOffence, tellPlainly } from './tell.ts'
import { combinedWorld, findWorlds, floodSql, inWorld, reversalSql, type World } from './worlds.ts'

/** What a case is doing right now, for whoever watches over it. */
type OnCase = (path: string) => void

interface Entry {
  case: CaseToProve
  prepared: PreparedCase
  finding: Finding
}

interface Actor {
  name: string
  context: Record<string, Value>
  worlds: World[]
  judge: Judge
}

export interface QueryProof {
  laboratory: Laboratory
  query: QueryPlan
  seed: string
  /** Worlds by actor: found once for each shape of data. */
  worlds: WorldCache
  onCase: OnCase
}

export type WorldCache = Map<string, Promise<World[]>>

export async function proveQuery(proof: QueryProof, cases: CaseToProve[]): Promise<Finding[]> {
  const { laboratory, query, seed, onCase } = proof
  const findings = new Map(cases.map(one => [one.path, emptyFinding(one.path)]))
  const entries: Entry[] = []
  const sweep = await planSweep(laboratory, query)
  const isMain = seed === laboratory.plan.seeds[0]
  const works = query.works.filter(call => (call.seed ?? laboratory.plan.seeds[0]) === seed)
  const worksOutcomes = new Map<string, string>()
  // One row that each call may give: enough to fill a page with its copies.
  const permitted = new Set<string>()

  for (const [index, one] of cases.entries()) {
    const finding = findings.get(one.path) ?? emptyFinding(one.path)
    onCase(one.path)
    const prepared = await prepareCase(laboratory, query, one, index)
    if ('refused' in prepared) {
      finding.trouble = prepared.refused
      continue
    }
    await inWorld(laboratory, '', async () => {
      for (const [call, outcome] of await checkWorks(laboratory, query, works, prepared, finding)) {
        worksOutcomes.set(`${one.path} ${call.line}`, signature(outcome, false))
        const key = outcome.rows[0]?.[outcome.columns.indexOf(query.key)]
        if (key) permitted.add(key)
      }
    })
    await checkPulse(laboratory)
    entries.push({ case: one, prepared, finding })
  }

  const actors = await prepareActors(proof)
  const workers = new Set(query.works.map(({ as }) => as))
  const working = actors.filter(({ name }) => workers.has(name))
  await reverseHeap(proof, working, entries, sweep)
  for (const actor of actors) await sweepActor(proof, actor, entries, sweep, works, worksOutcomes)
  if (query.once !== undefined) await callTwice(proof, query.once, entries, works)
  if (isMain) await flood(proof, entries, [...permitted])
  for (const actor of actors) await sweepPayloads(proof, actor, entries, sweep)
  compareGoodCases(entries)
  for (const { prepared } of entries) {
    await laboratory.session.run(`deallocate ${prepared.statement}`)
    if (prepared.many !== undefined) await laboratory.session.run(`deallocate ${prepared.many}`)
    if (prepared.schema !== undefined) await laboratory.session.run(`drop schema "${prepared.schema}" cascade`)
  }
  await checkPulse(laboratory)
  return cases.map(one => findings.get(one.path) ?? emptyFinding(one.path))
}

async function prepareActors({ laboratory, query, worlds: cache }: QueryProof): Promise<Actor[]> {
  const actors: Actor[] = []
  for (const [name, context] of Object.entries(laboratory.plan.actors)) {
    const found = cache.get(name) ?? findAllWorlds(laboratory, context)
    cache.set(name, found)
    const worlds = await found
    const hidden = new Map(worlds.filter(({ kind }) => kind === 'rows').map(world => [world.rule, world.hidden]))
    actors.push({ name, context, worlds, judge: { laboratory, query, context, hidden } })
  }
  return actors
}

async function findAllWorlds(laboratory: Laboratory, context: Record<string, Value>): Promise<World[]> {
  const worlds: World[] = []
  for (const rule of laboratory.plan.rules) worlds.push(...(await findWorlds(laboratory, rule, context)))
  return worlds
}

const goodKeys = new WeakMap<Finding, Map<string, string>>()

async function sweepActor(
  proof: QueryProof,
  actor: Actor,
  all: Entry[],
  { base, calls }: Sweep,
  works: QueryPlan['works'],
  worksOutcomes: Map<string, string>,
): Promise<void> {
  const entries = all.filter(({ finding }) => finding.trouble === undefined)
  const real = new Map<Entry, RealOutcome[]>()
  const excused = new Map<Entry, Set<string>>()
  const caller = callerOf(proof, actor)
  await inWorld(proof.laboratory, '', async () => {
    for (const entry of entries) {
      proof.onCase(entry.case.path)
      const skipped = new Set<string>()
      const outcomes = await runCalls(caller, entry.prepared, calls, async (outcome, parameters) => {
        const judgement = await judgeOutcome(proof, actor, entry, outcome, parameters)
        for (const rule of judgement.excused) skipped.add(`${rule} ${JSON.stringify(parameters)}`)
      })
      excused.set(entry, skipped)
      real.set(
        entry,
        outcomes.map(outcome => realOutcome(outcome, entry.prepared.isOrdered)),
      )
      if (outcomes.some(({ rows, changes, affected }) => rows.length + changes.length + affected > 0))
        entry.finding.isActive = true
      noteKeys(proof, actor, entry, outcomes)
      const worksPrints = outcomes.map(outcome => (works.length > 0 ? signature(outcome, false) : ''))
      for (const call of works.filter(({ as }) => as === actor.name)) {
        const at = calls.findIndex(parameters => isSameCall(parameters, call.parameters))
        const first = worksOutcomes.get(`${entry.case.path} ${call.line}`)
        if (at >= 0 && first !== undefined && first !== worksPrints[at]) {
          entry.finding.trouble ??= nondeterministic(entry.prepared, 'the same call made twice gives two results')
        }
      }
    }
  })
  // For those whose job it is, every rule has its own world, whatever the combined one shows.
  const isWorking = proof.query.works.some(({ as }) => as === actor.name)
  const suspects = await findSuspects(proof, actor, entries, calls, real)
  for (const world of actor.worlds) {
    const left = entries.filter(({ finding }) => finding.trouble === undefined && !(world.rule in finding.witnesses))
    const chosen = new Map(
      left.map(entry => {
        const skipped = excused.get(entry)
        const indexes = calls.flatMap((call, index) => {
          const isChosen = (isWorking && index < base.length) || suspects.get(entry)?.has(index)
          return isChosen && !skipped?.has(`${world.rule} ${JSON.stringify(call)}`) ? [index] : []
        })
        return [entry, indexes]
      }),
    )
    if (![...chosen.values()].some(indexes => indexes.length > 0)) continue
    const differences: { entry: Entry; parameters: Parameters }[] = []
    await inWorld(proof.laboratory, world.build(world.hidden), async () => {
      for (const [entry, indexes] of chosen) {
        proof.onCase(entry.case.path)
        const some = indexes.map(index => calls[index] ?? {})
        const outcomes = await runCalls(caller, entry.prepared, some)
        const at = outcomes.findIndex((outcome, nth) => {
          const before = real.get(entry)?.[indexes[nth] ?? -1]
          return signature(outcome, entry.prepared.isOrdered, world.ignored) !== before?.print(world.ignored)
        })
        const parameters = some[at]
        if (parameters) differences.push({ entry, parameters })
      }
    })
    for (const { entry, parameters } of differences) {
      const witness = await witnessOf(proof, actor, entry, world, parameters)
      if (witness) entry.finding.witnesses[world.rule] ??= witness
    }
  }
}

/** The calls that give something else once all that any rule hides is gone: only these need a world for each rule. */
async function findSuspects(
  proof: QueryProof,
  actor: Actor,
  entries: Entry[],
  calls: Parameters[],
  real: Map<Entry, RealOutcome[]>,
): Promise<Map<Entry, Set<number>>> {
  const suspects = new Map<Entry, Set<number>>()
  const { sql, ignored } = combinedWorld(actor.worlds)
  const isBuilt = await inWorld(proof.laboratory, sql, async () => {
    for (const entry of entries) {
      if (entry.finding.trouble !== undefined) continue
      proof.onCase(entry.case.path)
      const outcomes = await runCalls(callerOf(proof, actor), entry.prepared, calls)
      const differing = outcomes.flatMap((outcome, index) =>
        signature(outcome, entry.prepared.isOrdered, ignored) === real.get(entry)?.[index]?.print(ignored)
          ? []
          : [index],
      )
      suspects.set(entry, new Set(differing))
    }
  })
  if (!isBuilt) for (const entry of entries) suspects.set(entry, new Set(calls.keys()))
  return suspects
}

interface RealOutcome {
  print(ignored?: ReadonlySet<string>): string
}

/** Thousands are kept: only one that changed something can differ in ignored columns, and only it is kept whole. */
function realOutcome(outcome: Outcome, isOrdered: boolean): RealOutcome {
  if (outcome.changes.length > 0) return { print: ignored => signature(outcome, isOrdered, ignored) }
  const text = signature(outcome, isOrdered)
  return { print: () => text }
}

/** Confirms the difference, makes it small and tells it. Undefined: with hidden columns left aside there is none. */
async function witnessOf(proof: QueryProof, actor: Actor, entry: Entry, world: World, parameters: Parameters) {
  const caller = callerOf(proof, actor)
  proof.onCase(entry.case.path)
  const runIn = async (sql: string) => {
    let outcome: Outcome | undefined
    await inWorld(proof.laboratory, sql, async () => {
      ;[outcome] = await runCalls(caller, entry.prepared, [parameters])
    })
    return outcome
  }
  const print = (outcome: Outcome) => signature(outcome, entry.prepared.isOrdered, world.ignored)
  const real = await runIn('')
  if (!real) return undefined
  const expected = print(real)
  const differs = async (rows: World['hidden']) => {
    const outcome = await runIn(world.build(rows))
    return outcome !== undefined && print(outcome) !== expected
  }
  if (!(await differs(world.hidden))) return undefined
  const hidden = await fewestRows(world.hidden, differs)
  const other = await runIn(world.build(hidden))
  return other && tellDifference(sceneOf(proof, actor, parameters), world, hidden, real, other)
}

async function judgeOutcome(
  proof: QueryProof,
  actor: Actor,
  { finding }: Entry,
  outcome: Outcome,
  parameters: Parameters,
): Promise<Judgement> {
  const { query } = proof
  const isSomething = outcome.changes.length > 0 || outcome.rows.some(row => !query.isAggregate || row.some(isTelling))
  const scene = sceneOf(proof, actor, parameters)
  if (isSomething) {
    for (const [rule, permitted] of Object.entries(query.callers)) {
      const isPermitted =
        permitted.includes(actor.name) || Object.values(actor.context).some(value => permitted.includes(value ?? ''))
      if (isPermitted) continue
      const what = outcome.changes.length > 0 ? 'changed something' : 'got a row'
      finding.witnesses[rule] ??= tellPlainly(
        scene,
        rule,
        `${what}, which ${rule} allows to ${permitted.join(', ')} alone`,
        outcome,
      )
    }
  }
  if (outcome.error) return { offences: [], excused: [] }
  const judgement = await judgeCall(actor.judge, outcome, parameters)
  for (const offence of judgement.offences) finding.witnesses[offence.rule] ??= tellOffence(scene, offence, outcome)
  return judgement
}

/** A cell that says more than "nothing". */
function isTelling(cell: string | null): boolean {
  return cell !== null && !['', '0', 'f', '[]', '{}'].includes(cell)
}

/** The calls that work, on the same rows in another order of the heap. */
async function reverseHeap(proof: QueryProof, actors: Actor[], entries: Entry[], { base }: Sweep): Promise<void> {
  const real = new Map<string, Outcome[]>()
  const runAll = async (look: (key: string, entry: Entry, outcomes: Outcome[]) => void) => {
    for (const actor of actors) {
      for (const entry of entries) {
        if (entry.finding.trouble !== undefined) continue
        proof.onCase(entry.case.path)
        look(`${actor.name} ${entry.case.path}`, entry, await runCalls(callerOf(proof, actor), entry.prepared, base))
      }
    }
  }
  await inWorld(proof.laboratory, '', () => runAll((key, _, outcomes) => real.set(key, outcomes)))
  await inWorld(proof.laboratory, reversalSql(proof.laboratory), () =>
    runAll((key, entry, outcomes) => {
      const isSame = (isOrdered: boolean) =>
        outcomes.every(
          (outcome, at) => signature(outcome, isOrdered) === signature(real.get(key)?.[at] ?? outcome, isOrdered),
        )
      if (!isSame(false)) {
        entry.finding.trouble ??= nondeterministic(
          entry.prepared,
          'the result depends on the order in which rows happen to be stored; a LIMIT or a function of one row needs an ORDER BY that leaves no ties',
        )
      }
      // All rows come, but ties in their order are not fixed: their order says nothing.
      else if (entry.prepared.isOrdered && !isSame(true)) entry.prepared.isOrdered = false
    }),
  )
}

function nondeterministic({ volatile }: PreparedCase, what: string): string {
  return `not the same each time: ${what}${volatile.length > 0 ? ` (it uses ${volatile.join(', ')})` : ''}`
}

/** The same call made twice must have one effect. */
async function callTwice(proof: QueryProof, rule: string, entries: Entry[], works: QueryPlan['works']): Promise<void> {
  const { laboratory, query } = proof
  for (const entry of entries) {
    for (const call of works) {
      if (entry.finding.trouble !== undefined || rule in entry.finding.witnesses) break
      const context = laboratory.plan.actors[call.as] ?? {}
      const caller = { laboratory, query, context }
      const parameters = completed(query, call.parameters)
      proof.onCase(entry.case.path)
      await inWorld(laboratory, '', async () => {
        const first = { changes: 0 }
        await runCalls(caller, entry.prepared, [parameters], async outcome => {
          first.changes = outcome.changes.length
          const [second] = await runCalls(caller, entry.prepared, [parameters])
          const again = (second?.changes.length ?? 0) - first.changes
          if (first.changes === 0 || again <= 0 || !second) return
          const scene: Scene = { query, actor: call.as, context, parameters }
          entry.finding.witnesses[rule] ??= tellPlainly(
            scene,
            rule,
            `called again with the same values made ${again} more changes`,
            second,
          )
        })
      })
    }
  }
}

/** Thousands of permitted rows: how many come back in one call? */
async function flood(proof: QueryProof, entries: Entry[], permitted: string[]): Promise<void> {
  const { laboratory, query } = proof
  for (const rule of laboratory.plan.rules) {
    const limit = query.maxRows === undefined ? rule.maxRows : query.maxRows
    if (rule.maxRows === undefined || limit === null || limit === undefined) continue
    const sizes = ['', ...[null, '-1', '1000000', String(limit + 1)]] as const
    const limits = query.parameters.filter(({ isLimit }) => isLimit)
    await inWorld(laboratory, floodSql(laboratory, rule.flood, limit + 20, permitted), async () => {
      for (const entry of entries) {
        if (entry.finding.trouble !== undefined) continue
        proof.onCase(entry.case.path)
        let most = 0
        for (const call of query.works) {
          const context = laboratory.plan.actors[call.as] ?? {}
          const base = completed(query, call.parameters)
          const calls = sizes.flatMap(size =>
            size === '' ? [base] : limits.map(({ name }) => ({ ...base, [name]: size })),
          )
          const outcomes = await runCalls({ laboratory, query, context }, entry.prepared, calls)
          for (const [index, outcome] of outcomes.entries()) {
            const rows = countRows(outcome)
            most = Math.max(most, rows)
            if (rows <= limit) continue
            const scene: Scene = { query, actor: call.as, context, parameters: calls[index] ?? {} }
            const shown = { ...outcome, rows: outcome.rows.slice(0, 1) }
            entry.finding.witnesses[rule.id] ??= tellPlainly(
              scene,
              rule.id,
              `got ${rows} rows, where ${rule.id} allows ${limit}`,
              shown,
            )
          }
        }
        entry.finding.flood[rule.id] = { limit, most }
      }
    })
    // One good case that fills its page shows that the flood is one; another may stop earlier.
    const good = entries.filter(entry => entry.case.label === 'good')
    if (good.some(({ finding }) => (finding.flood[rule.id]?.most ?? 0) >= limit))
      for (const { finding } of good) delete finding.flood[rule.id]
  }
}

/** Hostile text in a pass of its own: what breaks only here is charged to the injection rule alone. */
async function sweepPayloads(proof: QueryProof, actor: Actor, entries: Entry[], { payloads }: Sweep): Promise<void> {
  const rule = proof.laboratory.plan.rules.find(({ isInjection }) => isInjection)
  if (!rule || payloads.length === 0) return
  const left = entries.filter(({ finding }) => finding.trouble === undefined && !(rule.id in finding.witnesses))
  // A copy takes the witnesses, so that the other rules stay clean.
  const copies = left.map(entry => ({
    ...entry,
    finding: { ...emptyFinding(entry.case.path), witnesses: { ...entry.finding.witnesses } },
  }))
  const sweep: Sweep = { base: [], calls: payloads, payloads: [] }
  await sweepActor(proof, actor, copies, sweep, [], new Map())
  for (const [index, copy] of copies.entries()) {
    const fresh = Object.values(copy.finding.witnesses).find(
      witness => !(witness.rule in (left[index]?.finding.witnesses ?? {})),
    )
    const finding = left[index]?.finding
    if (!fresh || !finding) continue
    const sentence = fresh.sentence.replace(
      /\.$/,
      `: text that the client sent was executed, which ${rule.id} forbids.`,
    )
    finding.witnesses[rule.id] = { ...fresh, rule: rule.id, sentence }
  }
}

/** Good cases of one query that differ outside of `works` are worth a look. */
function compareGoodCases(entries: Entry[]): void {
  const [first, ...others] = entries.filter(entry => entry.case.label === 'good' && entry.finding.trouble === undefined)
  const reference = first && goodKeys.get(first.finding)
  if (!first || !reference) return
  for (const other of others) {
    const differing = [...(goodKeys.get(other.finding) ?? [])].filter(([call, keys]) => reference.get(call) !== keys)
    const [example] = differing
    if (!example) continue
    other.finding.remarks.push(
      `gives other rows than ${first.case.path} in ${differing.length} calls, such as ${example[0]}`,
    )
  }
}

function noteKeys({ query }: QueryProof, actor: Actor, entry: Entry, outcomes: Outcome[]): void {
  if (entry.case.label !== 'good') return
  const keys = goodKeys.get(entry.finding) ?? new Map<string, string>()
  goodKeys.set(entry.finding, keys)
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.error) continue
    const column = outcome.columns.indexOf(query.key)
    const found = outcome.rows.map(row => row[column] ?? null).sort()
    const changes = outcome.changes.map(({ table, operation }) => `${table} ${operation}`).sort()
    keys.set(`${actor.name} #${index}`, JSON.stringify([found, changes]))
  }
}

function callerOf({ laboratory, query }: QueryProof, { context }: Actor): Caller {
  return { laboratory, query, context }
}

function sceneOf({ query }: QueryProof, { name, context }: Actor, parameters: Parameters): Scene {
  return { query, actor: name, context, parameters }
}

function completed(query: QueryPlan, given: Parameters): Parameters {
  return { ...Object.fromEntries(query.parameters.map(({ name }) => [name, null])), ...given }
}

function isSameCall(full: Parameters, given: Parameters): boolean {
  return Object.entries(full).every(([name, value]) => value === (given[name] ?? null))
}
