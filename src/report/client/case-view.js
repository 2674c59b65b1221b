// The dialog with one case: its code, its proof, and the answers of all models.

import { formatAddress } from './address.js'
import { drawAnswers } from './answers.js'
import { openData } from './chunks.js'
import { announce, byId, element } from './dom.js'
import { highlightCode } from './highlight-code.js'
import { drawProof } from './proof.js'

/** @typedef {import('./address.js').View} View */
/** @typedef {import('./select-cases.js').ListedCase} ListedCase */
/** @typedef {import('../page-data.ts').PageIndex} PageIndex */
/** @typedef {import('../page-data.ts').CaseDetail} CaseDetail */

/**
 * @param {PageIndex} index
 * @param {ListedCase[]} cases
 * @param {(change: Partial<View>) => void} onChange
 */
export function createCaseView(index, cases, onChange) {
  const dialog = /** @type {HTMLDialogElement} */ (byId('case'))
  const byCase = new Map(cases.map(one => [one.facts.id, one]))
  let shown = ''
  dialog.addEventListener('cancel', event => {
    event.preventDefault()
    onChange({ case: '' })
  })
  // The target of a click outside of the content is the dialog itself.
  dialog.addEventListener('click', event => {
    if (event.target === dialog) onChange({ case: '' })
  })
  dialog.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || isScrolling(event.target)) return
    const link = { ArrowLeft: 'previous', ArrowRight: 'next' }[event.key]
    if (link) /** @type {HTMLElement | null} */ (dialog.querySelector(`a.${link}`))?.click()
  })

  /**
   * Opens the case of a view, or closes the dialog. The links to the previous and the next case follow `listed`.
   * @param {View} view
   * @param {ListedCase[]} listed
   */
  return async (view, listed) => {
    if (view.case === '') {
      if (dialog.open) dialog.close()
      if (shown !== '') focusRow(shown)
      shown = ''
      return
    }
    const one = byCase.get(view.case)
    if (view.case === shown && dialog.open) return
    shown = view.case
    if (!one) {
      dialog.replaceChildren(
        drawHead(null, view, [], onChange),
        element('p', { class: 'text' }, `This report has no case ${view.case}.`),
      )
      if (!dialog.open) dialog.showModal()
      return
    }
    const details = /** @type {CaseDetail[]} */ (await openData(`chunk-${one.facts.chunk}`))
    // The reader may have opened another case meanwhile.
    if (shown !== view.case) return
    const detail = details[one.facts.at]
    if (!detail) return
    dialog.replaceChildren(
      drawHead(one, view, listed, onChange),
      element(
        'div',
        { class: 'case-body' },
        drawFacts(one),
        drawCode(one, detail),
        drawProof(one.facts, detail.proof),
        await drawAnswers(one, detail, index, view.model),
      ),
    )
    if (!dialog.open) dialog.showModal()
    dialog.scrollTop = 0
    dialog.querySelector('h2')?.focus()
    announce(`Case ${one.facts.path}`)
  }
}

/** @param {EventTarget | null} target */
function isScrolling(target) {
  return target instanceof HTMLElement && target.matches('.scroll, .code, input, textarea, select')
}

/** @param {string} id */
function focusRow(id) {
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('#case-table a'))) {
    if (new URLSearchParams(link.hash.slice(1)).get('case') === id) return link.focus()
  }
}

/**
 * @param {ListedCase | null} one
 * @param {View} view
 * @param {ListedCase[]} listed
 * @param {(change: Partial<View>) => void} onChange
 */
function drawHead(one, view, listed, onChange) {
  const at = one ? listed.indexOf(one) : -1
  const previous = at > 0 ? listed[at - 1] : undefined
  const next = at >= 0 ? listed[at + 1] : undefined
  const close = element('button', { type: 'button', class: 'close', 'aria-label': 'Close' }, '✕')
  close.addEventListener('click', () => onChange({ case: '' }))
  /** @param {ListedCase | undefined} other @param {string} kind @param {string} text */
  const link = (other, kind, text) =>
    other &&
    element('a', { class: kind, href: formatAddress({ ...view, case: other.facts.id }), title: other.facts.path }, text)
  return element(
    'div',
    { class: 'case-head' },
    element('h2', { id: 'case-title', tabindex: '-1' }, element('bdi', {}, one ? one.facts.path : 'Not found')),
    element(
      'nav',
      { 'aria-label': 'Cases' },
      link(previous, 'previous', '← Previous'),
      at >= 0 && element('span', { class: 'small' }, `${at + 1} of ${listed.length}`),
      link(next, 'next', 'Next →'),
      close,
    ),
  )
}

/** @param {ListedCase} one */
function drawFacts({ facts, right, asked }) {
  /** @param {string} name @param {import('./dom.js').Child} value */
  const fact = (name, value) => value && element('div', {}, element('dt', {}, name), element('dd', {}, value))
  return element(
    'div',
    {},
    element('p', { class: 'text description' }, facts.description),
    facts.decoy &&
      element('p', { class: 'text description' }, element('strong', {}, 'Meant to look wrong: '), facts.decoy),
    element(
      'dl',
      { class: 'about' },
      fact('Label', element('span', { class: `label ${facts.label}` }, facts.label)),
      fact('Category', facts.category && element('bdi', {}, facts.category)),
      fact('Rules broken', facts.rules.length > 0 && element('bdi', {}, facts.rules.join(', '))),
      fact('Level', facts.level),
      fact('Language', facts.language !== '' && element('bdi', {}, facts.language)),
      fact('Version', facts.version && `${facts.version}: edited between evaluations`),
      fact('Right', `${right} of ${asked}`),
    ),
  )
}

/**
 * @param {ListedCase} one
 * @param {CaseDetail} detail
 */
function drawCode({ facts }, { code }) {
  const lines = code.replace(/\n$/, '').split('\n').length
  const numbers = Array.from({ length: lines }, (_, nth) => nth + 1).join('\n')
  return element(
    'div',
    { class: 'code', tabindex: '0', role: 'region', 'aria-label': 'Code' },
    element('pre', { class: 'numbers', 'aria-hidden': 'true' }, numbers),
    element('pre', {}, element('code', {}, highlightCode(code, facts.language))),
  )
}
