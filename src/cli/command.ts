import type { Context } from './context.ts'
import type { Flag, Flags } from './flags.ts'

/** One command of the program. `main.ts` lists the commands and where each is. */
export interface Command {
  /** What follows the command's name: `[flags]`. */
  usage: string
  /** Command lines as a user types them, each with what it does. */
  examples: { line: string; does: string }[]
  flags: Flag[]
  maxPositionals: number
  /** Returns the exit code: 0 all done, 1 something failed, 2 a mistake in the command. */
  run(input: { flags: Flags; positionals: string[] }, context: Context): Promise<number>
}

/** Flags that several commands share. */
export const TESTS_FLAG: Flag = { name: 'tests', value: 'DIR', help: 'the folder of the corpus (tests/)' }
export const DB_FLAG: Flag = { name: 'db', value: 'PATH', help: 'the database (results.db)' }
export const SKIP_INVALID_FLAG: Flag = { name: 'skip-invalid', help: 'continue without the broken files of the corpus' }
export const OUT_FLAG: Flag = { name: 'out', value: 'DIR', help: 'the folder for the report (reports/)' }
