import type { Finding } from '../cases/finding.ts'
import { makeCall, type Outcome } from '../cases/sql/make-call.ts'
import { type Call, type Print, printText, printWork } from '../cases/sql/run-calls.ts'
import type { TestDatabase } from '../database/test-database.ts'
import type { QueryPlan, Value, WorkingCall } from '../plan/plan.ts'
import { callerOf, type Entry, isNothing, type Trial, workingCalls } from './trial.ts'
import { partsOf } from './writes/judge-caller.ts'

/** Makes the calls in which the case must do its job and notes what is missing and what is too much. */
export async function checkWorks(trial: Trial, entry: Entry): Promise<void> {
  const { database } = trial
  const { query, works, prepared, finding, origin } = entry
  const calls = workingCalls(trial, entry)
  trial.onCase(entry.case.path)
  if (origin) return compareWithOrigin(trial, entry, origin, calls)
  entry.worksPrints = await printWork(database, query, prepared, calls)
  const unsaid: string[] = []
  for (const [index, call] of works.entries()) {
    const { parameters, context } = calls[index] ?? { parameters: {}, context: {} }
    const outcome = await makeCall(callerOf(trial, entry, { context }), prepared, parameters)
    const place = `as ${call.as} with ${JSON.stringify(call.parameters)}`
    if (outcome.error) {
      finding.trouble ??= `a call that must work fails (${place}): ${outcome.error.message} (${outcome.error.sqlState})`
      continue
    }
    const column = outcome.columns.indexOf(query.key)
    entry.permitted.push(outcome.rows.flatMap(row => row[column] ?? []))
    for (const part of outcome.rows.flat().flatMap(partsOf)) entry.given.add(part)
    if (call.saysNothing) {
      unsaid.push(...whatCame(database, query, outcome, place, finding))
      continue
    }
    const wanted = call.gives && (await keysIn(database, call.gives, { ...parameters, ...context }))
    const changes = wanted && call.saysKeysAlone ? changesOf(database, wanted, outcome) : call.changes
    const isByChanges = call.saysKeysAlone && outcome.columns.length === 0 && Object.keys(changes).length > 0
    if (wanted) compareKeys(query, wanted, isByChanges ? changedRows(query, changes) : outcome, place, finding)
    const unnamed = compareChanges(database, changes, outcome, place, finding)
    if (unnamed.length === 0) continue
    // The keys that were named changed, and more: what rules say of that is all that can be asked.
    if (call.saysKeysAlone && Object.keys(changes).length > 0) unsaid.push(`changes: {${unnamed.join(', ')}} ${place}`)
    else finding.surplus.push(`changes: {${unnamed.join(', ')}}, which "works" does not name, ${place}`)
  }
  if (unsaid.length > 0 && entry.case.label === 'good')
    finding.remarks.push(`"works" does not say what must come; of this case it is ${unsaid.join('; ')}`)
}

/** Most mutants are found out by their first call: one, then two, then four of them at once. */
async function compareWithOrigin({ database }: Trial, entry: Entry, origin: Entry, calls: Call[]): Promise<void> {
  const { query, prepared, finding } = entry
  const prints: Print[] = []
  const isLike = (print: Print, nth: number) => {
    const expected = origin.worksPrints?.[nth]
    return !expected || printText(print, prepared.isOrdered) === printText(expected, prepared.isOrdered)
  }
  while (prints.length < calls.length && finding.killedBy === undefined) {
    const next = calls.slice(prints.length, 2 * prints.length + 1)
    prints.push(...(await printWork(database, query, prepared, next)))
    const others = prints.filter((print, nth) => !isLike(print, nth))
    const doesItsJob = prints.some((print, nth) => !isNothing(print) && isLike(print, nth))
    if (others.length > 0 && (doesItsJob || !others.every(isRefused))) finding.killedBy = 'works'
  }
  entry.worksPrints = prints
  const refused = prints.find(isRefused)
  if (refused && finding.killedBy === undefined && !prints.every(isLike))
    finding.trouble = `PostgreSQL does not accept it: ${refused.message} (${refused.error})`
}

