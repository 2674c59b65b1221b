import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPathHider, hideCommandPaths } from './hide-paths.ts'

describe('createPathHider', () => {
  const hide = createPathHider(['/home/ann/bench', '/home/ann/bench/tests/'])

  it('takes folders and the home of their owner out of a text', () => {
    assert.equal(hide('File "/home/ann/bench/review.py", line 3'), 'File "…/review.py", line 3')
    assert.equal(hide('/home/ann/bench/tests/shop/a.md and /home/ann/.ssh'), '…/shop/a.md and …/.ssh')
    assert.equal(hide('in /home/ann/bench.'), 'in /home/ann/bench.'.replace('/home/ann/bench.', '…/bench.'))
  })

  it('leaves other paths alone', () => {
    for (const text of ['/etc/passwd', '/home/annabel/x', 'src/home/ann', 'a / b', '']) assert.equal(hide(text), text)
  })

  it('knows homes of other systems, and never hides the root', () => {
    assert.equal(createPathHider(['C:\\Users\\ann\\bench'])('C:\\Users\\ann\\bench\\a.md'), '…\\a.md')
    assert.equal(createPathHider(['/Users/ann/x'])('/Users/ann/y'), '…/y')
    assert.equal(createPathHider(['/', 'C:\\'])('/etc C:\\x'), '/etc C:\\x')
  })
})

describe('hideCommandPaths', () => {
  it('leaves the names of files', () => {
    assert.equal(
      hideCommandPaths('command:python3 /srv/tools/review.py --rules=/srv/r.txt'),
      'command:python3 …/review.py --rules=…/r.txt',
    )
    assert.equal(hideCommandPaths('command:/usr/bin/review'), 'command:…/review')
    assert.equal(hideCommandPaths('command:C:\\tools\\review.exe fast'), 'command:…/review.exe fast')
  })

  it('leaves names and relative paths', () => {
    for (const name of ['openai/gpt-4o-mini', 'command:python3 review.py', 'command:./tools/review a/b'])
      assert.equal(hideCommandPaths(name), name)
  })
})
