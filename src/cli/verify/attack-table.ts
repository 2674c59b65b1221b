// The prover's grade: how many attacks of each kind it does not prove as good cases.

import { type Column, textTable } from '../../lib/text/text-table.ts'
import { type ApplicationAdequacy, GRADE, type Tally } from '../../run/verify/adequacy.ts'

type Paint = (style: 'bold' | 'green' | 'red', text: string) => string

const TITLES = ['attack', 'made', 'by a rule', 'by works', 'unproved', 'survived', 'caught %']

interface AttackRow {
  operator: string
  made: number
  byRule: number
  byWorks: number
  unproved: number
  survived: number
  /** Those that break a rule, differ in `works` or are unproved, of all that were made. */
  share: number
}

/** A row for each kind of attack, then one for all. An attack that is equivalent to its case is not counted. */
function attackRows(all: ApplicationAdequacy[]): AttackRow[] {
  const tallies = all.flatMap(({ cases }) => cases.flatMap(({ attacks }) => attacks))
  const byOperator = [...Map.groupBy(tallies, ({ operator }) => operator)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = byOperator.map(([operator, group]) => rowOf(operator, group))
  return [...rows, rowOf('all', tallies)].filter(({ made }) => made > 0)
}

function rowOf(operator: string, tallies: Tally[]): AttackRow {
  const sum = (count: (one: Tally) => number) => tallies.reduce((total, one) => total + count(one), 0)
  const [byRule, byWorks, unproved] = [sum(one => one.byRule), sum(one => one.byWorks), sum(one => one.undecided)]
  const survived = sum(one => one.survivors.length)
  const caught = byRule + byWorks + unproved
  const made = caught + survived
  return { operator, made, byRule, byWorks, unproved, survived, share: caught / made }
}

export function attackTable(all: ApplicationAdequacy[], paint: Paint): string {
  const columns = TITLES.map((title, nth): Column => ({ title, align: nth === 0 ? 'left' : 'right' }))
  const rows = attackRows(all).map(row => {
    const percent = (100 * row.share).toFixed(1)
    return [...cellsOf(row), paint(row.share >= GRADE.killed ? 'green' : 'red', percent)]
  })
  return textTable(columns, rows, header => paint('bold', header))
}

/** The same table for a document. */
export function attackMarkdown(all: ApplicationAdequacy[]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  const rows = attackRows(all).map(row => line([...cellsOf(row), (100 * row.share).toFixed(1)]))
  return [line(TITLES), `|---${'|---:'.repeat(TITLES.length - 1)}|`, ...rows].join('\n')
}

function cellsOf({ operator, made, byRule, byWorks, unproved, survived }: AttackRow): string[] {
  return [operator, ...[made, byRule, byWorks, unproved, survived].map(String)]
}

/** A warning for each kind of attack of which too few are caught. */
export function attackWarnings(all: ApplicationAdequacy[]): string[] {
  return attackRows(all)
    .filter(({ operator, share }) => operator !== 'all' && share < GRADE.killed)
    .map(
      ({ operator, share }) =>
        `the prover catches ${(100 * share).toFixed(1)} % of the attacks ${operator}; ${100 * GRADE.killed} % are wanted`,
    )
}
