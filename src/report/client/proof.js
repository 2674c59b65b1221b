// The proof of a case: the call that breaks a rule, and what the call returned.

import { element } from './dom.js'

/** @typedef {import('../page-data.ts').CaseDetail} CaseDetail */
/** @typedef {import('../../lib/witness/present-witness.ts').PresentedWitness} Witness */

const MOST_ROWS = 8

/**
 * @param {import('../page-data.ts').PageCase} facts
 * @param {CaseDetail['proof']} proof
 */
export function drawProof(facts, proof) {
  if (!proof) return null
  return element('section', { class: 'proof' }, element('h3', {}, 'Proof'), ...describe(facts.label, proof))
}

/**
 * @param {string} label
 * @param {NonNullable<CaseDetail['proof']>} proof
 */
function describe(label, { unproved, witnesses }) {
  const intro =
    unproved !== undefined
      ? [element('p', { class: 'text' }, `The label is not proved: ${unproved}`)]
      : label === 'good'
        ? [
            element(
              'p',
              {},
              'Executed: in every call that was tried, each caller got the same with and without what the rules hide from them.',
            ),
          ]
        : []
  return [...intro, ...witnesses.map(drawWitness)]
}

/** @param {Witness} witness */
function drawWitness({ rule, call, sentence, rows, got, without }) {
  return element(
    'div',
    { class: 'witness' },
    element('p', { class: 'text' }, element('strong', {}, `${rule} breaks. `), sentence),
    element(
      'details',
      {},
      element('summary', {}, 'The call and what came back'),
      element(
        'div',
        { class: 'worlds' },
        drawValues(`Called as ${call.actor}`, { ...call.context, ...call.parameters }),
        ...rows.slice(0, MOST_ROWS).map(({ table, row }) => drawValues(`The row in question, of ${table}`, row)),
        drawRows('What the caller got', got),
        without && drawRows('Without what is hidden', without),
      ),
    ),
  )
}

/**
 * @param {string} title
 * @param {Record<string, string | null>} values
 */
function drawValues(title, values) {
  return element(
    'div',
    {},
    element('h4', {}, title),
    element(
      'dl',
      { class: 'values' },
      Object.entries(values).map(([name, value]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, value ?? 'NULL')),
      ),
    ),
  )
}

/**
 * @param {string} title
 * @param {string[]} rows
 */
function drawRows(title, rows) {
  const more = rows.length - MOST_ROWS
  return element(
    'div',
    {},
    element('h4', {}, title),
    rows.length === 0
      ? element('p', { class: 'small' }, 'Nothing.')
      : element(
          'ul',
          { class: 'rows' },
          rows.slice(0, MOST_ROWS).map(row => element('li', {}, row)),
        ),
    more > 0 && element('p', { class: 'small' }, `${more} more.`),
  )
}
