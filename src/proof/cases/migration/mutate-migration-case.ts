import { mutateMigration } from '../../mutants/mutate-migration.ts'
import { readSchema } from '../../sql/read-schema.ts'
import type { Mutants } from '../kind.ts'

/** The edits of a migration. `operations`: what the application sends, where it sends nothing else. There are no attacks on migrations yet. */
export async function mutateMigrationCase(code: string, schema: string, operations?: string[]): Promise<Mutants> {
  // The migration may name its own tables as well as those of the schema.
  const { tables, enums } = await readSchema(`${schema};\n${code}`)
  const { mutants, equivalent } = await mutateMigration(code, { tables, enums, ...(operations ? { operations } : {}) })
  return {
    mutants: mutants.map(({ sql, ...mutant }) => ({ ...mutant, isAttack: false, code: sql })),
    equivalent: equivalent.length,
  }
}
