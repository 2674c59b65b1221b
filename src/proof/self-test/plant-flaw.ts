import { EARLIER_TABLE, LOG_SCHEMA } from '../database/private-names.ts'
import type { TestDatabase } from '../database/test-database.ts'
import { identifier } from '../sql/sql-text.ts'

/**
 * The SQL of a flaw that shows after so many calls, each of which changed something: the next call that writes ends in an error
 * whose code tells how many rows there are, hidden ones too.
 */
export function plantedFlawSql({ tables, plan }: Pick<TestDatabase, 'tables' | 'plan'>, calls: number): string {
  const owner = identifier(plan.owner ?? '')
  const names = [...tables.keys()].map(identifier)
  const rows = names.map(name => `(select count(*) from public.${name})`).join(' + ')
  const flaw = `${LOG_SCHEMA}.planted_flaw`
  return [
    `create function ${flaw}() returns trigger language plpgsql security definer as $$ begin
      if (select count(distinct call) from ${EARLIER_TABLE}) >= ${calls} then
        raise exception 'planted' using errcode = 'P' || lpad((1000 + (${rows}) % 9000)::text, 4, '0');
      end if;
      return null;
    end $$`,
    `grant usage on schema ${LOG_SCHEMA} to ${owner}`,
    `set local role ${owner}`,
    ...names.map(
      name =>
        `create trigger planted_flaw after insert or update or delete on public.${name} execute function ${flaw}()`,
    ),
    'reset role',
  ].join(';\n')
}
