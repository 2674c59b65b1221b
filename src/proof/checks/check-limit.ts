import { makeCall } from '../cases/sql/make-call.ts'
import { type Call, printCalls } from '../cases/sql/run-calls.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { RulePlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { tellPlainly } from '../witness/tell.ts'
import { familyFloodSql, floodSql, linkFloods } from '../worlds/row-copies.ts'
import { inWorld, isUnbuilt } from '../worlds/worlds.ts'
import { countRows, type Lists, mayGather } from './count-rows.ts'
import { actorOf, callerOf, completed, type Entry, isOpen, sceneOf, type Trial } from './trial.ts'

/** More copies than the limit, by this many. */
const SURPLUS = 20

/** Thousands of permitted rows: how many come back in one call? */
export async function checkLimit(trial: Trial, entries: Entry[]): Promise<void> {
  for (const rule of trial.database.plan.rules) {
    for (const [query, group] of Map.groupBy(entries, entry => entry.query)) {
      const limit = query.maxRows === undefined ? rule.maxRows : query.maxRows
      if (rule.maxRows === undefined || limit === null || limit === undefined || !group.some(isOpen)) continue
      const keysOf = (most: number) => [
        ...new Set(group.flatMap(entry => entry.permitted.flatMap(keys => keys.slice(0, most)))),
      ]
      // The first row that each call may give, mostly; all of them where these cannot be copied; then with all that hangs on them.
      const floods = [
        () => floodSql(trial.database, rule.flood, limit + SURPLUS, keysOf(1)),
        () => floodSql(trial.database, rule.flood, limit + SURPLUS, keysOf(Number.POSITIVE_INFINITY)),
        () => familyFloodSql(trial.database, rule.flood, limit + SURPLUS, keysOf(Number.POSITIVE_INFINITY)),
      ]
      for (const floodOf of floods) {
        const flood = floodOf()
        const counted = await inWorld(trial.database, flood, async () => {
          for (const entry of group) if (isOpen(entry)) await countAll(trial, entry, rule, limit)
        })
        // Nobody has counted: that must not look as if few came.
        if (isUnbuilt(counted))
          for (const { finding } of group) finding.flood[rule.id] ??= { limit, most: 0, unbuilt: counted.unbuilt }
        if (group.some(({ finding }) => (finding.flood[rule.id]?.most ?? 0) >= limit)) break
      }
      // A case may list links, whatever the others list, and beside another list that has filled its page.
      for (const { links, flood } of rule.isFloodGuessed ? linkFloods(trial.database.tables) : []) {
        const linking = group.filter(entry => isOpen(entry) && mayList(entry, rule, limit, links))
        if (linking.length === 0) continue
        const sql = familyFloodSql(trial.database, flood, limit + SURPLUS, keysOf(Number.POSITIVE_INFINITY))
        await inWorld(trial.database, sql, async () => {
          for (const entry of linking) await countAll(trial, entry, rule, limit)
        })
      }
      // One good case that fills its page shows that the flood is one; another may stop earlier.
      const good = group.filter(entry => entry.case.label === 'good')
      if (good.some(({ finding }) => (finding.flood[rule.id]?.most ?? 0) >= limit))
        for (const { finding } of good) delete finding.flood[rule.id]
    }
  }
}

function mayList({ case: { code }, finding }: Entry, { id }: RulePlan, limit: number, tables: string[]): boolean {
  if (id in finding.witnesses) return false
  return (finding.flood[id]?.most ?? 0) < limit || tables.some(name => code.includes(name))
}

async function countAll(trial: Trial, entry: Entry, rule: RulePlan, limit: number): Promise<void> {
  const { query, prepared, finding } = entry
  trial.onCase(entry.case.path)
  const works = query.works.map(({ as, parameters }) => {
    const actor = actorOf(trial, as)
    return { actor, context: actor.context, parameters: completed(query, parameters) }
  })
  // A number that comes from no column may be the page size, whether or not it is said to be.
  const limits = query.parameters.filter(
    ({ isLimit, columns, type }) => isLimit || (columns.length === 0 && /^(small|big)?int(eger)?$/.test(type ?? '')),
  )
  const sized = works.slice(0, 1).flatMap(call =>
    limits.flatMap(({ name }) =>
      [null, '-1', '1000000', String(limit + 1)].map(size => ({
        ...call,
        parameters: { ...call.parameters, [name]: size },
      })),
    ),
  )
  const calls = [...works, ...sized]
  const counts = await countEach(trial, entry, calls)
  const most = Math.max(finding.flood[rule.id]?.most ?? 0, ...counts)
  finding.flood[rule.id] = { limit, most }
  const call = calls[counts.findIndex(count => count > limit)]
  if (!call) return
  if (entry.origin) finding.killedBy ??= rule.id
  else if (!(rule.id in finding.witnesses)) {
    const outcome = await makeCall(callerOf(trial, entry, call.actor), prepared, call.parameters)
    const scene = sceneOf(entry, call.actor, call.parameters)
    const count = countRows(outcome, await listsOf(trial.database, entry))
    const what = `got ${count} rows, where ${rule.id} allows ${limit}`
    finding.witnesses[rule.id] = tellPlainly(scene, rule.id, what, { ...outcome, rows: outcome.rows.slice(0, 1) })
  }
}

/** Rows can come in an array or in JSON too: then the whole result is looked at. */
async function countEach(trial: Trial, entry: Entry, calls: Call[]): Promise<number[]> {
  // A size of -1 mostly fails, and one that fails slows down the others.
  const isOdd = ({ parameters }: Call) => Object.values(parameters).includes('-1')
  const run = (some: Call[]) => printCalls(trial.database, entry.query, entry.prepared, some)
  const [plain, odd] = [await run(calls.filter(call => !isOdd(call))), await run(calls.filter(isOdd))]
  const prints = calls.map(call => (isOdd(call) ? odd : plain).shift())
  const counts = prints.map(print => print?.count ?? 0)
  if (!entry.prepared.isNested) return counts
  const lists = await listsOf(trial.database, entry)
  for (const [index, call] of calls.entries()) {
    if (prints[index]?.error !== undefined || counts[index] === 0) continue
    const outcome = await makeCall(callerOf(trial, entry, call), entry.prepared, call.parameters)
    counts[index] = countRows(outcome, lists)
    // Text that holds no list in the first call holds none in the others.
    if (counts[index] === prints[index]?.count && !outcome.rows.flat().some(cell => /^\s*[[{]/.test(cell ?? ''))) break
  }
  return counts
}

async function listsOf(database: TestDatabase, entry: Entry): Promise<Lists> {
  return {
    areGathered: database.mayGather || mayGather(entry.case.code),
    stored: await storedLists(database),
  }
}

/** The arrays and JSON that stand in tables. A flood has no others than the seed. */
async function storedLists({ session, tables }: TestDatabase): Promise<Set<string>> {
  const parts = [...tables.values()].flatMap(({ name, columns }) =>
    columns
      .filter(({ baseType }) => /\[\]$|^jsonb?$/.test(baseType))
      .map(column => ({ column: identifier(column.name), table: identifier(name) }))
      .map(({ column, table }) => `select ${column}::text, to_jsonb(${column})::text from ${table}`),
  )
  if (parts.length === 0) return new Set()
  const [result] = await session.run(parts.join(' union '))
  const stored = new Set<string>()
  for (const [text, json] of result?.rows ?? []) {
    if (text) stored.add(text)
    if (json) stored.add(JSON.stringify(JSON.parse(json)))
  }
  return stored
}
