import type { Application, Case, Corpus } from '../../domain.ts'

/** The application of a case. Every case of a corpus has one. */
export function applicationOf({ applications }: Corpus, { application, path }: Case): Application {
  const found = applications.find(({ name }) => name === application)
  if (!found) throw new Error(`${path} belongs to no application`)
  return found
}
