import { resolve } from 'node:path'
import { isPath } from '../store/address.ts'

/** The address of a database, as the user typed it: a path is relative to the folder `cwd`, a URL stays as it is. */
export function databaseAddress(typed: string, cwd: string): string {
  return isPath(typed) ? resolve(cwd, typed) : typed
}
