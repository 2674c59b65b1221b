// The marks of a row of the case table.

import { markKind } from './marks.js'

/** @typedef {ReturnType<typeof markKind>} MarkKind */

/** The marks as SVG paths in a square of 10. The digit after `%` is the distance from the left edge. */
const SHAPES = {
  right: 'M%1 5.5l2.2 2.5 4-6',
  wrong: 'M%1 2l6 6m0-6l-6 6',
  silent: 'M%1 5a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
  mixed: 'M%1 4h6m-3-3v6m-3 2h6',
  none: 'M%3 5h1.5',
}
const STEP = 12

/**
 * Draws all marks of a row as one SVG image, with one path for each kind. An element for each mark would take ten times as
 * long to lay out.
 * @param {string[]} verdicts
 * @param {string} label
 * @param {string} text The same for screen readers.
 */
export function drawMarks(verdicts, label, text) {
  const width = verdicts.length * STEP
  const image = svgElement('svg', {
    class: 'mark-row',
    width,
    height: 10,
    viewBox: `0 0 ${width} 10`,
    role: 'img',
    'aria-label': text,
  })
  /** @type {Map<MarkKind, string>} */
  const paths = new Map()
  for (const [nth, letters] of verdicts.entries()) {
    const kind = markKind(letters, label)
    const shape = SHAPES[kind].replace(/%(\d)/, (_, at) => String(nth * STEP + Number(at)))
    paths.set(kind, (paths.get(kind) ?? '') + shape)
  }
  for (const [kind, d] of paths) image.appendChild(svgElement('path', { class: `mark ${kind}`, d }))
  return image
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function svgElement(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value))
  return made
}
