import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Flag, parseFlags, refuseSwallowedFlags } from './flags.ts'

const known: Flag[] = [
  { name: 'model', value: 'M', isRepeatable: true, help: '' },
  { name: 'db', value: 'PATH', help: '' },
  { name: 'limit', value: 'N', help: '' },
  { name: 'timeout', value: 'SECONDS', help: '' },
  { name: 'force', help: '' },
]
const parse = (...words: string[]) => parseFlags(words, known, 1)

describe('parseFlags', () => {
  it('reads values, repeated values, switches and positionals', () => {
    const { flags, positionals } = parse(
      '--model',
      'a b',
      '--model=c',
      'word',
      '--force',
      '--limit',
      '3',
      '--timeout=0.5',
      '--db=--odd',
    )
    assert.deepEqual(flags.texts('model'), ['a b', 'c'])
    assert.deepEqual(positionals, ['word'])
    assert.equal(flags.isOn('force'), true)
    assert.equal(flags.text('db'), '--odd')
    assert.equal(parse().flags.text('db'), undefined)
    assert.equal(flags.count('limit'), 3)
    assert.equal(flags.amount('timeout'), 0.5)
  })

  const mistakes: [string, string[], RegExp][] = [
    ['an unknown flag, with the nearest', ['--modle', 'x'], /^unknown flag --modle; did you mean --model\?$/],
    ['an unknown flag that is near none', ['--zebra'], /^unknown flag --zebra\.$/],
    ['a short flag', ['-m', 'x'], /^unknown flag -m/],
    ['a missing value', ['--model'], /^--model wants a value\.$/],
    ['an empty value', ['--model='], /^--model wants a value\.$/],
    [
      'a flag where a value was wanted',
      ['--model', '--force'],
      /^--model wants a value; "--force" looks like a flag\.$/,
    ],
    ['a value behind a switch', ['--force=yes'], /^--force takes no value\.$/],
    ['the same flag twice', ['--db', 'a', '--db', 'b'], /^--db was given twice\.$/],
    ['a word too many', ['one', 'two'], /^unexpected "two"\.$/],
  ]
  for (const [what, words, message] of mistakes) {
    it(`refuses ${what}`, () => assert.throws(() => parse(...words), { name: 'UsageError', message, exitCode: 2 }))
  }

  for (const value of ['0', '-1', '1.5', 'three', 'NaN', '1e99']) {
    it(`refuses --limit=${value}`, () => {
      assert.throws(() => parse(`--limit=${value}`).flags.count('limit'), /a whole number from 1 to \d+ was wanted/)
    })
  }
})

describe('refuseSwallowedFlags', () => {
  it('notices that npm kept a flag for itself', () => {
    const env = { npm_config_model: 'true', npm_lifecycle_event: 'evaluate' }
    assert.throws(() => refuseSwallowedFlags([], env, known), {
      message: 'npm took --model for itself (npm_config_model is set).',
      tryThis: 'put -- before the flags: npm run evaluate -- --model M',
    })
  })

  it('notices a switch too: a dry run must not become a real one', () => {
    assert.throws(() => refuseSwallowedFlags([], { npm_config_force: 'true' }, known), /npm took --force for itself/)
  })

  it("does not mind a flag that arrived, nor npm's own settings", () => {
    refuseSwallowedFlags(['--model', 'x'], { npm_config_model: 'true' }, known)
    refuseSwallowedFlags([], { npm_config_timeout: '5', npm_config_registry: 'x' }, known)
  })
})
