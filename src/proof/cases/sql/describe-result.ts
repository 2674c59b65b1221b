import type { TestDatabase } from '../../database/test-database.ts'

/** What is known of the result of a case before it is called. */
export interface ResultShape {
  /** The result has arrays or JSON, or text that may be JSON. */
  mayNest: boolean
  /** All its types can be hashed, and their equal values print the same. */
  isHashable: boolean
}

/** Runs `prepare`, one statement that prepares the statement `name`, and describes the result of that statement. */
export async function describeResult({ session }: TestDatabase, prepare: string, name: string): Promise<ResultShape> {
  await session.runOne(prepare)
  const results = await session.run(`
    select coalesce(bool_or(t.typname ~ '^_|json|text|record'), false), coalesce(bool_and(coalesce(e.typtype, t.typtype) = 'e'
      or coalesce(e.typname, t.typname) in (${HASHABLE.map(name => `'${name}'`).join(', ')})), true)
    from pg_prepared_statements p, unnest(p.result_types) r
    join pg_type t on t.oid = r left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where p.name = '${name}'`)
  const [mayNest, isHashable] = results.at(-1)?.rows[0] ?? []
  return { mayNest: mayNest === 't', isHashable: isHashable === 't' }
}

/**
 * The types that PostgreSQL can hash, and whose equal values print the same. The caller reads text, and 1.0 equals 1.00:
 * numbers with a scale, intervals and JSON are hashed as text.
 */
const HASHABLE = [
  ...['bool', 'int2', 'int4', 'int8', 'uuid', 'text', 'varchar', 'name', 'bytea'],
  ...['date', 'timestamp', 'timestamptz', 'time'],
]
