import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApplicationAdequacy } from '../../run/verify/adequacy.ts'
import { attackMarkdown, attackTable, attackWarnings } from './attack-table.ts'

const NONE = { byRule: 0, byWorks: 0, undecided: 0, equivalent: 0, listed: 0, survivors: [] }
const survivor = { operator: 'loosen-for-role', what: 'a OR b', line: 3 }
const all: ApplicationAdequacy[] = [
  {
    application: 'notes',
    ungraded: [],
    conditions: [],
    problems: [],
    cases: [
      {
        casePath: 'notes/a-01-good.md',
        query: 'a',
        isMigration: false,
        edits: NONE,
        attacks: [
          { ...NONE, operator: 'loosen-for-role', byRule: 1, survivors: [survivor] },
          { ...NONE, operator: 'flag-of-hidden', byWorks: 1, undecided: 2, equivalent: 5 },
        ],
      },
      {
        casePath: 'notes/a-02-good.md',
        query: 'a',
        isMigration: false,
        edits: NONE,
        attacks: [{ ...NONE, operator: 'loosen-for-role', byRule: 2 }],
      },
    ],
  },
]

describe("the prover's grade", () => {
  it('counts the attacks of all cases by kind, without those that are equivalent', () => {
    assert.equal(
      attackTable(all, (_, text) => text),
      [
        'attack           made  by a rule  by works  unproved  survived  caught %',
        'flag-of-hidden      3          0         1         2         0     100.0',
        'loosen-for-role     4          3         0         0         1      75.0',
        'all                 7          3         1         2         1      85.7',
      ].join('\n'),
    )
  })

  it('is written for a document', () => {
    assert.match(
      attackMarkdown(all),
      /^\| attack \| made .*\n\|---\|---:.*\n\| flag-of-hidden \| 3 \| 0 \| 1 \| 2 \| 0 \| 100\.0 \|/,
    )
  })

  it('warns of kinds of which too few are caught', () => {
    assert.deepEqual(attackWarnings(all), ['the prover catches 75.0 % of the attacks loosen-for-role; 95 % are wanted'])
  })
})
