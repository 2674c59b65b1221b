import { readCorpus } from '../../src/corpus/read-corpus.ts'
import type { Corpus } from '../../src/domain.ts'
import { ROOT } from './run-program.ts'

/** At least so many cases in whole queries: those of the corpus again and again, under other names, each a little different. */
export function largeCorpus({ applications, cases }: { applications: number; cases: number }): Corpus {
  const { corpus } = readCorpus(`${ROOT}/tests`)
  const [first] = corpus.applications
  if (!first) throw new Error('The corpus is empty.')
  const originals = [...Map.groupBy(corpus.cases, ({ path }) => path.replace(/-\d\d-(good|bad)\.md$/, '')).values()]
  const made: Corpus['cases'] = []
  for (let nth = 0; made.length < cases; nth++) {
    const application = `application-${(nth % applications) + 1}`
    for (const original of originals[nth % originals.length] ?? []) {
      const query = `${original.query}-${nth}`
      const path = `${application}/${query}-${original.number}-${original.label}.md`
      const code = `-- ${nth}\n${original.code}`
      made.push({ ...original, application, query, path, file: `/corpus/${path}`, code })
    }
  }
  const names = Array.from({ length: applications }, (_, nth) => `application-${nth + 1}`)
  return { directory: '/corpus', applications: names.map(name => ({ ...first, name })), cases: made }
}
