import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a checkout has a case; undefined where it does not even have the application. */
export type HasCase = (one: { casePath: string; application: string }) => boolean | undefined

/** Looks for the files of cases in a folder such as `tests/`, for each once. Whether a file can be read does not matter. */
export function lookForCases(tests: string): HasCase {
  const isThere = remember(existsSync)
  return ({ casePath, application }) =>
    isThere(join(tests, application, 'SPEC.md')) ? isThere(join(tests, ...casePath.split('/'))) : undefined
}

function remember(find: (path: string) => boolean): (path: string) => boolean {
  const known = new Map<string, boolean>()
  return path => {
    const before = known.get(path)
    if (before !== undefined) return before
    const found = find(path)
    known.set(path, found)
    return found
  }
}
