import type { Case, CodeFile } from '../../domain.ts'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import type { AuditedApplication } from '../audit-case.ts'
import { type CasePosition, syntheticApplication, syntheticCase } from './synthetic-corpus.ts'

const WORDS = 'tenant staff order refund review site trial patient visit note state owner scope amount day'.split(' ')

/** Two applications with queries of eight migrations each: 01, 02, 07 and 08 are good. */
export function syntheticMigrations(
  counts: { queries: number; seed?: string },
  files: (position: CasePosition) => CodeFile[],
): { applications: AuditedApplication[]; cases: Case[] } {
  const random = seededRandom(counts.seed ?? 'migrations')
  const any = (below: number) => Math.floor(random() * below)
  const names = ['market', 'trials']
  const cases = names.flatMap((name, application) =>
    Array.from({ length: counts.queries }, (_, query) => query).flatMap(query =>
      [1, 2, 3, 4, 5, 6, 7, 8].map(number => {
        const label = number <= 2 || number >= 7 ? 'good' : 'bad'
        const own = files({ application, query, number, label, any })
        const code = own.map(file => `-- ${file.name}\n${file.code}`).join('\n\n')
        return { ...syntheticCase(name, `query-${query}`, number, label, code), files: own }
      }),
    ),
  )
  return { applications: names.map(name => syntheticApplication(name)), cases }
}

/** Two files that do not depend on the label: so many policies each, with random names and conditions. */
export function randomFiles({ any }: CasePosition, policies = 5): CodeFile[] {
  const word = () => WORDS[any(WORDS.length)]
  const policy = () =>
    `CREATE POLICY ${word()}_${word()} ON ${word()}s FOR ${['SELECT', 'UPDATE', 'ALL'][any(3)]}\n  USING (${word()}_${word()} = ${any(9)});`
  const file = (name: string): CodeFile => ({
    name,
    language: 'sql',
    code: [`-- ${word()} of the ${word()} by ${word()}`, ...Array.from({ length: policies }, policy)].join('\n'),
  })
  return [file('db/01_first.sql'), file('db/02_second.sql')]
}

/** The same files with another line at the end of the first. */
export function withLine([first, ...others]: CodeFile[], line: string): CodeFile[] {
  return first ? [{ ...first, code: `${first.code}\n${line}` }, ...others] : []
}
