// Colours code with highlight.js, which returns markup. The code may be hostile: only spans with a class are made into
// elements, and everything else becomes text.

import { element } from './dom.js'

/** @type {{ getLanguage(name: string): unknown, highlight(code: string, options: { language: string, ignoreIllegals: boolean }): { value: string } } | undefined} */
const highlighter = /** @type {any} */ (globalThis).hljs

/** Longer code has no colours: highlighting would take too long. */
const LONGEST = 100_000

/**
 * @param {string} code
 * @param {string} language
 * @returns {DocumentFragment}
 */
export function highlightCode(code, language) {
  const fragment = document.createDocumentFragment()
  if (!highlighter?.getLanguage(language) || code.length > LONGEST) {
    fragment.append(code)
    return fragment
  }
  const { value } = highlighter.highlight(code, { language, ignoreIllegals: true })
  /** @type {Node[]} */
  const open = [fragment]
  for (const piece of value.split(/(<span class="[\w -]+">|<\/span>)/)) {
    const name = /^<span class="([\w -]+)">$/.exec(piece)?.[1]
    const parent = open.at(-1) ?? fragment
    if (name) {
      const span = element('span', { class: name })
      parent.appendChild(span)
      open.push(span)
    } else if (piece === '</span>') {
      if (open.length > 1) open.pop()
    } else if (piece !== '') parent.appendChild(document.createTextNode(decodeEntities(piece)))
  }
  return fragment
}

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }

/** @param {string} text */
function decodeEntities(text) {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, entity => ENTITIES[/** @type {keyof typeof ENTITIES} */ (entity)])
}
