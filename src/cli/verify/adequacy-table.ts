import { printable } from '../../lib/text/printable.ts'
import { type Column, textTable } from '../../lib/text/text-table.ts'
import { type ApplicationAdequacy, type CaseAdequacy, GRADE, type Tally } from '../../run/verify/adequacy.ts'

type Paint = (style: 'bold' | 'green' | 'red', text: string) => string

const COLUMNS: Column[] = [
  { title: 'query', align: 'left' },
  { title: 'mutants', align: 'right' },
  { title: 'killed', align: 'right' },
  { title: 'undecided', align: 'right' },
  { title: 'equivalent', align: 'right' },
  { title: 'listed', align: 'right' },
  { title: 'survived', align: 'right' },
  { title: 'killed %', align: 'right' },
]

/** The edits of each query, then of all of them together. */
export function adequacyTable({ cases }: ApplicationAdequacy, paint: Paint): string {
  const rows = [...Map.groupBy(cases, ({ query }) => query)].map(([query, group]) =>
    rowOf(printable(query, 40), group, paint),
  )
  return textTable(COLUMNS, [...rows, rowOf('all', cases, paint)], header => paint('bold', header))
}

function rowOf(name: string, cases: CaseAdequacy[], paint: Paint): string[] {
  const { made, killed, undecided, equivalent, listed, survived, share } = totalsOf(cases.map(({ edits }) => edits))
  const percent = share === undefined ? '-' : `${(100 * share).toFixed(1)}`
  const isMigration = cases.every(one => one.isMigration)
  const style = (share ?? 1) >= (isMigration ? GRADE.killedOfMigrations : GRADE.killed) ? 'green' : 'red'
  return [name, ...[made, killed, undecided, equivalent, listed, survived].map(String), paint(style, percent)]
}

interface Totals {
  made: number
  /** By a rule or by `works`. */
  killed: number
  undecided: number
  equivalent: number
  listed: number
  survived: number
  /** Killed of those that are killed or survive; undefined where there are none. */
  share: number | undefined
}

function totalsOf(tallies: Tally[]): Totals {
  const sum = (count: (one: Tally) => number) => tallies.reduce((all, one) => all + count(one), 0)
  const killed = sum(one => one.byRule + one.byWorks)
  const [undecided, equivalent, listed] = [
    sum(one => one.undecided),
    sum(one => one.equivalent),
    sum(one => one.listed),
  ]
  const survived = sum(one => one.survivors.length)
  const share = killed + survived === 0 ? undefined : killed / (killed + survived)
  return {
    made: killed + undecided + equivalent + listed + survived,
    killed,
    undecided,
    equivalent,
    listed,
    survived,
    share,
  }
}

/** What is wrong with the grade of an application, one line each. */
export function shortcomings({ application, cases }: ApplicationAdequacy, isSample = false): string[] {
  const migrations = cases.filter(one => one.isMigration)
  const others = cases.filter(one => !one.isMigration)
  return [
    ...shortcomingsOf(application, 'mutants', others, GRADE.killed, isSample),
    ...shortcomingsOf(application, 'mutants of migrations', migrations, GRADE.killedOfMigrations, isSample),
  ]
}

function shortcomingsOf(
  application: string,
  what: string,
  cases: CaseAdequacy[],
  wanted: number,
  isSample: boolean,
): string[] {
  const { made, listed, share } = totalsOf(cases.map(({ edits }) => edits))
  const lines: string[] = []
  // A sample may miss a share by chance: two standard errors are allowed.
  const allowance = (part: number) => (isSample ? 2 * Math.sqrt((part * (1 - part)) / Math.max(1, made)) : 0)
  if (share !== undefined && share < wanted - allowance(wanted))
    lines.push(`${application}: ${(100 * share).toFixed(1)} % of its ${what} are killed; ${100 * wanted} % are wanted`)
  if (listed > made * (GRADE.listed + allowance(GRADE.listed)))
    lines.push(`${application}: ${listed} of ${made} ${what} are listed as equivalent; a tenth may be`)
  return lines
}
