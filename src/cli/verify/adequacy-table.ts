import { printable } from '../../lib/text/printable.ts'
import { type Column, textTable } from '../../lib/text/text-table.ts'
import { type ApplicationAdequacy, type CaseAdequacy, GRADE } from '../../run/verify/adequacy.ts'

type Paint = (style: 'bold' | 'green' | 'red', text: string) => string

const COLUMNS: Column[] = [
  { title: 'query', align: 'left' },
  { title: 'mutants', align: 'right' },
  { title: 'killed', align: 'right' },
  { title: 'equivalent', align: 'right' },
  { title: 'listed', align: 'right' },
  { title: 'survived', align: 'right' },
  { title: 'killed %', align: 'right' },
]

/** Queries, then all of them together. */
export function adequacyTable({ cases }: ApplicationAdequacy, paint: Paint): string {
  const rows = [...Map.groupBy(cases, ({ query }) => query)].map(([query, group]) =>
    rowOf(printable(query, 40), group, paint),
  )
  return textTable(COLUMNS, [...rows, rowOf('all', cases, paint)], header => paint('bold', header))
}

function rowOf(name: string, cases: CaseAdequacy[], paint: Paint): string[] {
  const { made, killed, equivalent, listed, survived, share } = totals(cases)
  const percent = share === undefined ? '-' : `${(100 * share).toFixed(1)}`
  const style = (share ?? 1) >= GRADE.killed ? 'green' : 'red'
  return [name, ...[made, killed, equivalent, listed, survived].map(String), paint(style, percent)]
}

interface Totals {
  made: number
  killed: number
  equivalent: number
  listed: number
  survived: number
  /** Killed of those that are not equivalent; undefined where there are none. */
  share: number | undefined
}

function totals(cases: CaseAdequacy[]): Totals {
  const sum = (count: (one: CaseAdequacy) => number) => cases.reduce((all, one) => all + count(one), 0)
  const [killed, equivalent, listed] = [sum(one => one.killed), sum(one => one.equivalent), sum(one => one.listed)]
  const survived = sum(one => one.survivors.length)
  const share = killed + survived === 0 ? undefined : killed / (killed + survived)
  return { made: killed + equivalent + listed + survived, killed, equivalent, listed, survived, share }
}

/** What is wrong with the grade of an application, one line each. */
export function shortcomings({ application, cases }: ApplicationAdequacy): string[] {
  const { made, listed, share } = totals(cases)
  const lines: string[] = []
  if (share !== undefined && share < GRADE.killed)
    lines.push(
      `${application}: ${(100 * share).toFixed(1)} % of its mutants are killed; ${100 * GRADE.killed} % are wanted`,
    )
  if (listed > made * GRADE.listed)
    lines.push(`${application}: ${listed} of ${made} mutants are listed as equivalent; a tenth may be`)
  return lines
}
