// The page without this script is whole as far as it goes: scores, charts, a table of cases. This adds sorting, search,
// filters, and each case in full.

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
   * What is typed into a filter is no step to go back to; a case is.
   * @param {Partial<View>} change
   * @param {boolean} isSmall
   */
  function goTo(change, isSmall) {
    const address = formatAddress({ ...view, ...change })
    if (isSmall) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    follow()
  }

  function follow() {
    const wanted = parseAddress(location.hash)
    // A place of the page, such as #leaderboard: the browser goes there itself.
    if (!wanted) return
    if (wanted.order !== view.order) applyOrder(wanted.order)
    view = wanted
    list.show(view)
    void showCase(view, list.selected)
  }

  addEventListener('hashchange', follow)
  addEventListener('popstate', follow)
  addEventListener('keydown', event => {
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || view.case !== '') return
    event.preventDefault()
    const search = document.querySelector('#filters [name=search]')
    if (search instanceof HTMLElement) search.focus()
  })
  // Links into the list of cases, such as those of a heat map.
  document.addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a.into-cases') : null
    if (link) byId('cases').scrollIntoView()
  })
  const isOfList = location.hash.includes('=') && !location.hash.includes('case=') && !location.hash.includes('order=')
  follow()
  if (!parseAddress(location.hash)) list.show(view)
  if (isOfList) byId('cases').scrollIntoView()
  document.documentElement.dataset.ready = ''
}

start().catch(error => {
  const advice = 'DecompressionStream' in globalThis ? String(error) : 'this browser is too old to open them.'
  byId('case-table').replaceChildren(element('p', { class: 'nothing' }, `The cases cannot be shown: ${advice}`))
})
