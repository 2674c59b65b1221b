import { stripVTControlCharacters } from 'node:util'

export interface Column {
  title: string
  align: 'left' | 'right'
}

/** Rows of cells as aligned lines; cells may carry colour. */
export function textTable(
  columns: Column[],
  rows: string[][],
  style: (header: string) => string = header => header,
): string {
  const widths = columns.map(({ title }, index) => Math.max(title.length, ...rows.map(row => width(row[index] ?? ''))))
  const line = (cells: string[]) =>
    cells
      .map((cell, index) => {
        const blanks = ' '.repeat((widths[index] ?? 0) - width(cell))
        return columns[index]?.align === 'right' ? blanks + cell : cell + blanks
      })
      .join('  ')
      .trimEnd()
  return [style(line(columns.map(({ title }) => title))), ...rows.map(line)].join('\n')
}

function width(cell: string): number {
  return [...stripVTControlCharacters(cell)].length
}