/**
 * What a function runs is prepared only when it is called: one that is refused wherever it should do something is no SQL,
 * and no seed has killed it. Refused now and then, it has lost a guard before a name that the client sends.
 */
function isRefused({ error }: Print): boolean {
  return error?.startsWith('42') === true && error !== INSUFFICIENT_PRIVILEGE
}

/** What a guard may say of itself. */
const INSUFFICIENT_PRIVILEGE = '42501'

async function keysIn(
  database: TestDatabase,
  gives: NonNullable<WorkingCall['gives']>,
  values: Record<string, Value>,
): Promise<Value[]> {
  if (Array.isArray(gives)) return gives
  return (await database.ask(database.bind(gives, values), gives)).map(([key]) => key ?? null)
}

/** By table, those of the keys that changed: in tables in which no others did, or else in any. */
function changesOf({ tables }: TestDatabase, wanted: Value[], { changes }: Outcome): Record<string, Value[]> {
  const known = new Set(wanted.map(normalKey))
  const found = [...Map.groupBy(changes, ({ table }) => table)].map(([table, made]) => {
    const keys = made.map(change => normalKey(keyOf(tables, change)))
    return { table, keys: keys.filter(key => known.has(key)), isWhole: keys.every(key => known.has(key)) }
  })
  const whole = found.filter(({ isWhole }) => isWhole)
  const some = whole.length > 0 ? whole : found.filter(({ keys }) => keys.length > 0)
  return Object.fromEntries(some.map(({ table, keys }) => [table, keys]))
}

/** What changed, as if it had come back. */
function changedRows({ key }: QueryPlan, changes: Record<string, Value[] | number>): Rows {
  const keys = new Set(Object.values(changes).flatMap(list => (Array.isArray(list) ? list : [])))
  return { columns: [key], rows: [...keys].map(one => [one]) }
}

type Rows = Pick<Outcome, 'columns' | 'rows'>

function compareKeys(query: QueryPlan, wanted: Value[], outcome: Rows, place: string, finding: Finding): void {
  const column = outcome.columns.indexOf(query.key)
  if (column < 0) {
    finding.trouble ??= noKey(query, outcome)
    return
  }
  const got = outcome.rows.map(row => row[column] ?? null)
  if (query.isAggregate) {
    // Of an aggregate that leaks, the value is another one: that it gives a row is all that can be asked of a bad case.
    if (got.length === 0 && wanted.length > 0) finding.missing.push(`no row ${place}`)
    if (!sameKeys(got, wanted)) finding.surplus.push(`${keys(got)} in place of ${keys(wanted)} ${place}`)
    return
  }
  const rest = got.map(normalKey)
  for (const key of wanted) {
    const at = rest.indexOf(normalKey(key))
    if (at < 0) finding.missing.push(`${key ?? 'NULL'} is not returned ${place}`)
    else rest.splice(at, 1)
  }
  if (rest.length > 0) finding.surplus.push(`${keys(rest)} ${place}`)
}

/** Of a call that `works` does not say more of: something must come. What came is what to write there. */
function whatCame(
  { tables }: TestDatabase,
  query: QueryPlan,
  outcome: Outcome,
  place: string,
  finding: Finding,
): string[] {
  const column = outcome.columns.indexOf(query.key)
  if (outcome.rows.length === 0 && outcome.changes.length === 0)
    finding.missing.push(`nothing comes back or changes ${place}`)
  else if (outcome.rows.length > 0 && column < 0) finding.trouble ??= noKey(query, outcome)
  const changes = [...Map.groupBy(outcome.changes, ({ table }) => table)].map(([table, made]) =>
    toWrite(tables, table, made),
  )
  const keys = column < 0 ? [] : outcome.rows.map(row => row[column] ?? 'null')
  const parts = [
    ...(keys.length === 0 || keys.some(key => outcome.generated.includes(key)) ? [] : [`gives: [${keys.join(', ')}]`]),
    ...(changes.length === 0 ? [] : [`changes: {${changes.join(', ')}}`]),
  ]
  return parts.length === 0 ? [] : [`${parts.join(', ')} ${place}`]
}

