// The form with the filters, and the table of the cases that match.

import { FILTERS, formatAddress } from './address.js'
import { createCaseTable } from './case-table.js'
import { announce, append, byId, element } from './dom.js'
import { resultName, selectCases } from './select-cases.js'

/** @typedef {import('./address.js').View} View */
/** @typedef {import('./select-cases.js').ListedCase} ListedCase */
/** @typedef {import('../page-data.ts').PageIndex} PageIndex */

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
    'level',
    values(({ facts }) => facts.level),
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

  const table = createCaseTable(index, onChange)
  byId('case-table').replaceChildren(table.element)
  byId('case-tools').hidden = false

  let shown = ''
  /** @type {ListedCase[]} */
  let selected = cases

  return {
    /** The cases in the order of the list, for going from one to the next. */
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
      table.show(selected, view)
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
