import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageCase, PageIndex } from '../page-data.ts'
import { EMPTY_VIEW, formatAddress, parseAddress } from './address.js'
import { markKind } from './marks.js'
import { listCases, selectCases } from './select-cases.js'

function pageCase(path: string, verdicts: string, more: Partial<PageCase> = {}): PageCase {
  const label = path.includes('good') ? 'good' : 'bad'
  const [application = '', file = ''] = path.split('/')
  const facts = {
    application,
    query: file.slice(0, -3),
    label,
    language: 'sql',
    level: 'statement',
    category: null,
    rules: [],
  } as const
  return { id: path, path, ...facts, rules: [], description: `About ${file}.`, verdicts, chunk: 0, at: 0, ...more }
}

const index: PageIndex = {
  contestants: [
    { name: 'one', isBaseline: false },
    { name: 'two', isBaseline: false },
    { name: 'coin', isBaseline: true },
  ],
  places: [0, 1, 2],
  cases: [
    pageCase('clinic/a-01-good', 'g,b,g'),
    pageCase('clinic/a-03-bad', 'b,r,g', { category: 'pagination', rules: ['R7'] }),
    pageCase('shop/b-01-good', 'gb,g,b', { decoy: 'Seems to forget the tenant.' }),
    pageCase('shop/b-03-bad', ',b,b', {
      category: 'soft-delete',
      language: 'javascript',
      level: 'function',
    }),
  ],
}
const cases = listCases(index)
const select = (view: Partial<typeof EMPTY_VIEW>) =>
  selectCases(cases, index.contestants, { ...EMPTY_VIEW, ...view }).map(({ facts }) => facts.path)

describe('listCases', () => {
  it('counts models that were right in every repeat, and baselines only when there are no models', () => {
    assert.deepEqual(
      cases.map(({ right, asked }) => [right, asked]),
      [
        [1, 2],
        [1, 2],
        [1, 2],
        [1, 1],
      ],
    )
    const baselines = listCases({ ...index, contestants: index.contestants.map(one => ({ ...one, isBaseline: true })) })
    assert.deepEqual([baselines[0]?.right, baselines[0]?.asked], [2, 3])
  })
})

describe('selectCases', () => {
  it('wants every word of a search, in path, description, category or rule', () => {
    assert.deepEqual(select({ search: 'SHOP b-0' }), ['shop/b-01-good', 'shop/b-03-bad'])
    assert.deepEqual(select({ search: 'r7' }), ['clinic/a-03-bad'])
    assert.deepEqual(select({ search: 'clinic soft' }), [])
  })

  it('filters by application, category, language and label', () => {
    assert.deepEqual(select({ app: 'shop', label: 'bad' }), ['shop/b-03-bad'])
    assert.deepEqual(select({ category: 'pagination' }), ['clinic/a-03-bad'])
    assert.deepEqual(select({ language: 'javascript' }), ['shop/b-03-bad'])
    assert.deepEqual(select({ level: 'function' }), ['shop/b-03-bad'])
    assert.deepEqual(select({ search: 'meant forget' }), ['shop/b-01-good'])
  })

  it('wants one answer, of the chosen model or of any, that matches both verdict and right or wrong', () => {
    assert.deepEqual(select({ model: 'one' }), ['clinic/a-01-good', 'clinic/a-03-bad', 'shop/b-01-good'])
    assert.deepEqual(select({ model: 'one', right: 'wrong' }), ['shop/b-01-good'])
    assert.deepEqual(select({ verdict: 'refused' }), ['clinic/a-03-bad'])
    assert.deepEqual(select({ verdict: 'good', right: 'wrong' }), ['clinic/a-03-bad'])
    assert.deepEqual(select({ model: 'nobody' }), [])
  })

  it('sorts by a column, ascending and descending, and keeps the order of equal rows', () => {
    assert.deepEqual(select({ sort: 'right' }).at(-1), 'shop/b-03-bad')
    assert.deepEqual(select({ sort: '-label' }), [
      'clinic/a-01-good',
      'shop/b-01-good',
      'clinic/a-03-bad',
      'shop/b-03-bad',
    ])
    assert.deepEqual(select({ sort: 'constructor' }), select({}))
  })
})

describe('markKind', () => {
  it('is right, wrong, silent, mixed or none', () => {
    assert.deepEqual(
      ['b', 'g', 'r', 'bg', 'br', 'rg', ''].map(letters => markKind(letters, 'bad')),
      ['right', 'wrong', 'silent', 'mixed', 'mixed', 'wrong', 'none'],
    )
  })
})

describe('addresses', () => {
  it('hold the whole view: what was written is read again', () => {
    const view = { ...EMPTY_VIEW, case: 'shop/a b&c', model: 'x · y', sort: '-right' }
    assert.equal(formatAddress(view), '#case=shop/a+b%26c&model=x+%C2%B7+y&sort=-right')
    assert.deepEqual(parseAddress(formatAddress(view)), view)
  })

  it('leave anchors of the page to the browser, and ignore unknown names', () => {
    assert.equal(parseAddress('#leaderboard'), null)
    assert.deepEqual(parseAddress(''), EMPTY_VIEW)
    assert.deepEqual(parseAddress('#__proto__=x&nothing=y'), EMPTY_VIEW)
  })
})