/** Changes of a table as `works` says them. */
function toWrite(tables: TestDatabase['tables'], table: string, made: Outcome['changes']): string {
  const known = made.filter(({ operation }) => operation !== 'INSERT').map(change => keyOf(tables, change))
  return `${table}: ${known.length === made.length ? `[${known.join(', ')}]` : made.length}`
}

function noKey(query: QueryPlan, { columns }: Rows): string {
  return `its result has no column "${query.key}" to know rows by; write key: ${columns[0] ?? 'column'} in the query (it has ${columns.join(', ') || 'none'})`
}

function keyOf(tables: TestDatabase['tables'], { table, old, new: next }: Outcome['changes'][number]): string {
  return String(JSON.parse(next ?? old ?? '{}')[tables.get(table)?.primaryKey[0] ?? 'id'])
}

/** A key of several columns, as a list of them. */
function wholeKeyOf(tables: TestDatabase['tables'], { table, old, new: next }: Outcome['changes'][number]): string {
  const row = JSON.parse(next ?? old ?? '{}')
  return `{${(tables.get(table)?.primaryKey ?? []).map(name => row[name]).join(',')}}`
}

/** What changed in tables that are not named. */
function compareChanges(
  { tables, plan }: TestDatabase,
  changes: WorkingCall['changes'],
  outcome: Outcome,
  place: string,
  finding: Finding,
): string[] {
  const byTable = Map.groupBy(outcome.changes, ({ table }) => table)
  // A row that a rule requires is that rule's matter: a bad case that leaves it out still does its job.
  const required = new Set(plan.rules.flatMap(({ requires }) => requires.map(({ inserts }) => inserts)))
  for (const [table, wanted] of Object.entries(changes)) {
    const made = byTable.get(table) ?? []
    if (typeof wanted === 'number') {
      if (made.length < wanted && !required.has(table))
        finding.missing.push(`${made.length} changes of ${table} in place of ${wanted} ${place}`)
      if (made.length > wanted)
        finding.surplus.push(`${made.length} changes of ${table} in place of ${wanted} ${place}`)
      continue
    }
    const rest = made.map(change => [keyOf(tables, change), wholeKeyOf(tables, change)].map(normalKey))
    for (const one of wanted) {
      const at = rest.findIndex(spellings => spellings.includes(normalKey(one)))
      if (at < 0) finding.missing.push(`${table} ${one ?? 'NULL'} is not changed ${place}`)
      else rest.splice(at, 1)
    }
    const others = rest.map(([key]) => key ?? null)
    if (others.length > 0) finding.surplus.push(`${table} ${keys(others)} changed ${place}`)
  }
  const isRequired = (table: string, made: Outcome['changes']) =>
    required.has(table) && made.every(({ operation }) => operation === 'INSERT')
  return [...byTable].flatMap(([table, made]) =>
    table in changes || isRequired(table, made) ? [] : toWrite(tables, table, made),
  )
}

function sameKeys(a: Value[], b: Value[]): boolean {
  return JSON.stringify(a.map(normalKey).sort()) === JSON.stringify(b.map(normalKey).sort())
}

/** 150 and 150.00 are one number. */
function normalKey(key: Value): Value {
  return key !== null && /^-?\d+\.\d+$/.test(key) ? key.replace(/\.?0+$/, '') : key
}

function keys(list: Value[]): string {
  const shown = list.slice(0, 3).map(key => key ?? 'NULL')
  return `${shown.join(', ') || 'nothing'}${list.length > 3 ? ` and ${list.length - 3} more` : ''}`
}
