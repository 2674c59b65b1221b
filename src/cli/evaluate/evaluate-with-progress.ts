import { formatDollars } from '../../lib/format-dollars.ts'
import { printable } from '../../lib/printable.ts'
import {
  type EvaluateEvent,
  type EvaluateOptions,
  type EvaluateOutcome,
  evaluate,
} from '../../run/evaluate/evaluate.ts'
import { type Context, painter } from '../context.ts'
import { createProgress, type Progress } from '../progress.ts'

// npm passes a Ctrl-C on to a program that the terminal has already told: two signals, one key.
const SAME_KEY_MS = 500
// Enough to see what is wrong; the rest is in the database.
const SHOWN = 10

/** Runs an evaluation with progress on stderr and Ctrl-C in hand. */
export async function runEvaluation(
  options: Omit<EvaluateOptions, 'stop' | 'abort' | 'now' | 'onEvent'>,
  context: Context,
): Promise<EvaluateOutcome & { isInterrupted: boolean }> {
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

/** What came of it in a few words, on stderr; returns the exit code. */
export function printOutcome(outcome: EvaluateOutcome & { isInterrupted: boolean }, context: Context): number {
  const { answered, failed, notAsked, summary, isInterrupted, spent } = outcome
  const silent = summary.contestants.reduce((sum, { score }) => sum + score.evaluations - score.answered, 0)
  const parts = [
    `${answered} answered now`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(notAsked > 0 ? [`${notAsked} not asked`] : []),
    ...(spent > 0 ? [`${formatDollars(spent)} spent`] : []),
    ...(silent > 0 ? [`${silent} without a verdict (counted as wrong)`] : []),
  ]
  context.stderr.write(`${parts.join(', ')}.\n`)
  if (failed + notAsked > 0) {
    context.stderr.write(
      'Run the same command again, without --force, to go on: what was answered is stored and is not asked again.\n',
    )
  }
  if (isInterrupted && notAsked > 0) return 130
  return failed + notAsked + silent > 0 ? 1 : 0
}

/** The outcome for other programs: scores, and what was not answered. */
export function outcomeAsJson(outcome: EvaluateOutcome): unknown {
  const { summary, wanted, answered, notAsked, failed, failures, spent } = outcome
  return {
    wanted,
    answeredNow: answered,
    notAsked,
    failed,
    costUsd: spent,
    failures: failures.map(({ question, reason }) => ({
      casePath: question.case.path,
      model: question.model.name,
      prompt: question.evaluationPrompt.name,
      repeat: question.repeat,
      reason,
    })),
    summary,
  }
}
