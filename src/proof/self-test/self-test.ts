// Tests the rules before cases are proved: each rule must catch a built-in leak and leave a safe statement alone. A
// rule that can never break would prove nothing.

import type { Change, Outcome } from '../cases/outcome.ts'
import { CHANGES, readChange } from '../cases/sql/observe-call.ts'
import { judgeCall } from '../checks/writes/write-checks.ts'
import { findHidden } from '../database/hidden-rows.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { outerRules, visibleSql } from '../database/visibility.ts'
import { type Condition, type Example, mainSeed, type RulePlan, type Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { DatabaseError } from '../postgres/session.ts'
import { identifier } from '../sql/sql-text.ts'
import { openWorld } from '../worlds/open-world.ts'
import { copiedTables } from '../worlds/row-copies.ts'
import { worldsOf } from '../worlds/rule-worlds.ts'
import { type RuleWorld, UNCHANGED, type WorldBuild } from '../worlds/world.ts'
import { testAlways } from './self-test-always.ts'
import { failuresAt, type SelfTestFailure } from './self-test-failure.ts'
import { testQueries } from './self-test-queries.ts'
import { testRoles } from './self-test-roles.ts'
import { testShown } from './self-test-shown.ts'

/** What is wrong with the rules of proof.yaml and the seed. */
export async function selfTest(database: TestDatabase): Promise<SelfTestFailure[]> {
  const failures: SelfTestFailure[] = []
  for (const rule of database.plan.rules) {
    failures.push(...(await testConditions(database, rule)))
    if (rule.maxRows !== undefined)
      failures.push(...failuresAt(rule.line, await testFlood(database, rule, rule.maxRows)))
  }
  failures.push(...(await testAlways(database, mainSeed(database.plan))))
  return [...failures, ...(await testQueries(database)), ...(await testRoles(database))]
}

/** What is wrong with the conditions of a rule. */
export async function testConditions(database: TestDatabase, rule: RulePlan): Promise<SelfTestFailure[]> {
  const failures: SelfTestFailure[] = []
  if (Object.keys(rule.rows).length + Object.keys(rule.columns).length > 0)
    failures.push(...failuresAt(rule.line, await testWorlds(database, rule)))
  for (const example of rule.examples) {
    failures.push(...(await testShown(database, rule, example)))
    failures.push(...(await testExample(database, rule, example)))
  }
  return failures
}

/**
 * Each table or column that the rule is about must hide something from one actor, and a safe statement must not notice.
 */
async function testWorlds(database: TestDatabase, rule: RulePlan): Promise<string[]> {
  const failures: string[] = []
  const tested = new Set<string>()
  const found = await findHidden(database, database.plan.actors, [rule])
  for (const [actor, context] of Object.entries(database.plan.actors)) {
    for (const world of worldsOf(database, rule, found.get(actor)?.get(rule.id))) {
      if (world.kind === 'values') continue
      for (const target of targetsOf(world)) {
        if (tested.has(`${world.kind} ${target}`)) continue
        const [leak, safe] = builtInStatements(database, rule, world, target, context)
        const real = await runIn(database, UNCHANGED, [leak, safe])
        const other = await runIn(database, world.build(world.hidden), [leak, safe])
        // A constraint may forbid the values of one world; another world of the rule may be built.
        if ('unbuilt' in other || 'unbuilt' in real || real[0] === other[0]) continue
        tested.add(`${world.kind} ${target}`)
        if (real[1] !== other[1]) {
          failures.push(
            `${rule.id}: what ${actor} may see of ${target} changes when what ${rule.id} hides from them is taken away`,
          )
        }
      }
    }
  }
  const wanted = [
    ...Object.keys(rule.rows)
      .filter(table => table !== '*')
      .map(table => `rows ${table}`),
    ...Object.keys(rule.columns).map(column => `columns ${column}`),
  ]
  const untested = wanted.filter(one => !tested.has(one)).map(one => one.split(' ')[1])
  const computed = untested.filter(one => isComputed(database, one))
  if (computed.length > 0)
    return [
      ...failures,
      `${rule.id}: ${computed.join(', ')} is computed from other columns; name one of these columns in the rule too`,
    ]
  if (tested.size === 0 || untested.some(one => one?.includes('.'))) {
    failures.push(
      `${rule.id}: the seed has nothing that the rule hides from any actor in ${untested.join(', ') || 'any table'}; add such a row`,
    )
  }
  return failures
}

function isComputed({ tables }: TestDatabase, target = ''): boolean {
  const [table = '', column] = target.split('.')
  return tables.get(table)?.columns.some(({ name, isComputed }) => name === column && isComputed) ?? false
}

/** The tables or columns that a world changes. */
function targetsOf(world: RuleWorld): string[] {
  if (world.kind === 'rows') return [...new Set(world.hidden.map(({ table }) => table))]
  return [...new Set(world.hidden.flatMap(({ table, columns }) => columns.map(column => `${table}.${column}`)))]
}

/** A statement that leaks what the rule hides, and one that does not. */
function builtInStatements(
  database: TestDatabase,
  rule: RulePlan,
  world: RuleWorld,
  target: string,
  context: Record<string, Value>,
): [string, string] {
  const [table = '', column] = target.split('.')
  const name = identifier(table)
  if (world.kind === 'rows') {
    const outer = outerRules(database, rule).flatMap(one => visibleSql(database, one, table, context) ?? [])
    const within = outer.length === 0 ? 'true' : outer.join(' and ')
    const visible = visibleSql(database, rule, table, context) ?? 'true'
    return [
      `select to_jsonb(${name}) from ${name} order by 1`,
      `select to_jsonb(${name}) from ${name} where ${visible} and ${within} order by 1`,
    ]
  }
  const condition = rule.columns[target]
  const shown = condition ? database.bind(condition, context) : 'true'
  // As text, since not all types can be sorted.
  return [
    `select ${identifier(column ?? '')}::text from ${name} order by 1`,
    `select (case when ${shown} then ${identifier(column ?? '')} end)::text from ${name} order by 1`,
  ]
}

/** The results of statements in a world. */
async function runIn(
  database: TestDatabase,
  build: WorldBuild,
  sql: string[],
): Promise<string[] | { unbuilt: string }> {
  await using world = await openWorld(database, build)
  if (world.unbuilt !== undefined) return { unbuilt: world.unbuilt }
  const results = await database.session.run(sql.join(';\n'))
  return results.map(({ rows }) => JSON.stringify(rows))
}

/** The rule must forbid the example under `forbidden` and allow the one under `allowed`. */
async function testExample(database: TestDatabase, rule: RulePlan, example: Example): Promise<SelfTestFailure[]> {
  const context = database.plan.actors[example.as] ?? {}
  const ofActor = (await findHidden(database, { [example.as]: context }, [rule])).get(example.as)
  const hidden = new Map([[rule.id, ofActor?.get(rule.id)?.rows ?? []]])
  const isForbidden = async (statement: Condition): Promise<boolean> => {
    await using _ = await openWorld(database, UNCHANGED)
    const { changes, returned } = await runExample(database, rule, statement, { ...example.parameters, ...context })
    const onReturn = rule.requires.find(({ on }) => on === 'return')
    if (changes.length === 0 && !onReturn)
      throw new PlanError(`the example of ${rule.id} changes no row, so the rule cannot judge it.`, statement.line)
    const query = database.plan.queries[0]
    if (!query) return false
    const key = onReturn ? keyOf(database, onReturn.table, returned.columns) : query.key
    const call = { database, query: { ...query, key }, context, hidden }
    const { violations } = await judgeCall(call, { ...returned, changes }, example.parameters)
    return violations.some(violation => violation.rule === rule.id)
  }
  const failures: SelfTestFailure[] = []
  const { allowed, forbidden } = example
  if (forbidden && !(await isForbidden(forbidden)))
    failures.push({ message: `${rule.id} does not forbid the example under "forbidden"`, line: forbidden.line })
  if (allowed && (await isForbidden(allowed)))
    failures.push({ message: `${rule.id} forbids the example under "allowed"`, line: allowed.line })
  return failures
}

async function runExample(
  database: TestDatabase,
  { id }: RulePlan,
  statement: Condition,
  values: Record<string, Value>,
): Promise<{ changes: Change[]; returned: Pick<Outcome, 'columns' | 'rows'> }> {
  const sql = database.bind(statement, values).trim().replace(/;$/, '')
  try {
    const results = await database.session.run(
      `set local role ${database.session.caller};\n${sql}\n;\nreset role; ${CHANGES}`,
    )
    const changes = (results.at(-1)?.rows ?? []).map(readChange)
    return { changes, returned: results[1] ?? { columns: [], rows: [] } }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    throw new PlanError(`the example of ${id} fails: ${error.message}.`, statement.line)
  }
}

function keyOf({ tables }: TestDatabase, table: string, columns: string[]): string {
  return tables.get(table)?.primaryKey.find(column => columns.includes(column)) ?? 'id'
}

/** The tables of `flood` must have more rows than the limit, once they are filled with copies. */
async function testFlood(database: TestDatabase, rule: RulePlan, limit: number): Promise<string[]> {
  const tables = Object.keys(rule.flood)
  if (tables.length === 0)
    return [`${rule.id} has max_rows but no "flood", and no table has a key that could get new values in copies`]
  const flood = copiedTables(database, rule.flood, limit + 20, [])
  const counts = tables.map(table => `select 1 from ${identifier(table)} limit ${limit + 1}`)
  const found = await runIn(database, flood, counts)
  const hint = rule.isFloodGuessed ? `; write ${floodText(rule)} in the rule, with the tables that queries list` : ''
  if ('unbuilt' in found) return [`${rule.id}: the flood cannot be made: ${found.unbuilt}${hint}`]
  const unfilled = tables.filter((_, at) => JSON.parse(found[at] ?? '[]').length <= limit)
  if (rule.isFloodGuessed && unfilled.length < tables.length) return []
  return unfilled.map(
    table =>
      `${rule.id}: the flood leaves ${table} below the limit of ${limit}; the seed has no row of ${table}, or "flood" does not name a unique column${hint}`,
  )
}

/** The `flood` of a rule as proof.yaml would have it. */
function floodText({ flood }: RulePlan): string {
  return `flood: {${Object.entries(flood)
    .map(([table, columns]) => `${table}: [${columns.join(', ')}]`)
    .join(', ')}}`
}
