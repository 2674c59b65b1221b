import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CallFailure, UsageError } from '../errors.ts'
import { temporaryFolder } from '../lib/testing/temporary-folder.ts'
import { createCommandModel } from './command-model.ts'

const never = new AbortController().signal
const call = { repeat: 1, stop: never, abort: never }
const prompt = { text: 'shared own', shared: 'shared ', own: 'own', code: 'own', language: '' }

function command(line: string, timeoutMs = 20_000) {
  return createCommandModel(`command:${line}`, { timeoutMs, concurrency: 2, cwd: '.', env: process.env })
}

describe('createCommandModel', () => {
  it('sends the prompt to the program and takes its output for the reply', async () => {
    assert.deepEqual(await command('cat').ask(prompt, call), { body: 'shared own', attempts: 1 })
  })

  it('splits words as a shell does and expands nothing', async () => {
    const line = `${process.execPath} -e "console.log(process.argv.slice(1).join('|'))" one 'two words' $HOME *.md ~ a\\ b ""`
    assert.deepEqual(await command(line).ask(prompt, call), { body: 'one|two words|$HOME|*.md|~|a b|\n', attempts: 1 })
  })

  it('keeps what was typed as its name', () => {
    assert.deepEqual(command('cat -A').identity, { name: 'command:cat -A', host: 'command', parameters: '{}' })
  })

  it('takes a non-zero exit for a failure, whatever was printed', async () => {
    using folder = temporaryFolder()
    folder.write({ 'fail.sh': 'echo \'{"assessment":"good"}\'; echo "no credit" >&2; exit 7' })
    await assert.rejects(command(`sh ${folder.path}/fail.sh`).ask(prompt, call), failure => {
      assert.ok(failure instanceof CallFailure)
      assert.equal(failure.message, 'the program ended with code 7: no credit')
      assert.equal(failure.stopsModel, false)
      return true
    })
  })

  it('fails at the deadline', async () => {
    await assert.rejects(command('sleep 30', 200).ask(prompt, call), { message: 'no reply within 0.2 s (--timeout)' })
  })

  it('stops the model when the program is not there', async () => {
    await assert.rejects(command('no-such-program-here').ask(prompt, call), { name: 'CallFailure', stopsModel: true })
  })

  it('refuses a line that no shell could split, and an empty one', () => {
    assert.throws(() => command('cat "open'), UsageError)
    assert.throws(() => command('  '), UsageError)
  })
})
