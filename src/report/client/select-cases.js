// Chooses the cases that are listed, and their order. It uses no DOM, so that it can be tested without a browser.

/** @typedef {import('../page-data.ts').PageIndex} PageIndex */
/** @typedef {import('../page-data.ts').PageCase} PageCase */
/** @typedef {import('./address.js').View} View */

/**
 * A case with values that are computed once.
 * @typedef {object} ListedCase
 * @property {PageCase} facts
 * @property {string[]} verdicts For each contestant, a letter for each repeat.
 * @property {string} text The text that is searched, in lower case.
 * @property {number} right How many models were right in every repeat.
 * @property {number} asked How many models were asked.
 */

const RESULT_NAMES = { g: 'good', b: 'bad', r: 'refused', t: 'truncated', u: 'unreadable', e: 'empty' }

/**
 * @param {string} letter
 * @returns {string}
 */
export function resultName(letter) {
  return RESULT_NAMES[/** @type {keyof typeof RESULT_NAMES} */ (letter)] ?? letter
}

/**
 * Baselines are counted only when there are no models.
 * @param {PageIndex} index
 * @returns {ListedCase[]}
 */
export function listCases({ contestants, cases }) {
  const hasModels = contestants.some(({ isBaseline }) => !isBaseline)
  return cases.map(facts => {
    const verdicts = facts.verdicts.split(',')
    const counted = verdicts.filter((letters, nth) => letters !== '' && !(hasModels && contestants[nth]?.isBaseline))
    const { path, description, decoy, category, rules, label } = facts
    const about = decoy === undefined ? description : `${description}\nMeant to look wrong: ${decoy}`
    return {
      facts,
      verdicts,
      text: [path, about, category ?? '', rules.join(' '), label].join('\n').toLowerCase(),
      right: counted.filter(letters => isRight(letters, label)).length,
      asked: counted.length,
    }
  })
}

/**
 * Whether the result is right in every repeat.
 * @param {string} letters
 * @param {string} label
 */
export function isRight(letters, label) {
  return letters !== '' && [...letters].every(letter => resultName(letter) === label)
}

/**
 * A case is selected when it has every word of the search, and when one answer (of the chosen model, or of any model)
 * matches both filters, for the verdict and for right or wrong.
 * @param {ListedCase[]} cases
 * @param {PageIndex['contestants']} contestants
 * @param {View} view
 * @returns {ListedCase[]}
 */
export function selectCases(cases, contestants, view) {
  const words = view.search.toLowerCase().split(/\s+/).filter(Boolean)
  const chosen = contestants.findIndex(({ name }) => name === view.model)
  const selected = cases.filter(
    one =>
      (view.app === '' || one.facts.application === view.app) &&
      (view.category === '' || (one.facts.category ?? '') === view.category) &&
      (view.language === '' || one.facts.language === view.language) &&
      (view.level === '' || one.facts.level === view.level) &&
      (view.label === '' || one.facts.label === view.label) &&
      words.every(word => one.text.includes(word)) &&
      hasAnswer(one, chosen, view),
  )
  return sortCases(selected, chosen, view.sort)
}

/**
 * @param {ListedCase} one
 * @param {number} chosen
 * @param {View} view
 */
function hasAnswer({ facts, verdicts }, chosen, { model, verdict, right }) {
  if (model === '' && verdict === '' && right === '') return true
  if (model !== '' && chosen < 0) return false
  const letters = chosen < 0 ? verdicts.join('') : (verdicts[chosen] ?? '')
  return [...letters].some(letter => {
    const result = resultName(letter)
    return (verdict === '' || result === verdict) && (right === '' || (result === facts.label) === (right === 'right'))
  })
}

/** @type {Record<string, (one: ListedCase, chosen: number) => string | number>} */
const COLUMNS = {
  case: ({ facts }) => facts.path,
  app: ({ facts }) => facts.application,
  label: ({ facts }) => facts.label,
  category: ({ facts }) => facts.category ?? '',
  language: ({ facts }) => facts.language,
  right: ({ right, asked }) => (asked === 0 ? 0 : right / asked),
  verdicts: ({ facts, verdicts }, chosen) =>
    chosen < 0
      ? verdicts.filter(letters => isRight(letters, facts.label)).length
      : `${isRight(verdicts[chosen] ?? '', facts.label) ? 1 : 0}${verdicts[chosen]}`,
}

/**
 * Cases that are equal in the column stay in the order of their paths.
 * @param {ListedCase[]} cases
 * @param {number} chosen
 * @param {string} sort
 */
function sortCases(cases, chosen, sort) {
  const column = COLUMNS[sort.replace(/^-/, '')]
  if (!column) return cases
  const sign = sort.startsWith('-') ? -1 : 1
  const keyed = cases.map(one => ({ one, key: column(one, chosen) }))
  keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : 0))
  return keyed.map(({ one }) => one)
}
