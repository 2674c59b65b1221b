// What is looked at, as an address that can be sent to a colleague: `#app=shop&right=wrong&sort=right`.

/**
 * @typedef {object} View
 * @property {string} case The case that is open; empty when none is.
 * @property {string} search
 * @property {string} model The name of a contestant.
 * @property {string} app
 * @property {string} category
 * @property {string} language
 * @property {string} label
 * @property {string} verdict
 * @property {string} right `right` or `wrong`.
 * @property {string} sort A column of the case table; with `-` before it, downwards.
 * @property {string} order Table, column and direction of another table: `leaderboard.3.descending`.
 */

/** @type {Readonly<View>} */
export const EMPTY_VIEW = Object.freeze({
  case: '',
  search: '',
  model: '',
  app: '',
  category: '',
  language: '',
  label: '',
  verdict: '',
  right: '',
  sort: '',
  order: '',
})

/** What narrows the list of cases. */
export const FILTERS = /** @type {const} */ ([
  'search',
  'model',
  'app',
  'category',
  'language',
  'label',
  'verdict',
  'right',
])

/**
 * Reads the part of an address behind `#`. What it does not know is left out; null when it is a place of the page.
 * @param {string} hash
 * @returns {View | null}
 */
export function parseAddress(hash) {
  const text = hash.replace(/^#/, '')
  if (text !== '' && !text.includes('=')) return null
  const given = new URLSearchParams(text)
  const view = { ...EMPTY_VIEW }
  for (const name of /** @type {(keyof View)[]} */ (Object.keys(EMPTY_VIEW))) view[name] = given.get(name) ?? ''
  return view
}

/**
 * The address of a view, with its `#`. Slashes stay, so that a case's address can be read.
 * @param {Partial<View>} view
 */
export function formatAddress(view) {
  const given = new URLSearchParams()
  for (const name of /** @type {(keyof View)[]} */ (Object.keys(EMPTY_VIEW))) {
    const value = view[name]
    if (value) given.set(name, value)
  }
  return `#${given.toString().replaceAll('%2F', '/')}`
}
