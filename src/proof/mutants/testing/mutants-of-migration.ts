import { mutateMigration } from '../mutate-migration.ts'
import type { Knowledge } from '../operators/operator.ts'

/**
 * What one operator changed in a migration, and the changed lines of the migration on one line; empty where lines were left
 * out.
 */
export async function mutantsOfMigration(
  operator: string,
  code: string,
  knowledge: Knowledge = {},
): Promise<[string, string][]> {
  const { mutants } = await mutateMigration(code, knowledge)
  return mutants
    .filter(mutant => mutant.operator === operator)
    .map(({ what, sql, line }) => [`${line} ${what}`, changedLines(code, sql)])
}

function changedLines(code: string, changed: string): string {
  const [before, after] = [code.split('\n'), changed.split('\n')]
  const first = after.findIndex((text, at) => text !== before[at])
  const last = after.findLastIndex((text, at) => text !== before[at + before.length - after.length])
  return after.slice(first, last + 1).join(' ')
}
