import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Context } from './context.ts'
import { createProgress, formatTimeLeft } from './progress.ts'

function terminal(isTTY: boolean, env: Record<string, string> = {}, columns = 80) {
  let written = ''
  let time = 0
  const output = {
    write(text: string) {
      written += text
    },
    isTTY,
    columns,
  }
  const context = { stderr: output, env, now: () => new Date(time) } as unknown as Context
  return {
    context,
    written: () => written,
    pass(ms: number) {
      time += ms
    },
  }
}

describe('createProgress', () => {
  it('draws a bar with rate, failures and time left on a terminal', () => {
    const { context, written, pass } = terminal(true, { NO_COLOR: '1' })
    using progress = createProgress(40, context)
    pass(1000)
    for (let nth = 0; nth < 10; nth++) progress.step({ isFailure: nth === 0 })
    pass(1000)
    progress.step({})
    assert.ok(
      written().endsWith('\r\u001b[K██████░░░░░░░░░░░░░░░░░░ 11/40  5.5/s  1 failed  6 s left'),
      JSON.stringify(written()),
    )
  })

  it('uses no colour when NO_COLOR is set, and some when it is not', () => {
    for (const [env, hasColour] of [
      [{ NO_COLOR: '1' }, false],
      [{}, true],
    ] as const) {
      const { context, written } = terminal(true, env)
      createProgress(4, context)[Symbol.dispose]()
      assert.equal(written().includes('\u001b[2m'), hasColour)
    }
  })

  it('prints a plain line now and then in a pipe', () => {
    const { context, written, pass } = terminal(false)
    using progress = createProgress(400, context)
    for (let nth = 0; nth < 300; nth++) {
      pass(100)
      progress.step({})
    }
    assert.equal(
      written(),
      '100 of 400, 10.0 a second, 0 failed, 30 s left\n200 of 400, 10.0 a second, 0 failed, 20 s left\n300 of 400, 10.0 a second, 0 failed, 10 s left\n',
    )
  })

  it('shows the running cost where there is one', () => {
    for (const isTTY of [true, false]) {
      const { context, written, pass } = terminal(isTTY, { NO_COLOR: '1' })
      using progress = createProgress(40, context)
      pass(20_000)
      progress.step({ spent: 0.0123 })
      assert.match(written(), /0 failed,? +\$0\.0123/)
    }
  })

  it('never needs more than the line that the terminal has', () => {
    const { context, written, pass } = terminal(true, { NO_COLOR: '1' }, 30)
    using progress = createProgress(40, context)
    pass(1000)
    progress.step({})
    const line = written().split('\r\u001b[K').at(-1) ?? ''
    assert.ok(line.length < 30, line)
    assert.match(line, /^1\/40/)
  })

  it('lets a message through and draws the bar again below it', () => {
    const { context, written } = terminal(true, { NO_COLOR: '1' })
    using progress = createProgress(4, context)
    progress.say('hello')
    assert.match(written(), /\r\u001b\[Khello\n\r\u001b\[K░+ 0\/4/)
  })
})

describe('formatTimeLeft', () => {
  it('grows with the time', () => {
    assert.deepEqual([0.2, 59, 60, 3599, 7500].map(formatTimeLeft), ['1 s', '59 s', '1:00', '59:59', '2:05:00'])
  })
})
