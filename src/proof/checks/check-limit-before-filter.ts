// A limit that is applied before the filter: with many hidden rows, permitted ones find no room. A seed is too small to
// show it, so hidden rows are copied, with keys after and before all others, some of them in time too, and once more with
// all that belongs to them.

import { makeCall } from '../cases/sql/make-call.ts'
import { type Print, printCalls, printText } from '../cases/sql/run-calls.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { type HiddenRow, visibleSql } from '../database/visibility.ts'
import type { RulePlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { tellPlainly } from '../witness/tell.ts'
import { copiesSql, hasFamilies } from '../worlds/row-copies.ts'
import { inWorld, isUnbuilt } from '../worlds/worlds.ts'
import { type Actor, callerOf, completed, type Entry, isOpen, sceneOf, type Trial } from './trial.ts'

/** More copies than the limit, by this many. */
const SURPLUS = 20
const MOST_COPIED = 10
/** Of each table; all that these belong to comes along. */
const MOST_FAMILIES = 3

/** The calls that work, of cases with a limit in a part of them, among many rows that a rule hides. */
export async function checkCrowd(trial: Trial, entries: Entry[]): Promise<void> {
  const { rules } = trial.database.plan
  const limiting = rules.find(({ maxRows }) => maxRows !== undefined)
  const inner = entries.filter(({ prepared, origin }) => prepared.hasInnerLimit && !origin)
  if (limiting?.maxRows === undefined || inner.length === 0) return
  const crowd: Crowd = { flood: limiting.flood, copies: limiting.maxRows + SURPLUS }
  for (const actor of trial.actors) {
    const mine = inner.filter(entry => isOpen(entry) && entry.works.some(({ as }) => as === actor.name))
    const hiddenBy = ({ id }: RulePlan) => (actor.hidden.get(id) ?? []).filter(({ table }) => table in crowd.flood)
    if (mine.length === 0 || rules.every(rule => hiddenBy(rule).length === 0)) continue
    const real = (await runAll(trial, actor, mine, [], ''))?.prints ?? new Map()
    // Among all that any rule hides, first: what is the same there is the same among what each of them hides.
    const suspects = new Set<Entry>()
    await among(trial, actor, mine, rules.map(hiddenBy), crowd, [], ({ prints }) => {
      for (const entry of mine) if (differingCall(entry, real, prints) >= 0) suspects.add(entry)
    })
    for (const rule of suspects.size > 0 ? rules : []) {
      const counts = countsOf(trial, actor, rule)
      const left = [...suspects].filter(entry => !(rule.id in entry.finding.witnesses))
      const rows = hiddenBy(rule)
      if (left.length === 0 || rows.length === 0) continue
      const visible = (await runAll(trial, actor, [], counts, ''))?.visible
      await among(trial, actor, left, [rows], crowd, counts, async (found, sql) => {
        // Copies that the rule shows would be no crowd, but more rows to see.
        if (found.visible !== visible) return
        for (const entry of left) await tell(trial, actor, rule, entry, real, found.prints, sql)
      })
    }
  }
}

interface Crowd {
  flood: RulePlan['flood']
  /** Of each row. */
  copies: number
}

interface Found {
  prints: Prints
  /** How many rows the rule shows. */
  visible: string
}

/** What the calls give with copies of these rows after all others, and before them; then with families of copies. */
async function among(
  trial: Trial,
  actor: Actor,
  entries: Entry[],
  hidden: HiddenRow[][],
  { flood, copies }: Crowd,
  counts: string[],
  look: (found: Found, sql: string) => void | Promise<void>,
): Promise<void> {
  const families = hasFamilies(trial.database, flood) ? [false, true] : [false]
  const worlds = families.flatMap(isFamily => {
    const chosen = hidden.flatMap(rows => spread(rows, isFamily ? MOST_FAMILIES : MOST_COPIED))
    const copied = once(isFamily ? withParents(trial.database, chosen, hidden.flat()) : chosen)
    return [true, false].map(isAfter =>
      copiesSql(trial.database, flood, copied, copies, { isAfter, isFamily, inTime: SURPLUS }),
    )
  })
  // Keys that have no order make the same world twice.
  for (const sql of new Set(worlds)) {
    const found = await runAll(trial, actor, entries, counts, sql)
    if (found) await look(found, sql)
  }
}

type Prints = Map<Entry, Print[]>

function callsOf({ query, works }: Entry, { name, context }: Actor) {
  return works
    .filter(({ as }) => as === name)
    .map(({ parameters }) => ({ context, parameters: completed(query, parameters) }))
}

/** Undefined: the world cannot be built. */
async function runAll(
  trial: Trial,
  actor: Actor,
  entries: Entry[],
  counts: string[],
  world: string,
): Promise<Found | undefined> {
  const { database } = trial
  const prints: Prints = new Map()
  let visible = ''
  const built = await inWorld(database, world, async () => {
    if (counts.length > 0)
      visible = JSON.stringify((await database.session.run(counts.join(';\n'))).map(({ rows }) => rows))
    for (const entry of entries) {
      trial.onCase(entry.case.path)
      prints.set(entry, await printCalls(database, entry.query, entry.prepared, callsOf(entry, actor)))
    }
  })
  return isUnbuilt(built) ? undefined : { prints, visible }
}

/** Questions for how many rows the rule shows. */
function countsOf({ database }: Trial, { context }: Actor, rule: RulePlan): string[] {
  return Object.keys(rule.rows).flatMap(table => {
    const visible = table === '*' ? undefined : visibleSql(database, rule, table, context)
    return visible === undefined ? [] : `select count(*) from ${identifier(table)} where ${visible}`
  })
}

/** The first of the calls that gives something else; -1 where none does. */
function differingCall(entry: Entry, real: Prints, other: Prints): number {
  const text = (print: Print | undefined) => print && printText(print, entry.prepared.isOrdered)
  return (real.get(entry) ?? []).findIndex((print, nth) => text(print) !== text(other.get(entry)?.[nth]))
}

async function tell(
  trial: Trial,
  actor: Actor,
  rule: RulePlan,
  entry: Entry,
  real: Prints,
  other: Prints,
  world: string,
): Promise<void> {
  const { prepared, finding } = entry
  const at = differingCall(entry, real, other)
  const call = callsOf(entry, actor)[at]
  if (!call || rule.id in finding.witnesses) return
  await inWorld(trial.database, world, async () => {
    const outcome = await makeCall(callerOf(trial, entry, actor), prepared, call.parameters)
    const [before, after] = [real, other].map(prints => prints.get(entry)?.[at]?.count ?? 0)
    const rows = before === after ? `${before} other rows` : `${after} rows instead of ${before}`
    const what = `got ${rows} where there are many more of the rows that ${rule.id} hides from them`
    finding.witnesses[rule.id] = tellPlainly(sceneOf(entry, actor, call.parameters), rule.id, what, outcome)
  })
}

/** Some of the rows of each table, evenly spread over all of them. */
function spread(rows: HiddenRow[], most: number): HiddenRow[] {
  return [...Map.groupBy(rows, ({ table }) => table).values()].flatMap(group => {
    const step = Math.max(1, Math.ceil(group.length / most))
    return group.filter((_, at) => at % step === 0)
  })
}

/** These rows and what they belong to, as far as that is in the pool too. */
function withParents({ tables }: TestDatabase, rows: HiddenRow[], pool: HiddenRow[]): HiddenRow[] {
  const byTable = Map.groupBy(pool, ({ table }) => table)
  const all = new Set(rows)
  // The set grows while it is walked, up to those that belong to nothing.
  for (const { table, image } of all) {
    const child = JSON.parse(image)
    for (const { columns, table: parent, targets } of tables.get(table)?.references ?? []) {
      const isParent = ({ image: of }: HiddenRow) =>
        targets.every((target, at) => JSON.parse(of)[target] === child[columns[at] ?? ''])
      const found = byTable.get(parent)?.find(isParent)
      if (found) all.add(found)
    }
  }
  return [...all]
}

function once(rows: HiddenRow[]): HiddenRow[] {
  return [...new Map(rows.map(row => [`${row.table} ${row.place}`, row])).values()]
}
