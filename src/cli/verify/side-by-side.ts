// What a caller got in two worlds, side by side.

import { printable } from '../../lib/text/printable.ts'
import { notShown } from '../../lib/witness/outcome-lines.ts'
import type { ShownOutcome, ShownRow } from '../../witness.ts'

const COLUMN = 60

/** The rows of both worlds in two columns, each beside the one with the same key. Of rows in both, only what differs. */
export function sideBySide(
  got: ShownOutcome,
  without: ShownOutcome,
  bold: (text: string) => string,
  otherWorld: string,
): string[] {
  const left = linesOf(got)
  const right = linesOf(without)
  const pairs = [
    ...left.map(row => ({ row, other: right.find(one => one.key === row.key) })),
    ...right.filter(row => !left.some(one => one.key === row.key)).map(row => ({ row: undefined, other: row })),
  ]
  const lines = pairs.map(({ row, other }) => {
    const [mine, theirs] = [shown(row, other, got), shown(other, row, without)]
    return mine === undefined || theirs === undefined ? undefined : `    ${mine.padEnd(COLUMN)}  ${theirs}`
  })
  const same = lines.filter(line => line === undefined).length
  const head = bold(`    ${'World A, the database'.padEnd(COLUMN)}  World B, ${otherWorld}`)
  if (same === lines.length && left.some(({ key }, at) => key !== right[at]?.key)) {
    const first = (row: Line | undefined) =>
      shown(row && { ...row, cells: row.cells.slice(0, 1) }, undefined, got) ?? ''
    return [
      head,
      ...left.map((row, at) => `    ${first(row).padEnd(COLUMN)}  ${first(right[at])}`),
      '    in another order',
    ]
  }
  return [
    head,
    ...lines.filter(line => line !== undefined),
    ...(left.length + right.length === 0 ? ['    (nothing in either)'] : []),
    ...(same > 0 ? [`    ${same === 1 ? '1 row is' : `${same} rows are`} the same in both`] : []),
    ...(notShown(got) + notShown(without) > 0
      ? [`    ${`… and ${notShown(got)} more`.padEnd(COLUMN)}  … and ${notShown(without)} more`]
      : []),
  ]
}

interface Line {
  /** Lines of two worlds with one key are of the same row. */
  key: string
  cells: [string, string][]
}

/** A row is known by its first column, a change by its table and the first column of its row, an error by all it says. */
function linesOf({ error, rows, changes }: ShownOutcome): Line[] {
  if (error) {
    const text = `error ${error.sqlState}: ${error.message}`
    return [{ key: text, cells: [['', text]] }]
  }
  return [
    ...rows.map(row => lineOf(row, '')),
    ...changes.map(({ operation, table, row }) => lineOf(row, `${operation} ${table}`)),
  ]
}

function lineOf(row: ShownRow, what: string): Line {
  const cells = Object.entries(row).map(([name, value]): [string, string] => [name, value ?? 'NULL'])
  return { key: `${what} ${cells[0]?.join('=')}`, cells: what === '' ? cells : [['', what], ...cells] }
}

/** Undefined: the two are the same. A row that is missing in a list of which only a part is kept may still be there. */
function shown(row: Line | undefined, other: Line | undefined, outcome: ShownOutcome): string | undefined {
  if (!row) return notShown(outcome) > 0 ? '(not among those shown)' : '(not there)'
  const theirs = new Map(other?.cells)
  const differing = other ? row.cells.filter(([name, value]) => theirs.get(name) !== value) : row.cells.slice(1)
  if (other && differing.length === 0) return undefined
  const text = [...row.cells.slice(0, 1), ...differing].map(([name, value]) => (name ? `${name} = ${value}` : value))
  return printable(text.join(', '), COLUMN)
}
