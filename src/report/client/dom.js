// The script makes elements only with these functions. The text of models and cases becomes text nodes, never markup.

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element: `element('a', { href: '#cases' }, 'Cases')`. An attribute that is false or null is left out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string | number | boolean | null | undefined>} attributes
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue
    made.setAttribute(attribute, value === true ? '' : String(value))
  }
  append(made, children)
  return made
}

/**
 * @param {Node} parent
 * @param {(Child | Child[])[]} children
 */
export function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)))
  }
}

/**
 * An element that every page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no #${id}.`)
  return found
}

/**
 * Tells something to users of screen readers.
 * @param {string} text
 */
export function announce(text) {
  byId('status').textContent = text
}
