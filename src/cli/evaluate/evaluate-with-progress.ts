import { printable } from '../../lib/text/printable.ts'
import { evaluate } from '../../run/evaluate/evaluate.ts'
import type { EvaluateEvent, EvaluateOptions } from '../../run/evaluate/evaluation.ts'
import { type Context, painter } from '../context.ts'
import { createProgress, type Progress } from '../progress.ts'
import type { InterruptibleOutcome } from './print-outcome.ts'

// npm passes a Ctrl-C on to a program that the terminal has already told: two signals, one key.
const SAME_KEY_MS = 500
// Enough to see what is wrong; the rest is in the database.
const SHOWN = 10

/** Evaluates with progress on stderr. Ctrl-C finishes the calls in flight, a second one ends the program at once. */
export async function evaluateWithProgress(
  options: Omit<EvaluateOptions, 'stop' | 'abort' | 'now' | 'onEvent'>,
  context: Context,
): Promise<InterruptibleOutcome> {
  const stop = new AbortController()
  const abort = new AbortController()
  let progress: Progress | undefined
  const say = (line: string) => (progress ? progress.say(line) : context.stderr.write(`${line}\n`))

  let firstInterrupt: number | undefined
  const ignoreInterrupts = context.onInterrupt(() => {
    const now = context.now().getTime()
    if (firstInterrupt === undefined) {
      firstInterrupt = now
      stop.abort()
      say('Stopping: finishing what is in flight. Ctrl-C again leaves at once.')
    } else if (now - firstInterrupt > SAME_KEY_MS) {
      abort.abort()
      progress?.[Symbol.dispose]()
      context.leave(130)
    }
  })

  const paint = painter(context, context.stderr)
  const shown = { unanswered: 0, failed: 0 }
  function show(kind: keyof typeof shown, line: string): void {
    shown[kind]++
    if (shown[kind] <= SHOWN) say(line)
    if (shown[kind] === SHOWN + 1) say('(more of these are counted, but not shown)')
  }

  function onEvent(event: EvaluateEvent): void {
    if (event.type === 'planned') {
      const before = event.answeredBefore > 0 ? `, ${event.answeredBefore} answered before (--force asks again)` : ''
      say(`${event.toAsk} to ask${before}.`)
      if (event.toAsk > 0) progress = createProgress(event.toAsk, context)
    } else if (event.type === 'answered') {
      progress?.step({ spent: event.spent })
      const { result, explanation } = event.verdict
      if (result === 'good' || result === 'bad') return
      const reply = event.reply.trim() === '' ? '' : `; it says: ${printable(event.reply)}`
      show('unanswered', `${paint('yellow', result)} ${place(event.question)}: ${printable(explanation)}${reply}`)
    } else if (event.type === 'answered elsewhere') {
      progress?.step({})
    } else if (event.type === 'failed') {
      progress?.step({ isFailure: true })
      // What stops a model is told once, when it is stopped.
      if (event.stopsModel) return
      const { question, reason } = event.failure
      show('failed', `${paint('red', 'failed')} ${place(question)}: ${printable(reason, 600)}`)
    } else if (event.type === 'waiting') {
      say(`Waiting for ${event.questions} that another run on this database is asking.`)
    } else {
      say(`${paint('red', 'stopped')} ${printable(event.model)}: ${printable(event.reason, 600)}`)
    }
  }

  try {
    const outcome = await evaluate({ ...options, stop: stop.signal, abort: abort.signal, now: context.now, onEvent })
    return { ...outcome, isInterrupted: stop.signal.aborted }
  } finally {
    progress?.[Symbol.dispose]()
    ignoreInterrupts()
  }
}

function place({ case: { path }, model }: { case: { path: string }; model: { name: string } }): string {
  return `${printable(path)} by ${printable(model.name)}`
}
