// The answers of all models to one case.

import { openData } from './chunks.js'
import { append, element } from './dom.js'
import { formatCount, formatDollars, formatDuration } from './format.js'
import { MARKS, markKind } from './marks.js'

/** @typedef {import('./select-cases.js').ListedCase} ListedCase */
/** @typedef {import('../page-data.ts').CaseDetail} CaseDetail */
/** @typedef {import('../page-data.ts').AnswerDetail} AnswerDetail */
/** @typedef {import('../page-data.ts').PageIndex} PageIndex */

/** A longer text is folded, and only its first characters are shown. */
const FOLDED_FROM = 1500
const FOLDED_LENGTH = 600
/** The values of columns that are left out because no answer has a value. */
const NO_VALUES = {
  omitted: null,
  provider: null,
  servedModel: null,
  finishReason: null,
  promptTokens: null,
  completionTokens: null,
  cachedTokens: null,
  reasoningTokens: null,
  cost: null,
  evaluationPrompt: null,
  sent: null,
  reply: null,
}
const LETTERS = { good: 'g', bad: 'b', refused: 'r', truncated: 't', unreadable: 'u', empty: 'e' }

/**
 * Turns columns into answers, in the order of the leaderboard.
 * @param {import('../page-data.ts').AnswerColumns} columns
 * @param {PageIndex['places']} places
 * @returns {(AnswerDetail & { place: number })[]}
 */
function toAnswers(columns, places) {
  const { contestant: numbers = [] } = columns
  const answers = numbers.map((number, nth) => {
    const values = Object.entries(columns).map(([field, list]) => [field, list[nth] ?? null])
    return /** @type {any} */ ({ ...NO_VALUES, ...Object.fromEntries(values), place: places[number] ?? null })
  })
  return answers.filter(({ place }) => place !== null).sort((a, b) => a.place - b.place || a.repeat - b.repeat)
}

/**
 * The answers of the chosen model come first.
 * @param {ListedCase} one
 * @param {CaseDetail} detail
 * @param {PageIndex} index
 * @param {string} model
 */
export async function drawAnswers({ facts }, { answers: columns, specification }, { contestants, places }, model) {
  const answers = toAnswers(columns, places)
  const texts = specification === undefined ? null : await openData('texts')
  const isChosen = (/** @type {{ place: number }} */ { place }) => contestants[place]?.name === model
  const inOrder = [...answers.filter(isChosen), ...answers.filter(answer => !isChosen(answer))]
  const hasRepeats = answers.some(({ repeat }) => repeat > 1)
  return element(
    'section',
    { class: 'answers' },
    element('h3', {}, 'Verdicts'),
    element(
      'ol',
      {},
      inOrder.map(answer => {
        const name = contestants[answer.place]?.name ?? ''
        const asked = texts && specification !== undefined ? { texts, specification } : null
        return drawAnswer(answer, name, facts, hasRepeats, asked)
      }),
    ),
  )
}

/**
 * @param {AnswerDetail} answer
 * @param {string} name
 * @param {ListedCase['facts']} facts
 * @param {boolean} hasRepeats
 * @param {{ texts: Record<string, string>, specification: string } | null} asked
 */
function drawAnswer(answer, name, facts, hasRepeats, asked) {
  const { result, rules, repeat } = answer
  const letter = LETTERS[result]
  const kind = markKind(letter, facts.label)
  const outcome = kind === 'silent' ? `no verdict: ${result}` : `said ${result}`
  return element(
    'li',
    { class: 'answer' },
    element(
      'div',
      { class: 'who' },
      element('h4', { class: 'name' }, element('bdi', {}, name), hasRepeats && ` (repeat ${repeat})`),
      element(
        'p',
        { class: `verdict ${kind}` },
        element('span', { 'aria-hidden': 'true' }, MARKS[kind]),
        ` ${kind === 'right' ? 'right' : 'wrong'}, ${outcome}`,
      ),
      drawReason(rules, facts),
      element('p', { class: 'small' }, drawMeta(answer)),
    ),
    element(
      'div',
      { class: 'said' },
      drawLong(answer.explanation),
      answer.omitted &&
        element(
          'p',
          { class: 'small' },
          `… ${formatCount(answer.omitted)} more characters were left out to keep this page small.`,
        ),
      asked && drawExchange(answer, asked),
    ),
  )
}

/**
 * @param {string[]} rules
 * @param {ListedCase['facts']} facts
 */
function drawReason(rules, { label, rules: broken }) {
  if (rules.length === 0) return null
  const isRightReason = label === 'bad' && broken.includes(rules[0] ?? '')
  const judged = label === 'bad' && broken.length > 0 && (isRightReason ? ', the right reason' : ', not the reason')
  const list = rules.join(', ')
  return element(
    'p',
    { class: 'reason' },
    'names ',
    element('bdi', {}, list.length > 1000 ? `${list.slice(0, 1000)}…` : list),
    judged,
  )
}

/** @param {AnswerDetail} answer */
function drawMeta(answer) {
  const { promptTokens, completionTokens, cachedTokens, reasoningTokens, cost, provider, servedModel, finishReason } =
    answer
  const extra = [
    cachedTokens ? `${formatCount(cachedTokens)} cached` : '',
    reasoningTokens ? `${formatCount(reasoningTokens)} reasoning` : '',
  ].filter(Boolean)
  const parts = [
    formatDuration(answer.latencyMs),
    cost !== null && formatDollars(cost),
    promptTokens !== null &&
      `${formatCount(promptTokens)} + ${formatCount(completionTokens ?? 0)} tokens${extra.length > 0 ? ` (${extra.join(', ')})` : ''}`,
    provider !== null && `by ${provider}`,
    servedModel !== null && `as ${servedModel}`,
    finishReason !== null && finishReason !== 'stop' && `ended: ${finishReason}`,
    answer.attempts > 1 && `${answer.attempts} attempts`,
  ]
  return parts.filter(Boolean).join(' · ')
}

/** @param {string} text */
function drawLong(text) {
  const holder = element('div', { class: 'text explanation' })
  if (text.trim() === '') append(holder, [element('span', { class: 'small' }, 'No explanation.')])
  else if (text.length <= FOLDED_FROM) append(holder, [text])
  else {
    const more = element('button', { type: 'button', class: 'more' }, `Show all ${formatCount(text.length)} characters`)
    more.addEventListener('click', () => holder.replaceChildren(text))
    append(holder, [`${text.slice(0, FOLDED_LENGTH)}… `, more])
  }
  return holder
}

/**
 * @param {AnswerDetail} answer
 * @param {{ texts: Record<string, string>, specification: string }} asked
 */
function drawExchange(answer, { texts, specification }) {
  /** @param {string} title @param {string | null | undefined} text */
  const part = (title, text) => (text ? [element('h5', {}, title), element('pre', {}, text)] : [])
  return element(
    'details',
    { class: 'exchange' },
    element('summary', {}, 'Request and reply'),
    ...part('Specification', texts[specification]),
    ...part('Evaluation prompt', texts[answer.evaluationPrompt ?? '']),
    ...part('Sent beside the prompt', answer.sent),
    ...part('Reply', answer.reply),
  )
}
