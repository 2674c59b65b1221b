// An oracle that never fires proves nothing. For each rule a leak must be found and a safe statement must not.

import { type Change, LOG, type Outcome, readChange } from '../cases/sql/make-call.ts'
import { judgeCall } from '../checks/writes/judge.ts'
import { CALLER, type TestDatabase } from '../database/test-database.ts'
import { findHidden, outerRules, visibleSql } from '../database/visibility.ts'
import type { Condition, Example, RulePlan, Value } from '../plan/plan.ts'
import { PlanError } from '../plan/plan-error.ts'
import { DatabaseError } from '../postgres/session.ts'
import { identifier } from '../sql/sql-text.ts'
import { floodSql } from '../worlds/row-copies.ts'
import { inWorld, isUnbuilt, type World, worldsOf } from '../worlds/worlds.ts'
import { testQueries } from './self-test-queries.ts'

/** What is wrong with the rules as they are written and the seed as it is, one line each. */
export async function selfTest(database: TestDatabase): Promise<string[]> {
  const failures: string[] = []
  for (const rule of database.plan.rules) {
    if (Object.keys(rule.rows).length + Object.keys(rule.columns).length > 0)
      failures.push(...(await testWorlds(database, rule)))
    if (rule.example) failures.push(...(await testExample(database, rule, rule.example)))
    if (rule.maxRows !== undefined) failures.push(...(await testFlood(database, rule, rule.maxRows)))
  }
  return [...failures, ...(await testQueries(database))]
}

/** For each table or column that the rule speaks of: one caller from whom it hides something. */
async function testWorlds(database: TestDatabase, rule: RulePlan): Promise<string[]> {
  const failures: string[] = []
  const tested = new Set<string>()
  const found = await findHidden(database, database.plan.actors, [rule])
  for (const [actor, context] of Object.entries(database.plan.actors)) {
    for (const world of worldsOf(database, rule, found.get(actor)?.get(rule.id))) {
      if (world.kind === 'values') continue
      for (const target of targetsOf(world)) {
        if (tested.has(`${world.kind} ${target}`)) continue
        const [leak, safe] = statements(database, rule, world, target, context)
        const real = await answers(database, '', [leak, safe])
        const other = await answers(database, world.build(world.hidden), [leak, safe])
        // No such world where a constraint forbids the values; the other one may do.
        if (other === undefined || real === undefined) continue
        if (real[0] === other[0]) continue
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
  const silent = wanted.filter(one => !tested.has(one)).map(one => one.split(' ')[1])
  const computed = silent.filter(one => isComputed(database, one))
  if (computed.length > 0)
    return [...failures, `${rule.id}: ${computed.join(', ')} is computed; name a column that it is computed from too`]
  if (tested.size === 0 || silent.some(one => one?.includes('.'))) {
    failures.push(
      `${rule.id}: the seed has nothing that it hides from any actor in ${silent.join(', ') || 'any table'}`,
    )
  }
  return failures
}

function isComputed({ tables }: TestDatabase, target = ''): boolean {
  const [table = '', column] = target.split('.')
  return tables.get(table)?.columns.some(({ name, isComputed }) => name === column && isComputed) ?? false
}

function targetsOf(world: World): string[] {
  if (world.kind === 'rows') return [...new Set(world.hidden.map(({ table }) => table))]
  return [...new Set(world.hidden.flatMap(({ table, columns }) => columns.map(column => `${table}.${column}`)))]
}

function statements(
  database: TestDatabase,
  rule: RulePlan,
  world: World,
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
  // As text, since not all types can be ordered.
  return [
    `select ${identifier(column ?? '')}::text from ${name} order by 1`,
    `select (case when ${shown} then ${identifier(column ?? '')} end)::text from ${name} order by 1`,
  ]
}

async function answers(database: TestDatabase, world: string, sql: string[]): Promise<string[] | undefined> {
  const found = await inWorld(database, world, async () => {
    const results = await database.session.run(sql.join(';\n'))
    return results.map(({ rows }) => JSON.stringify(rows))
  })
  return isUnbuilt(found) ? undefined : found
}

/** The rule must forbid its forbidden example and allow its allowed one. */
async function testExample(database: TestDatabase, rule: RulePlan, example: Example): Promise<string[]> {
  const context = database.plan.actors[example.as] ?? {}
  const judge = async (statement: Condition): Promise<boolean> => {
    let isForbidden = false
    await inWorld(database, '', async () => {
      const sql = database.bind(statement, { ...example.parameters, ...context })
      let changes: Change[]
      let returned: Pick<Outcome, 'columns' | 'rows'> = { columns: [], rows: [] }
      try {
        const results = await database.session.run(
          `set local role ${CALLER};\n${sql.trim().replace(/;$/, '')}\n;\nreset role; ${LOG}`,
        )
        changes = (results.at(-1)?.rows ?? []).map(readChange)
        returned = results[1] ?? returned
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error
        throw new PlanError(`the example of ${rule.id} fails: ${error.message}.`, statement.line)
      }
      const onReturn = rule.requires.find(({ on }) => on === 'return')
      if (changes.length === 0 && !onReturn)
        throw new PlanError(`the example of ${rule.id} changes nothing.`, statement.line)
      const query = database.plan.queries[0]
      if (!query) return
      const { offences } = await judgeCall(
        {
          database,
          query: { ...query, key: onReturn ? keyOf(database, onReturn.table, returned.columns) : query.key },
          context,
          hidden: new Map(),
        },
        { ...returned, changes },
        example.parameters,
      )
      isForbidden = offences.some(offence => offence.rule === rule.id)
    })
    return isForbidden
  }
  return [
    ...((await judge(example.forbidden)) ? [] : [`${rule.id} does not forbid its forbidden example`]),
    ...((await judge(example.allowed)) ? [`${rule.id} forbids its allowed example`] : []),
  ]
}

function keyOf({ tables }: TestDatabase, table: string, columns: string[]): string {
  return tables.get(table)?.primaryKey.find(column => columns.includes(column)) ?? 'id'
}

async function testFlood(database: TestDatabase, rule: RulePlan, limit: number): Promise<string[]> {
  const tables = Object.keys(rule.flood)
  if (tables.length === 0)
    return [`${rule.id} has max_rows but no "flood", and no table has a key that could be renewed in its copies`]
  const flood = floodSql(database, rule.flood, limit + 20, [])
  const counts = tables.map(table => `select 1 from ${identifier(table)} limit ${limit + 1}`)
  const found = await answers(database, flood, counts)
  const named = rule.isFloodGuessed ? `; write ${floodText(rule)} with the tables that its queries list` : ''
  if (!found) return [`${rule.id}: the flood cannot be made: ${await whyNot(database, flood)}${named}`]
  const short = tables.filter((_, at) => JSON.parse(found[at] ?? '[]').length <= limit)
  if (rule.isFloodGuessed && short.length < tables.length) return []
  return short.map(
    table =>
      `${rule.id}: the flood leaves ${table} below the limit of ${limit}; its seed is empty, or a unique column is not named${named}`,
  )
}

/** As it stands in proof.yaml. */
function floodText({ flood }: RulePlan): string {
  return `flood: {${Object.entries(flood)
    .map(([table, columns]) => `${table}: [${columns.join(', ')}]`)
    .join(', ')}}`
}

/** What the database says against a world. */
async function whyNot({ session }: TestDatabase, world: string): Promise<string> {
  try {
    await session.run(`begin; ${world}`)
  } catch (error) {
    return (error as Error).message
  } finally {
    await session.run('rollback')
  }
  return 'it breaks down'
}
