// A limit that is applied before the filter: with many hidden rows, permitted ones find no room. A seed is too small to
// show it, so hidden rows are copied, with keys after and before all others.

import { makeCall } from './make-call.ts'
import type { RulePlan } from './plan.ts'
import { type Print, printCalls, printText } from './print-calls.ts'
import { identifier } from './sql-text.ts'
import { tellPlainly } from './tell.ts'
import { type Actor, callerOf, completed, type Entry, isOpen, sceneOf, type Trial } from './trial.ts'
import { type HiddenRow, visibleSql } from './visibility.ts'
import { copiesSql, inWorld } from './worlds.ts'

/** More copies than the limit, by this many. */
const SURPLUS = 20
const MOST_COPIED = 10

/** The calls that work, of cases with a limit in a part of them, among many rows that a rule hides. */
export async function checkCrowd(trial: Trial, entries: Entry[]): Promise<void> {
  const { plan } = trial.laboratory
  const limiting = plan.rules.find(({ maxRows }) => maxRows !== undefined)
  const inner = entries.filter(({ prepared, origin }) => prepared.hasInnerLimit && !origin)
  if (limiting?.maxRows === undefined || inner.length === 0) return
  for (const actor of trial.actors) {
    for (const rule of plan.rules) {
      const mine = inner.filter(
        entry =>
          isOpen(entry) && !(rule.id in entry.finding.witnesses) && entry.works.some(({ as }) => as === actor.name),
      )
      const hidden = Map.groupBy(actor.hidden.get(rule.id) ?? [], ({ table }) => table)
      const crowd = Object.keys(limiting.flood).flatMap(table => spread(hidden.get(table) ?? []))
      if (mine.length === 0 || crowd.length === 0) continue
      const real = await runAll(trial, actor, rule, mine, '')
      for (const isAfter of [true, false]) {
        const sql = copiesSql(trial.laboratory, limiting.flood, crowd, limiting.maxRows + SURPLUS, isAfter)
        const other = await runAll(trial, actor, rule, mine, sql)
        // Copies that the rule shows would be no crowd, but more rows to see.
        if (!real || !other || real.visible !== other.visible) continue
        for (const entry of mine) await compare(trial, actor, rule, entry, real.prints, other.prints, sql)
      }
    }
  }
}

type Prints = Map<Entry, Print[]>

function callsOf({ query, works }: Entry, { name, context }: Actor) {
  return works
    .filter(({ as }) => as === name)
    .map(({ parameters }) => ({ context, parameters: completed(query, parameters) }))
}

/** What the calls give in a world, and how many rows the rule shows there. */
async function runAll(
  trial: Trial,
  actor: Actor,
  rule: RulePlan,
  entries: Entry[],
  world: string,
): Promise<{ prints: Prints; visible: string } | undefined> {
  const { laboratory } = trial
  const prints: Prints = new Map()
  const counts = Object.keys(rule.rows).flatMap(table => {
    const visible = table === '*' ? undefined : visibleSql(laboratory, rule, table, actor.context)
    return visible === undefined ? [] : `select count(*) from ${identifier(table)} where ${visible}`
  })
  let visible = ''
  const isBuilt = await inWorld(laboratory, world, async () => {
    visible = JSON.stringify((await laboratory.session.run(counts.join(';\n'))).map(({ rows }) => rows))
    for (const entry of entries) {
      trial.onCase(entry.case.path)
      prints.set(entry, await printCalls(laboratory, entry.query, entry.prepared, callsOf(entry, actor)))
    }
  })
  return isBuilt ? { prints, visible } : undefined
}

async function compare(
  trial: Trial,
  actor: Actor,
  rule: RulePlan,
  entry: Entry,
  real: Prints,
  other: Prints,
  world: string,
): Promise<void> {
  const { prepared, finding } = entry
  const text = (print: Print | undefined) => print && printText(print, prepared.isOrdered)
  const at = (real.get(entry) ?? []).findIndex((print, nth) => text(print) !== text(other.get(entry)?.[nth]))
  const call = callsOf(entry, actor)[at]
  if (!call || rule.id in finding.witnesses) return
  await inWorld(trial.laboratory, world, async () => {
    const outcome = await makeCall(callerOf(trial, entry, actor), prepared, call.parameters)
    const [before, after] = [real, other].map(prints => prints.get(entry)?.[at]?.count ?? 0)
    const rows = before === after ? `${before} other rows` : `${after} rows instead of ${before}`
    const what = `got ${rows} where there are many more of the rows that ${rule.id} hides from them`
    finding.witnesses[rule.id] = tellPlainly(sceneOf(entry, actor, call.parameters), rule.id, what, outcome)
  })
}

/** Some of the rows, evenly spread over all of them. */
function spread(rows: HiddenRow[]): HiddenRow[] {
  const step = Math.max(1, Math.ceil(rows.length / MOST_COPIED))
  return rows.filter((_, at) => at % step === 0)
}
