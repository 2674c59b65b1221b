import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSpecification } from './parse-specification.ts'

describe('parseSpecification', () => {
  it('gives the Prompt section as it stands and nothing else', () => {
    const text =
      '# Title\n\nProse.\n\n# Prompt\n\n## Schema\n\n```sql\n-- x\n# not a section\n```\n\nEnd.  \n\n# Notes\n\nHidden.\n'
    assert.deepEqual(parseSpecification(text).content, {
      title: 'Title',
      prompt: '## Schema\n\n```sql\n-- x\n# not a section\n```\n\nEnd.',
      rules: [],
      schema: '-- x\n# not a section\n',
    })
  })

  it('reads which parameters the calling convention says the server sets', () => {
    const text =
      "# Prompt\n\n## Calling convention\n\n- Named parameters (`:name`).\n- The server sets these, trust them: `:user_id`,\n  `:now`.\n- `:id` is the client's.\n"
    assert.deepEqual(parseSpecification(text).content?.trusted, ['user_id', 'now'])
  })

  it('reads rules by their written ids', () => {
    const text =
      '# Prompt\n\n## Security Requirements\n\n- **R1** Own tenant only,\n  always.\n- **R2:** Not deleted.\n- R012. Limits.\n'
    assert.deepEqual(parseSpecification(text).content?.rules, [
      { id: 'R1', text: 'Own tenant only,\nalways.' },
      { id: 'R2', text: 'Not deleted.' },
      { id: 'R12', text: 'Limits.' },
    ])
  })

  it('numbers plain ordered rules R1 to Rn and leaves other lists alone', () => {
    const text =
      '# Prompt\n## Steps\n1. not a rule\n## Security Requirements\n### Tenants\n1. All queries must filter\n   1. nested\n2. Soft-deleted\n### Other\n3. ...\n\n- bullet\n'
    assert.deepEqual(
      parseSpecification(text).content?.rules.map(rule => `${rule.id} ${rule.text}`),
      ['R1 All queries must filter\nnested', 'R2 Soft-deleted', 'R3 ...'],
    )
  })

  it('wants one Prompt section that is not empty', () => {
    const first = (text: string) => parseSpecification(text).problems.map(({ line, message }) => `${line}: ${message}`)
    assert.deepEqual(first('# Title\n\n## Prompt\n'), [
      '1: no "# Prompt"; a section with the schema and the security requirements was wanted.',
    ])
    assert.deepEqual(first('# Title\n\n# Prompt\n\n# Notes\nx\n'), [
      '3: "# Prompt" is empty; the schema and the security requirements were wanted.',
    ])
    assert.match(first('# Prompt\n<!-- later -->\n')[0] ?? '', /^1: "# Prompt" is empty/)
    assert.deepEqual(first('# Prompt\nx\n```sql\nCREATE TABLE t ();\n# Notes\n'), [
      '3: the fence opened here is never closed; end it with a line of ```.',
    ])
    assert.deepEqual(first('# Prompt\na\n# Prompt\nb\n'), [
      '3: a second "# Prompt" (the first is on line 1); one was wanted.',
    ])
  })

  it('warns of a rule id that is there twice', () => {
    const { content, problems } = parseSpecification('# Prompt\n- **R1** a\n- **R1** b\n')
    assert.equal(content?.rules.length, 2)
    assert.deepEqual(problems, [
      { severity: 'warning', line: 3, message: 'R1 is there twice; give each rule its own id.' },
    ])
  })
})
