import { UsageError } from '../../errors.ts'
import type { Flags } from '../flags.ts'

/** The address of the server that `--pg` names; undefined without the flag. */
export function serverOf(flags: Flags): string | undefined {
  const url = flags.text('pg')
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url
  throw new UsageError(
    `--pg needs the address of a PostgreSQL server.`,
    '--pg postgres://USER:PASSWORD@localhost:5432/postgres',
  )
}
