import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseCase } from './parse-case.ts'

const BAD = { query: 'x', number: '03', label: 'bad' as const }
const GOOD = { query: 'x', number: '01', label: 'good' as const }

function errors(text: string, name = BAD as typeof BAD | typeof GOOD): string[] {
  const { content, problems } = parseCase(text, name)
  const found = problems.filter(problem => problem.severity === 'error')
  assert.equal(content === undefined, found.length > 0, 'content is there exactly when there is no error')
  return found.map(({ line, message }) => `${line}: ${message}`)
}

describe('parseCase', () => {
  it('reads every section', () => {
    const text =
      '# Description\nTwo\nlines.\n\n# Code\n```sql\nSELECT 1;\n\nSELECT 2;\n```\n\n# Expected\nbad\n\n# Violates\nR3, R1\n'
    assert.deepEqual(parseCase(text, BAD), {
      content: { description: 'Two\nlines.', code: 'SELECT 1;\n\nSELECT 2;', language: 'sql', violates: ['R3', 'R1'] },
      problems: [],
    })
  })

  it('takes a # line inside a fence for code', () => {
    const text = '# Description\nx\n# Code\n```python\n# Expected\n# Code\nrun()\n```\n# Expected\nbad\n'
    assert.equal(parseCase(text, BAD).content?.code, '# Expected\n# Code\nrun()')
  })

  it('finds the code behind a deep list', () => {
    const list = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')
    assert.equal(
      parseCase(`# Description\n${list}\n\n# Code\n\`\`\`\nc\n\`\`\`\n# Expected\nbad\n`, BAD).content?.code,
      'c',
    )
  })

  it('reads longer fences and tildes, with fences inside', () => {
    const inner = '```\ninner\n```'
    for (const fence of ['````', '~~~', '`````']) {
      const text = `# Description\nx\n# Code\n${fence}javascript extra words\n${inner}\n${fence}\n# Expected\nbad\n`
      assert.deepEqual(parseCase(text, BAD).content, {
        description: 'x',
        code: inner,
        language: 'javascript',
        violates: [],
      })
    }
  })

  it('keeps unknown sections out of the way', () => {
    const text = '# Description\nx\n# Notes\n```sql\nother\n```\n# Code\n```\nhere\n```\n# Expected\nbad\n'
    assert.deepEqual(parseCase(text, BAD).content, { description: 'x', code: 'here', language: '', violates: [] })
  })

  it('reads rule ids from a list as well', () => {
    const text = '# Description\nx\n# Code\n```\nc\n```\n# Expected\nbad\n# Violates\n- R3\n- `R01`\n- R3\n'
    assert.deepEqual(parseCase(text, BAD).content?.violates, ['R3', 'R1'])
  })

  it('says what is missing, all at once', () => {
    assert.deepEqual(errors('Nothing here.\n'), [
      '1: no "# Code"; a section with a fenced block was wanted.',
      '1: no "# Expected"; a section with the word good or bad was wanted.',
    ])
  })

  it('says where a block without a name, a second section or a wrong word stands', () => {
    const text =
      '# Description\nx\n# Code\n```\na\n```\n```\nb\n```\n# Expected\nmaybe\n# Expected\nbad\n# Violates\nall\n'
    assert.deepEqual(errors(text), [
      '4: one of several blocks has no name; write it behind the language, as in ```sql 01_tables.sql.',
      '7: one of several blocks has no name; write it behind the language, as in ```sql 01_tables.sql.',
      '12: a second "# Expected" (the first is on line 10); one was wanted.',
      '10: "# Expected" says "maybe"; write good or bad.',
      '14: "# Violates" says "all"; rule ids such as R3, R1 were wanted.',
    ])
  })

  it('reads several files, named behind the language or in the line before', () => {
    const text =
      '# Code\n```sql db/01_tables.sql\nCREATE TABLE t ();\n```\n\nThen:\n\n`db/02_view.sql`\n\n```sql\nCREATE VIEW v AS TABLE t;\n```\n# Expected\nbad\n'
    const { content } = parseCase(text, BAD)
    assert.deepEqual(content?.files, [
      { name: 'db/01_tables.sql', language: 'sql', code: 'CREATE TABLE t ();' },
      { name: 'db/02_view.sql', language: 'sql', code: 'CREATE VIEW v AS TABLE t;' },
    ])
    assert.equal(
      content?.code,
      '-- db/01_tables.sql\nCREATE TABLE t ();\n\n-- db/02_view.sql\nCREATE VIEW v AS TABLE t;',
    )
  })

  it('keeps the name of a single file, and its code as it is', () => {
    const { content } = parseCase('# Code\n```ts file="src/app.ts"\nrun()\n```\n# Expected\nbad\n', BAD)
    assert.deepEqual(content?.files, [{ name: 'src/app.ts', language: 'ts', code: 'run()' }])
    assert.equal(content?.code, 'run()')
  })

  it('refuses names that are there twice or lead out of the project', () => {
    const block = (name: string) => `\`\`\`ts ${name}\nrun()\n\`\`\`\n`
    assert.deepEqual(errors(`# Code\n${block('a.ts')}${block('a.ts')}${block('../b.ts')}# Expected\nbad\n`), [
      '5: a second block has the name "a.ts" (the first is on line 2).',
      '8: "../b.ts" is no name of a file below the project, such as src/routes.ts.',
    ])
  })

  it('finds a fence that is never closed', () => {
    assert.deepEqual(errors('# Description\nx\n# Code\n```sql\nSELECT 1;\n\n# Expected\nbad\n'), [
      '4: the fence opened here is never closed; end it with a line of ```.',
      '1: no "# Expected"; a section with the word good or bad was wanted.',
    ])
  })

  it('finds code outside a fence and an empty fence', () => {
    assert.deepEqual(errors('# Description\nx\n# Code\nSELECT 1;\n# Expected\nbad\n'), [
      '3: "# Code" has no fenced block; put the code between two lines of ```.',
    ])
    assert.deepEqual(errors('# Description\nx\n# Code\n```sql\n\n```\n# Expected\nbad\n'), [
      '4: the fenced block under "# Code" is empty; code was wanted.',
    ])
  })

  it('wants the label that the file name says, in its one spelling', () => {
    const text = (word: string) => `# Description\nx\n# Code\n\`\`\`\nc\n\`\`\`\n# Expected\n${word}\n`
    assert.deepEqual(errors(text('bad'), GOOD), [
      '7: "# Expected" says bad, the file\'s name says good; they must agree.',
    ])
    assert.deepEqual(errors(text('Bad')), ['7: "# Expected" says "Bad"; write good or bad.'])
    assert.deepEqual(errors(text('')), ['7: "# Expected" is empty; write good or bad.'])
    assert.deepEqual(errors(text('bad\n\nbecause')), ['7: "# Expected" says "bad because"; write good or bad.'])
  })

  it('reads what a good case seems to break, and refuses that of a bad case', () => {
    const text = (label: string, decoy: string) =>
      `# Description\nx\n\n# Decoy\n${decoy}\n\n# Code\n\`\`\`\nc\n\`\`\`\n\n# Expected\n${label}\n`
    const decoy = 'Seems to show other tenants.\nThe restrictive policy hides them.'
    assert.equal(parseCase(text('good', decoy), GOOD).content?.decoy, decoy)
    assert.deepEqual(parseCase(text('good', decoy), GOOD).problems, [])
    assert.deepEqual(errors(text('bad', decoy)), [
      '4: "# Decoy" is for good cases, and this case is bad; remove the section.',
    ])
    assert.deepEqual(errors(text('good', ''), GOOD), [
      '4: "# Decoy" is empty; say what the case seems to break, and what refutes it.',
    ])
  })

  it('warns of a missing description and of a good case that breaks rules', () => {
    const { content, problems } = parseCase('# Code\n```\nc\n```\n# Expected\ngood\n# Violates\nR1\n', GOOD)
    assert.equal(content?.code, 'c')
    assert.deepEqual(
      problems.map(({ severity, line }) => `${severity} ${line}`),
      ['warning 1', 'warning 7'],
    )
  })
})
