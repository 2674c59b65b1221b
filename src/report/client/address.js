// What the page shows, as the part of its address after `#`, so that a view can be shared: `#app=shop&right=wrong&sort=right`.

/**
 * @typedef {object} View
 * @property {string} case The case that is open; empty when none is.
 * @property {string} search
 * @property {string} model The name of a contestant.
 * @property {string} app
 * @property {string} category
 * @property {string} language
 * @property {string} level
 * @property {string} label
 * @property {string} verdict
 * @property {string} right `right` or `wrong`.
 * @property {string} sort A column of the case table; with `-` before it, descending.
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
  level: '',
  label: '',
  verdict: '',
  right: '',
  sort: '',
  order: '',
})

/** The fields of a view that filter the list of cases. */
export const FILTERS = /** @type {const} */ ([
  'search',
  'model',
  'app',
  'category',
  'language',
  'level',
  'label',
  'verdict',
  'right',
])

/**
 * Reads the part of an address after `#`. Unknown names are ignored. Null when it is an anchor, such as `#leaderboard`.
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
 * The address of a view, with its `#`. Slashes are not escaped, so that people can read the address of a case.
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
