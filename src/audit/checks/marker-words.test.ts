import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { loadModule } from 'libpg-query'
import { readCase, syntheticApplication, syntheticCase } from '../testing/synthetic-corpus.ts'
import { findMarkerWords } from './marker-words.ts'

describe('findMarkerWords', () => {
  before(async () => loadModule())

  const found = (code: string, prompt = 'Things and their owners.') => {
    const from = syntheticApplication('app', { prompt })
    return findMarkerWords([readCase(syntheticCase('app', 'q', 3, 'bad', code), from)])
      .map(({ severity, message }) => `${severity} ${/"(.*?)"/.exec(message)?.[1]}`)
      .join()
  }

  it('finds words in comments that give the label away', () => {
    assert.equal(found('-- VULNERABILITY HERE\nSELECT 1'), 'error VULNERABILITY')
    assert.equal(found('SELECT 1 /* insecure on purpose */'), 'error insecure')
    assert.equal(found('-- TODO fix\nSELECT 1'), 'error TODO')
    assert.equal(found('-- missing tenant check\nSELECT 1'), 'error missing tenant check')
    assert.equal(found('-- CWE-639\nSELECT 1'), 'error CWE-639')
    assert.equal(found('-- there is a bug in the old client\nSELECT 1'), 'warning bug')
  })

  it('finds them in names, also inside functions', () => {
    assert.equal(found('WITH unsafe_rows AS (SELECT 1) SELECT * FROM unsafe_rows'), 'error unsafe_rows')
    assert.equal(
      found('CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT is_vulnerable(1) $$'),
      'error is_vulnerable',
    )
  })

  it('allows names of the specification, strings, and longer words that contain a marker word', () => {
    const tracker = 'A bug tracker: `bugs (id, unsafe_flag)`. A bug is open or closed.'
    assert.equal(found('-- every open bug\nSELECT unsafe_flag FROM bugs', tracker), '')
    assert.equal(found("SELECT 'vulnerable', 'TODO'"), '')
    assert.equal(found('-- SAFE: own debug rows, checked; labels of goods\nSELECT debugged, todos FROM t'), '')
    assert.equal(found('-- no filter on the state: all are listed\nSELECT 1'), '')
  })
})
