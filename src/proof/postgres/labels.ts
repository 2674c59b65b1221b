// The words that a column may hold, where the schema lists them: the labels of an enum, or the texts of a CHECK
// constraint such as `status in ('open', 'closed')`.

import { as, nodesIn } from '../sql/node.ts'
import { tryParse } from '../sql/parse-statements.ts'
import type { Session } from './session.ts'

export interface ColumnLabels {
  table: string
  column: string
  /** What lists the labels: the enum's name, or `a CHECK of tickets.status`. */
  source: string
  labels: string[]
}

const LABELS = `
  select c.relname, a.attname, format_type(y.oid, null), to_json(array_agg(e.enumlabel order by e.enumsortorder)), null
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type y on y.oid = a.atttypid
  join pg_enum e on e.enumtypid in (y.oid, y.typelem)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  group by c.relname, a.attname, y.oid
  union all
  select c.relname, a.attname, 'a CHECK of ' || c.relname || '.' || a.attname, null, pg_get_constraintdef(k.oid)
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_constraint k on k.contype = 'c' and (k.conrelid = c.oid and k.conkey = array[a.attnum] or k.contypid = a.atttypid)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by 2, 3, 5, 1`

/** The labels of all columns of all tables that have some. */
export async function readLabels(session: Session): Promise<ColumnLabels[]> {
  const [result] = await session.run(LABELS)
  const found = (result?.rows ?? []).map(([table, column, source, labels, check]) => ({
    table: table ?? '',
    column: column ?? '',
    source: source ?? '',
    labels: labels ? (JSON.parse(labels) as string[]) : textsIn(check ?? ''),
  }))
  return found.filter(({ labels }) => labels.length > 0)
}

/** The texts of a constraint, as PostgreSQL writes it: `CHECK ((status = ANY (ARRAY['open'::text])))`. */
function textsIn(constraint: string): string[] {
  const tree = tryParse(`alter table t add ${constraint}`)
  return [...new Set(nodesIn(tree).flatMap(node => as(node, 'A_Const')?.sval?.sval ?? []))]
}
