import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a checkout has a case; undefined where it does not even have the application. */
export type HasCase = (one: { casePath: string; application: string }) => boolean | undefined

/** Looks for the files of cases in a folder such as `tests/`. A broken file counts: its case is there. */
export function lookForCases(tests: string): HasCase {
  const hasApplication = remember(application => existsSync(join(tests, application, 'SPEC.md')))
  const hasFile = remember(casePath => existsSync(join(tests, ...casePath.split('/'))))
  return ({ casePath, application }) => (hasApplication(application) ? hasFile(casePath) : undefined)
}

/** Each file is looked for once, although hundreds of thousands of answers ask for it. */
function remember(find: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>()
  return name => {
    const before = known.get(name)
    if (before !== undefined) return before
    const found = find(name)
    known.set(name, found)
    return found
  }
}
