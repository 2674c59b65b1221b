import { statSync } from 'node:fs'
import { readCorpus } from '../corpus/read-corpus.ts'
import type { Corpus, Problem } from '../domain.ts'
import { UsageError, UserError } from '../errors.ts'

/** The corpus has defects; nothing was asked. */
export class CorpusError extends UserError {
  override name = 'CorpusError'
  readonly problems: Problem[]

  constructor(problems: Problem[]) {
    const errors = problems.filter(({ severity }) => severity === 'error').length
    super(`${errors} ${errors === 1 ? 'defect' : 'defects'} in the corpus; nothing was asked.`, {
      tryThis: 'mend the files above, or leave them out with --skip-invalid.',
    })
    this.problems = problems
  }
}

/** Reads the corpus; with `skipInvalid`, without its broken parts. */
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
