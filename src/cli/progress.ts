import { stripVTControlCharacters } from 'node:util'
import { formatDollars } from '../lib/text/format-dollars.ts'
import { type Context, painter } from './context.ts'

export interface Progress extends Disposable {
  /** Counts one more question as done. `spent` is the cost of the run so far, in USD. */
  step(one: { isFailure?: boolean; spent?: number }): void
  /** Prints a line without getting in the bar's way. */
  say(line: string): void
}

const BAR_WIDTH = 24
const REDRAW_MS = 100
const PLAIN_LINE_MS = 10_000

/** On a terminal a bar that redraws itself; in a pipe a plain line now and then. Both on stderr. */
export function createProgress(total: number, context: Context): Progress {
  const { stderr, now } = context
  const paint = painter(context, stderr)
  const start = now().getTime()
  let done = 0
  let failed = 0
  let cost = 0
  let lastDrawn = start

  const seconds = () => (now().getTime() - start) / 1000
  const rate = () => (seconds() > 0 ? done / seconds() : 0)
  const clear = () => stderr.isTTY && stderr.write('\r\u001b[K')

  function draw(): void {
    lastDrawn = now().getTime()
    const left = rate() > 0 ? formatTimeLeft((total - done) / rate()) : '?'
    const failures = failed > 0 ? paint('red', `${failed} failed`) : '0 failed'
    const money = cost > 0 ? formatDollars(cost) : undefined
    if (stderr.isTTY) {
      const facts = `${done}/${total}  ${rate().toFixed(1)}/s  ${failures}${money ? `  ${money}` : ''}  ${left} left`
      const filled = Math.floor((done / total) * BAR_WIDTH)
      const bar = paint('cyan', '█'.repeat(filled)) + paint('dim', '░'.repeat(BAR_WIDTH - filled))
      const room = stderr.columns - stripVTControlCharacters(facts).length - 1
      // A line that wraps could not be drawn over.
      const line = room > BAR_WIDTH ? `${bar} ${facts}` : stripVTControlCharacters(facts).slice(0, stderr.columns - 1)
      stderr.write(`\r\u001b[K${line}`)
    } else {
      stderr.write(
        `${done} of ${total}, ${rate().toFixed(1)} a second, ${failures}, ${money ? `${money}, ` : ''}${left} left\n`,
      )
    }
  }

  const interval = stderr.isTTY ? REDRAW_MS : PLAIN_LINE_MS
  const drawWhenDue = () => now().getTime() - lastDrawn >= interval && draw()
  // The time left is shown anew also while no answer comes.
  const timer = setInterval(drawWhenDue, stderr.isTTY ? 500 : 1000)
  timer.unref()
  if (stderr.isTTY) draw()

  return {
    step({ isFailure, spent }) {
      done++
      if (isFailure) failed++
      cost = spent ?? cost
      drawWhenDue()
    },
    say(line) {
      clear()
      stderr.write(`${line}\n`)
      if (stderr.isTTY) draw()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      clear()
    },
  }
}

/** `45 s`, `3:07`, `2:05:00`. */
export function formatTimeLeft(seconds: number): string {
  const whole = Math.ceil(seconds)
  if (whole < 60) return `${whole} s`
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60]
  const two = (number: number) => String(number).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}
