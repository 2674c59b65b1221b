import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { readCorpus } from '../../corpus/read-corpus.ts'
import type { Corpus, Problem } from '../../domain.ts'
import { CorpusError, UsageError, UserError } from '../../errors.ts'

/** Reads the corpus. `skipInvalid` leaves broken files out; without it they are an error. */
export function loadCorpus(
  directory: string,
  options: { skipInvalid: boolean },
): { corpus: Corpus; problems: Problem[] } {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(
      `there is no folder ${directory}.`,
      '--tests DIR, where DIR holds one folder for each application.',
    )
  }
  if (existsSync(join(directory, 'SPEC.md'))) {
    throw new UsageError(
      `${directory} is an application, not a folder of applications.`,
      `--tests ${dirname(directory)} --filter ${basename(directory)}/ (of the audit: --app ${basename(directory)}).`,
    )
  }
  try {
    accessSync(directory, constants.R_OK | constants.X_OK)
  } catch (error) {
    throw new UsageError(
      `the folder ${directory} cannot be read (${(error as NodeJS.ErrnoException).code}).`,
      'check its permissions.',
    )
  }
  const { corpus, problems } = readCorpus(directory)
  const isSound = !problems.some(({ severity }) => severity === 'error')
  if (!isSound && !options.skipInvalid) throw new CorpusError(problems)
  if (corpus.cases.length === 0) {
    throw new UserError(`there are no ${isSound ? '' : 'sound '}cases in ${directory}.`, {
      tryThis: 'npm run new -- my-app writes an application to start from.',
    })
  }
  return { corpus, problems }
}
