import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { skeletonCases, skeletonSpecification } from '../../corpus/skeleton.ts'
import { SKELETON_SEED, skeletonProof } from '../../corpus/skeleton-proof.ts'
import { UsageError, UserError } from '../../errors.ts'
import { printable } from '../../lib/text/printable.ts'

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Writes an application to start from, or six cases for a new query of one that is there. Overwrites nothing. */
export function newApplication(tests: string, application: string, query: string): string[] {
  for (const name of [application, query]) {
    if (!NAME.test(name)) {
      throw new UsageError(
        `"${printable(name)}" cannot be a name.`,
        'lower-case letters, digits and single hyphens, such as my-app.',
      )
    }
  }
  const folder = join(tests, application)
  const once = [
    { path: join(folder, 'SPEC.md'), text: skeletonSpecification(application) },
    { path: join(folder, 'seed.sql'), text: SKELETON_SEED },
    { path: join(folder, 'proof.yaml'), text: skeletonProof(query) },
  ]
  const files = [
    ...(existsSync(join(folder, 'SPEC.md')) ? [] : once),
    ...skeletonCases().map(({ suffix, text }) => ({ path: join(folder, `${query}-${suffix}.md`), text })),
  ]
  const taken = files.find(({ path }) => existsSync(path))
  if (taken)
    throw new UsageError(
      `${taken.path} is there already; nothing was written.`,
      `npm run new -- ${application} another-query`,
    )
  const written: string[] = []
  try {
    mkdirSync(folder, { recursive: true })
    for (const { path, text } of files) {
      written.push(path)
      writeFileSync(path, text, { flag: 'wx' })
    }
    return written
  } catch (cause) {
    for (const path of written) rmSync(path, { force: true })
    throw new UserError(`${folder} cannot be written (${(cause as NodeJS.ErrnoException).code}); nothing was kept.`, {
      tryThis: 'check the free space and the permissions of the folder.',
      cause,
    })
  }
}
