import { UserError } from '../../errors.ts'

/** The error of a file that the user asked for and that cannot be written. */
export function cannotWrite(path: string, cause: unknown): UserError {
  return new UserError(`${path} cannot be written (${(cause as NodeJS.ErrnoException).code}).`, {
    tryThis: 'check the free space and the permissions of its folder.',
    cause,
  })
}
