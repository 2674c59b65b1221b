// Which cases are listed, and in which order. Pure: it is tested without a browser.

/** @typedef {import('../page-data.ts').PageIndex} PageIndex */
/** @typedef {import('../page-data.ts').PageCase} PageCase */
/** @typedef {import('./address.js').View} View */

/**
 * A case with what is looked up again and again.
 * @typedef {object} ListedCase
 * @property {PageCase} facts
 * @property {string[]} verdicts Letters of each contestant.
 * @property {string} text What a search looks into, in lower case.
 * @property {number} right Models that were right in every repeat.
 * @property {number} asked
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
 * Baselines are counted only where there is nobody else.
 * @param {PageIndex} index
 * @returns {ListedCase[]}
 */
export function listCases({ contestants, cases }) {
  const hasModels = contestants.some(({ isBaseline }) => !isBaseline)
  return cases.map(facts => {
    const verdicts = facts.verdicts.split(',')
    const counted = verdicts.filter((said, nth) => said !== '' && !(hasModels && contestants[nth]?.isBaseline))
    const { path, description, category, rules, label } = facts
    return {
      facts,
      verdicts,
      text: [path, description, category ?? '', rules.join(' '), label].join('\n').toLowerCase(),
      right: counted.filter(said => isRight(said, label)).length,
      asked: counted.length,
    }
  })
}

/**
 * Right in every repeat.
 * @param {string} said
 * @param {string} label
 */
export function isRight(said, label) {
  return said !== '' && [...said].every(letter => resultName(letter) === label)
}

/**
 * Every word that was typed must occur. Verdict, and right or wrong, are asked of the chosen model, or of any: one answer
 * has to satisfy both.
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
  const said = chosen < 0 ? verdicts.join('') : (verdicts[chosen] ?? '')
  return [...said].some(letter => {
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
      ? verdicts.filter(said => isRight(said, facts.label)).length
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
