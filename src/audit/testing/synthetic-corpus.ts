import type { Application, Case, Label } from '../../domain.ts'
import { levelOf } from '../../lib/code/level-of.ts'
import { seededRandom } from '../../lib/statistics/seeded-random.ts'
import type { AuditCase, AuditedApplication } from '../audit-case.ts'
import { readCaseCode } from '../code/read-code.ts'

/** Which case of a synthetic corpus, and random numbers for its code. */
export interface CasePosition {
  application: number
  query: number
  /** From 1; 1 and 2 are good. */
  number: number
  label: Label
  /** A random whole number: at least 0 and less than `below`. */
  any(below: number): number
}

const COLUMNS = 'id name title state owner_id org_id amount created_at deleted_at version'.split(' ')

export function syntheticApplication(name: string, more: Partial<Application> = {}): AuditedApplication {
  const schema = `CREATE TABLE things (${COLUMNS.map(column => `${column} int`).join(', ')});\nCREATE TABLE parts (id int, thing_id int);`
  const application: Application = {
    name,
    title: name,
    prompt: 'Things and their owners.',
    rules: [
      { id: 'R1', text: 'Own things only.' },
      { id: 'R2', text: 'No deleted things.' },
    ],
    schema,
    trusted: ['org_id'],
    directory: `/corpus/${name}`,
    ...more,
  }
  return { application, trusted: ['org_id'], categories: { R1: 'tenant-isolation', R2: 'soft-delete' } }
}

export function syntheticCase(application: string, query: string, number: number, label: Label, code: string): Case {
  const file = `${query}-0${number}-${label}.md`
  return {
    application,
    query,
    number: `0${number}`,
    label,
    path: `${application}/${file}`,
    file: `/corpus/${application}/${file}`,
    description: '',
    code,
    language: 'sql',
    violates: label === 'bad' ? ['R1'] : [],
  }
}

/** Applications with so many queries each; each query has two good and four bad cases. */
export function syntheticCorpus(
  counts: { applications: number; queries: number; seed?: string },
  code: (position: CasePosition) => string,
): { applications: AuditedApplication[]; cases: Case[] } {
  const random = seededRandom(counts.seed ?? 'corpus')
  const any = (below: number) => Math.floor(random() * below)
  const names = Array.from({ length: counts.applications }, (_, application) => `app-${application}`)
  const cases = names.flatMap((name, application) =>
    Array.from({ length: counts.queries }, (_, query) => query).flatMap(query =>
      [1, 2, 3, 4, 5, 6].map(number => {
        const label = number <= 2 ? 'good' : 'bad'
        const text = code({ application, query, number, label, any })
        return syntheticCase(name, `query-${query}`, number, label, text)
      }),
    ),
  )
  return { applications: names.map(name => syntheticApplication(name)), cases }
}

/** Code that does not depend on its label: a statement with so many random conditions; about half of the statements have a comment. */
export function randomCode({ query, any }: CasePosition, conditions = 6): string {
  const column = () => COLUMNS[any(COLUMNS.length)]
  const words = 'the list of things that a caller may see by state and owner with their amount'.split(' ')
  const comment = Array.from({ length: 6 }, () => words[any(words.length)]).join(' ')
  const lines = Array.from({ length: conditions }, () => `  AND t.${column()} ${['=', '<', '>='][any(3)]} ${any(50)}`)
  return [
    ...(any(2) === 0 ? [`-- ${comment}`] : []),
    `SELECT t.${column()}, t.${column()}, ${query} AS q`,
    'FROM things t',
    'WHERE t.org_id = :org_id',
    ...lines,
    'ORDER BY t.id LIMIT 10;',
  ].join('\n')
}

/** Reads the code of a case. The caller has to load libpg-query first. */
export function readCase(one: Case, from = syntheticApplication(one.application)): AuditCase {
  return { case: one, level: levelOf(one), code: readCaseCode(one), from }
}
