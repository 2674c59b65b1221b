// The table of cases. Its header stays; its rows are made again for each view, some at a time.

import { formatAddress } from './address.js'
import { element } from './dom.js'
import { drawMarks } from './draw-marks.js'
import { formatCount } from './format.js'
import { resultName } from './select-cases.js'

/** @typedef {import('./address.js').View} View */
/** @typedef {import('./select-cases.js').ListedCase} ListedCase */
/** @typedef {import('../page-data.ts').PageIndex} PageIndex */

const FIRST_ROWS = 40
const MORE_ROWS = 200

const COLUMNS_SHOWN = /** @type {const} */ ([
  ['case', 'Case'],
  ['app', 'Application'],
  ['label', 'Label'],
  ['category', 'Category'],
  ['language', 'Language'],
  ['right', 'Right'],
  ['verdicts', 'Verdicts'],
])

/**
 * @param {PageIndex} index
 * @param {(change: Partial<View>) => void} onChange
 */
export function createCaseTable(index, onChange) {
  let sort = ''
  const headers = COLUMNS_SHOWN.map(([column, title]) => {
    const button = element('button', { type: 'button', class: 'sort' }, title)
    button.addEventListener('click', () => onChange({ sort: sort === column ? `-${column}` : column }))
    return element('th', { role: 'columnheader', scope: 'col', class: `column-${column}` }, button)
  })
  const body = element('tbody', { role: 'rowgroup' })
  const table = element(
    'table',
    { class: 'case-table cards', role: 'table' },
    element('caption', { class: 'unseen' }, 'Cases'),
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, headers)),
    body,
  )
  const nothing = element('p', { class: 'nothing' }, 'No case matches these filters.')
  const more = element('button', { type: 'button', class: 'more' })
  /** @type {() => ListedCase[]} */
  let rest = () => []
  /** @type {(one: ListedCase) => HTMLElement} */
  let drawOne = () => element('tr')

  /** @param {number} count */
  function draw(count) {
    const waiting = rest()
    const rows = waiting.slice(0, count).map(drawOne)
    body.append(...rows)
    const left = waiting.slice(count)
    rest = () => left
    more.hidden = left.length === 0
    more.textContent = `Show ${formatCount(Math.min(MORE_ROWS, left.length))} more of ${formatCount(left.length)}`
    return rows[0]
  }
  more.addEventListener('click', () => draw(MORE_ROWS)?.querySelector('a')?.focus())

  return {
    element: element('div', {}, table, nothing, more),
    /**
     * @param {ListedCase[]} cases
     * @param {View} view
     */
    show(cases, view) {
      sort = view.sort
      const chosen = index.contestants.findIndex(({ name }) => name === view.model)
      for (const [nth, [column]] of COLUMNS_SHOWN.entries()) {
        const direction = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : null
        if (direction) headers[nth]?.setAttribute('aria-sort', direction)
        else headers[nth]?.removeAttribute('aria-sort')
      }
      table.hidden = cases.length === 0
      nothing.hidden = cases.length > 0
      rest = () => cases
      drawOne = one => drawRow(one, index, view, chosen)
      body.replaceChildren()
      draw(FIRST_ROWS)
    },
  }
}

/**
 * @param {ListedCase} one
 * @param {PageIndex} index
 * @param {View} view
 * @param {number} chosen
 */
function drawRow(one, { contestants }, view, chosen) {
  const { facts, verdicts } = one
  const href = formatAddress({ ...view, case: facts.id })
  const name = facts.path.startsWith(`${facts.application}/`)
    ? facts.path.slice(facts.application.length + 1)
    : facts.path
  const shown = chosen < 0 ? verdicts : [verdicts[chosen] ?? '']
  const descriptions = shown.map(
    (letters, nth) => `${contestants[chosen < 0 ? nth : chosen]?.name}: ${describeVerdict(letters)}`,
  )
  /** @param {string} kind @param {...import('./dom.js').Child} children */
  const cell = (kind, ...children) => element('td', { role: 'cell', class: kind }, ...children)
  return element(
    'tr',
    { role: 'row' },
    element(
      'th',
      { role: 'rowheader', scope: 'row' },
      element('a', { href }, element('bdi', {}, name.replace(/\.md$/, ''))),
      facts.version && element('span', { class: 'small' }, facts.version),
    ),
    cell('app', element('bdi', {}, facts.application)),
    cell('kind', element('span', { class: `label ${facts.label}` }, facts.label)),
    cell('category', element('bdi', {}, facts.category ?? '')),
    cell('language', element('bdi', {}, facts.language)),
    cell('hits', `${one.right} of ${one.asked}`),
    cell(
      'marks',
      drawMarks(shown, facts.label, descriptions.join(', ')),
      chosen >= 0 && ` ${describeVerdict(shown[0] ?? '')}`,
    ),
  )
}

/** @param {string} letters */
function describeVerdict(letters) {
  return letters === '' ? 'not asked' : [...new Set(letters)].map(resultName).join(' and ')
}
