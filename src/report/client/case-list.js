// The filters and the table of cases. The table is drawn anew, some rows at a time.

import { FILTERS, formatAddress } from './address.js'
import { announce, append, byId, element } from './dom.js'
import { MARKS, markKind } from './marks.js'
import { resultName, selectCases } from './select-cases.js'

/** @typedef {import('./address.js').View} View */
/** @typedef {import('./select-cases.js').ListedCase} ListedCase */
/** @typedef {import('../page-data.ts').PageIndex} PageIndex */

const FIRST_ROWS = 60
const MORE_ROWS = 300

const HEADERS = /** @type {const} */ ([
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
 * @param {ListedCase[]} cases
 * @param {(change: Partial<View>) => void} onChange
 */
export function createCaseList(index, cases, onChange) {
  const form = /** @type {HTMLFormElement} */ (byId('filters'))
  const { contestants } = index
  /** @param {(one: ListedCase) => string | null} get */
  const values = get => [...new Set(cases.map(get))].filter(value => value !== null && value !== '').sort()
  const used = new Set(cases.flatMap(({ verdicts }) => [...verdicts.join('')].map(resultName)))
  fill(
    form,
    'model',
    contestants.map(({ name }) => name),
  )
  fill(
    form,
    'app',
    values(({ facts }) => facts.application),
  )
  fill(
    form,
    'category',
    values(({ facts }) => facts.category),
  )
  fill(
    form,
    'language',
    values(({ facts }) => facts.language),
  )
  fill(
    form,
    'verdict',
    ['good', 'bad', 'refused', 'truncated', 'unreadable', 'empty'].filter(name => used.has(name)),
  )
  form.addEventListener('submit', event => event.preventDefault())
  form.addEventListener('input', () => {
    onChange(Object.fromEntries(FILTERS.map(name => [name, field(form, name).value])))
  })
  form.addEventListener('reset', event => {
    event.preventDefault()
    onChange(Object.fromEntries(FILTERS.map(name => [name, ''])))
  })

  let shown = ''
  /** @type {ListedCase[]} */
  let selected = cases

  return {
    /** The cases as they are listed, for going from one to the next. */
    get selected() {
      return selected
    },
    /** @param {View} view */
    show(view) {
      for (const name of FILTERS) if (field(form, name).value !== view[name]) field(form, name).value = view[name]
      const address = formatAddress({ ...view, case: '', order: '' })
      if (address === shown) return
      shown = address
      selected = selectCases(cases, contestants, view)
      const isNarrowed = FILTERS.some(name => view[name] !== '')
      byId('reset').hidden = !isNarrowed
      const count = `${selected.length.toLocaleString('en')} of ${cases.length.toLocaleString('en')} cases`
      byId('count').textContent = isNarrowed ? count : `${cases.length.toLocaleString('en')} cases`
      announce(count)
      byId('case-table').replaceChildren(drawTable(selected, index, view, onChange))
    },
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {HTMLInputElement | HTMLSelectElement}
 */
function field(form, name) {
  return /** @type {any} */ (form.elements.namedItem(name))
}

/**
 * A filter with nothing to choose from is not shown.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {(string | null)[]} values
 */
function fill(form, name, values) {
  const select = field(form, name)
  append(
    select,
    values.map(value => element('option', { value }, value)),
  )
  const holder = select.closest('label')
  if (holder) holder.hidden = values.length < 2
}

/**
 * @param {ListedCase[]} cases
 * @param {PageIndex} index
 * @param {View} view
 * @param {(change: Partial<View>) => void} onChange
 */
function drawTable(cases, index, view, onChange) {
  if (cases.length === 0) return element('p', { class: 'nothing' }, 'No case matches these filters.')
  const chosen = index.contestants.findIndex(({ name }) => name === view.model)
  const body = element('tbody', { role: 'rowgroup' })
  const table = element(
    'table',
    { class: 'case-table cards', role: 'table' },
    element('caption', { class: 'unseen' }, 'Cases'),
    element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, drawHeaders(view, chosen, onChange))),
    body,
  )
  const more = element('button', { type: 'button', class: 'more' })
  let drawn = 0
  /** @param {number} count */
  const draw = count => {
    const rows = cases.slice(drawn, drawn + count).map(one => drawRow(one, index, view, chosen))
    body.append(...rows)
    drawn += rows.length
    more.hidden = drawn >= cases.length
    more.textContent = `Show ${Math.min(MORE_ROWS, cases.length - drawn)} more of ${(cases.length - drawn).toLocaleString('en')}`
    return rows[0]
  }
  more.addEventListener('click', () => draw(MORE_ROWS)?.querySelector('a')?.focus())
  draw(FIRST_ROWS)
  return element('div', {}, table, more)
}

/**
 * @param {View} view
 * @param {number} chosen
 * @param {(change: Partial<View>) => void} onChange
 */
function drawHeaders(view, chosen, onChange) {
  return HEADERS.map(([column, title]) => {
    const direction = view.sort === column ? 'ascending' : view.sort === `-${column}` ? 'descending' : null
    const button = element(
      'button',
      { type: 'button', class: 'sort' },
      column === 'verdicts' && chosen >= 0 ? 'Verdict' : title,
    )
    button.addEventListener('click', () => {
      onChange({ sort: direction === 'ascending' ? `-${column}` : column })
      // The table was drawn anew.
      const header = document.querySelector(`.case-table .column-${column} button`)
      if (header instanceof HTMLElement) header.focus()
    })
    const attributes = { role: 'columnheader', scope: 'col', class: `column-${column}`, 'aria-sort': direction }
    return element('th', attributes, button)
  })
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
  const said = chosen < 0 ? verdicts : [verdicts[chosen] ?? '']
  const tell = said.map((letters, nth) => `${contestants[chosen < 0 ? nth : chosen]?.name}: ${sayVerdict(letters)}`)
  /** @param {string} label @param {string} kind @param {...(import('./dom.js').Child | import('./dom.js').Child[])} children */
  const cell = (label, kind, ...children) =>
    element('td', { role: 'cell', class: kind, 'data-label': label }, ...children)
  return element(
    'tr',
    { role: 'row' },
    element(
      'th',
      { role: 'rowheader', scope: 'row' },
      element('a', { href }, element('bdi', {}, name.replace(/\.md$/, ''))),
      facts.version && element('span', { class: 'small' }, facts.version),
    ),
    cell('Application', 'app', element('bdi', {}, facts.application)),
    cell('Label', 'kind', element('span', { class: `label ${facts.label}` }, facts.label)),
    cell('Category', 'category', element('bdi', {}, facts.category ?? '')),
    cell('Language', 'language', element('bdi', {}, facts.language)),
    cell('Right', 'hits', drawShare(one.right, one.asked)),
    cell(
      chosen < 0 ? 'Verdicts' : 'Verdict',
      'marks',
      element('span', { class: 'unseen' }, tell.join(', ')),
      element(
        'span',
        { 'aria-hidden': 'true' },
        said.map(letters => drawMark(letters, facts.label)),
        chosen >= 0 && ` ${sayVerdict(said[0] ?? '')}`,
      ),
    ),
  )
}

/** @param {string} letters */
function sayVerdict(letters) {
  return letters === '' ? 'not asked' : [...new Set(letters)].map(resultName).join(' and ')
}

/**
 * @param {number} right
 * @param {number} asked
 */
function drawShare(right, asked) {
  return `${right} of ${asked}`
}

/**
 * @param {string} letters
 * @param {string} label
 */
export function drawMark(letters, label) {
  const kind = markKind(letters, label)
  return element('span', { class: `mark ${kind}` }, MARKS[kind])
}
