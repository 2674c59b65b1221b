// Sorts the tables that are in the HTML of the page. Rows are sorted within their group (models, baselines).

import { announce, element } from './dom.js'

/** The style sheet shows so many rows in each group of a folded table. */
const FOLDED_ROWS = 12

/**
 * Puts a button into each header. `onSort` gets `table.column.direction`.
 * @param {(order: string) => void} onSort
 */
export function makeTablesSortable(onSort) {
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll('table[data-sortable]'))) {
    const headers = [...(table.tHead?.rows[0]?.cells ?? [])]
    for (const [column, header] of headers.entries()) {
      const label = header.querySelector('.head') ?? header
      const button = element('button', { type: 'button', class: 'sort' })
      button.append(...label.childNodes)
      label.append(button)
      button.addEventListener('click', () => {
        const before = header.getAttribute('aria-sort')
        const isNumber = header.classList.contains('number')
        const first = isNumber ? 'descending' : 'ascending'
        const other = isNumber ? 'ascending' : 'descending'
        const direction = before === first ? other : first
        sortTable(table, column, direction)
        announce(`Sorted by ${button.textContent?.trim()}, ${direction}.`)
        onSort(`${table.id}.${column}.${direction}`)
      })
    }
  }
}

/**
 * Sorts a table by the order in an address: `leaderboard.3.descending`.
 * @param {string} order
 */
export function applyOrder(order) {
  const [id = '', column, direction = ''] = order.split('.')
  const table = document.getElementById(id)
  if (!(table instanceof HTMLTableElement) || !table.matches('[data-sortable]')) return
  if (direction === 'ascending' || direction === 'descending') sortTable(table, Number(column), direction)
}

/**
 * @param {HTMLTableElement} table
 * @param {number} column
 * @param {'ascending' | 'descending'} direction
 */
function sortTable(table, column, direction) {
  const headers = [...(table.tHead?.rows[0]?.cells ?? [])]
  if (!headers[column]) return
  for (const header of headers) header.removeAttribute('aria-sort')
  headers[column].setAttribute('aria-sort', direction)
  const sign = direction === 'ascending' ? 1 : -1
  for (const body of table.tBodies) {
    const rows = [...body.rows].filter(row => !row.classList.contains('group'))
    const keyed = rows.map(row => ({ row, key: readValue(row.cells[column]) }))
    keyed.sort((a, b) => compare(a.key, b.key, sign))
    body.append(...keyed.map(({ row }) => row))
  }
}

/**
 * Rows without a value come last in both directions.
 * @param {string | number} a
 * @param {string | number} b
 * @param {number} sign
 */
function compare(a, b, sign) {
  if (a === b) return 0
  if (a === '') return 1
  if (b === '') return -1
  return a < b ? -sign : sign
}

/** @param {HTMLTableCellElement | undefined} cell */
function readValue(cell) {
  const given = cell?.dataset.value
  if (given === undefined) return cell?.textContent?.trim().toLowerCase() ?? ''
  return given === '' ? '' : Number(given)
}

/** Shows only the first rows of long tables, with a button for the rest. */
export function foldTables() {
  for (const table of /** @type {NodeListOf<HTMLTableElement>} */ (document.querySelectorAll('table[data-fold]'))) {
    const rows = table.querySelectorAll('tbody tr:not(.group)').length
    if (rows <= FOLDED_ROWS * table.tBodies.length) continue
    table.classList.add('folded')
    const button = element('button', { type: 'button', class: 'more' }, `Show all ${rows}`)
    button.addEventListener('click', () => {
      table.classList.remove('folded')
      button.remove()
    })
    table.parentElement?.after(button)
  }
}
