// Without this script, the page has scores, charts and a table of cases. The script adds sorting, search, filters, and the
// details of each case.

import { EMPTY_VIEW, formatAddress, parseAddress } from './address.js'
import { createCaseList } from './case-list.js'
import { createCaseView } from './case-view.js'
import { openData } from './chunks.js'
import { byId, element } from './dom.js'
import { listCases } from './select-cases.js'
import { applyOrder, foldTables, makeTablesSortable } from './sort-tables.js'

/** @typedef {import('./address.js').View} View */

async function start() {
  /** @type {View} */
  let view = { ...EMPTY_VIEW }
  foldTables()
  makeTablesSortable(order => goTo({ order }, true))

  const index = /** @type {import('../page-data.ts').PageIndex} */ (await openData('index'))
  const cases = listCases(index)
  const list = createCaseList(index, cases, change => goTo(change, !('case' in change)))
  const showCase = createCaseView(index, cases, change => goTo(change, false))

  /**
   * Shows a changed view. A small change, such as a filter, gets no entry in the history of the browser; a case gets one.
   * @param {Partial<View>} change
   * @param {boolean} isSmall
   */
  function goTo(change, isSmall) {
    const address = formatAddress({ ...view, ...change })
    if (isSmall) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    showAddress()
  }

  function showAddress() {
    const wanted = parseAddress(location.hash)
    // An anchor of the page, such as #leaderboard: the browser scrolls there itself.
    if (!wanted) return
    if (wanted.order !== view.order) applyOrder(wanted.order)
    view = wanted
    list.show(view)
    void showCase(view, list.selected)
  }

  addEventListener('hashchange', showAddress)
  addEventListener('popstate', showAddress)
  addEventListener('keydown', event => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || view.case !== '') return
    event.preventDefault()
    const search = document.querySelector('#filters [name=search]')
    if (search instanceof HTMLElement) search.focus()
  })
  // Links to filtered cases, such as those of a heat map.
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a.into-cases') : null
    if (link) byId('cases').scrollIntoView()
  })
  const isFiltered =
    location.hash.includes('=') && !location.hash.includes('case=') && !location.hash.includes('order=')
  showAddress()
  if (!parseAddress(location.hash)) list.show(view)
  if (isFiltered) byId('cases').scrollIntoView()
  document.documentElement.dataset.ready = ''
}

start().catch(error => {
  const advice = 'DecompressionStream' in globalThis ? String(error) : 'this browser is too old to open them.'
  byId('case-table').replaceChildren(element('p', { class: 'nothing' }, `The cases cannot be shown: ${advice}`))
})
