import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { syntheticApplication } from '../testing/synthetic-corpus.ts'
import { checkPrompt } from './check-prompt.ts'

describe('checkPrompt', () => {
  it('wants every trusted parameter in the Prompt section', () => {
    const whole = syntheticApplication('app')
    assert.deepEqual(checkPrompt(whole), [])
    const [problem] = checkPrompt({ ...whole, trusted: ['org_id', 'now', 'role'] })
    assert.equal(problem?.severity, 'error')
    assert.equal(problem?.file, '/corpus/app/SPEC.md')
    assert.match(problem?.message ?? '', /does not list :now, :role, which proof\.yaml trusts/)
  })

  it('wants a list of trusted parameters, and only warns when the application has no proof', () => {
    const { application } = syntheticApplication('app')
    delete application.trusted
    assert.equal(checkPrompt({ application, trusted: ['org_id'], categories: null })[0]?.severity, 'error')
    assert.equal(checkPrompt({ application, trusted: [], categories: null })[0]?.severity, 'warning')
  })
})
