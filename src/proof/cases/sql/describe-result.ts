import type { TestDatabase } from '../../database/test-database.ts'

/** What is known of the result of a case before it is called. */
export interface ResultShape {
  /** The result has arrays or JSON, or text that may be JSON. */
  mayNest: boolean
  /** All its types have a binary form, which is faster to make than their text and tells as much. */
  hasBytes: boolean
}

/** Runs `prepare`, one statement that prepares the statement `name`, and describes the result of that statement. */
export async function describeResult({ session }: TestDatabase, prepare: string, name: string): Promise<ResultShape> {
  await session.runOne(prepare)
  const results = await session.run(`
    select coalesce(bool_or(t.typname ~ '^_|json|text|record'), false), coalesce(bool_and(coalesce(e.typtype, t.typtype) = 'e'
      or coalesce(e.typname, t.typname) in (${WITH_BYTES.map(name => `'${name}'`).join(', ')})), true)
    from pg_prepared_statements p, unnest(p.result_types) r
    join pg_type t on t.oid = r left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where p.name = '${name}'`)
  const [mayNest, hasBytes] = results.at(-1)?.rows[0] ?? []
  return { mayNest: mayNest === 't', hasBytes: hasBytes === 't' }
}

/** The types that are compared by their binary form. All others are compared as text. */
const WITH_BYTES = [
  ...['bool', 'int2', 'int4', 'int8', 'uuid', 'text', 'varchar', 'name', 'bytea'],
  ...['date', 'timestamp', 'timestamptz', 'time'],
]
