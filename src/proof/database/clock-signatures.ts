import type { RulePlan } from '../plan/plan.ts'
import { identifier } from '../sql/sql-text.ts'
import { type Actors, actorsSql, bindActorColumns } from './hidden-rows.ts'
import type { TestDatabase } from './test-database.ts'
import { hiddenSql, rowCondition } from './visibility.ts'

/** By rule, a text that says which rows the rule hides from a caller. */
export type Signature = ReadonlyMap<string, string>

/**
 * By caller, what rules hide from the caller, as far as that depends on the clock. Callers with the same texts see the
 * same. Tables without a condition of their own on the clock (`via`) are left out: what is hidden
 * in them follows.
 */
export async function clockSignatures(
  database: TestDatabase,
  actors: Actors,
  clock: string,
): Promise<Map<string, Signature>> {
  const names = Object.keys(actors)
  const signatures = names.map(() => new Map<string, string>())
  const bound = { ...database, bind: bindActorColumns(database) }
  for (const rule of database.plan.rules) {
    for (const table of tablesWithClock(rule, clock)) {
      const own = rowCondition(rule, table)
      const sql =
        table === '*'
          ? `select proof_nth, coalesce((${bound.bind(own, {})}), false)::text from ${actorsSql(database, actors)}`
          : `select proof_nth, md5(string_agg(${identifier(table)}.ctid::text, ',' order by ${identifier(table)}.ctid))
             from ${actorsSql(database, actors)} cross join ${identifier(table)}
             where ${hiddenSql(bound, rule, table, {})} group by 1`
      for (const [nth, text] of await database.ask(sql, own)) {
        const signature = signatures[Number(nth)]
        signature?.set(rule.id, `${signature.get(rule.id) ?? ''} ${table} ${text}`)
      }
    }
  }
  return new Map(names.map((name, nth) => [name, signatures[nth] ?? new Map()]))
}

function tablesWithClock({ rows }: RulePlan, clock: string): string[] {
  const names = new RegExp(`:${clock}\\b`)
  return Object.keys(rows).filter(table => names.test(rows[table]?.condition?.sql ?? ''))
}
