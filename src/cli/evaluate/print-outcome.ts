import { formatDollars } from '../../lib/text/format-dollars.ts'
import type { EvaluateOutcome } from '../../run/evaluate/evaluation.ts'
import type { Context } from '../context.ts'

export type InterruptibleOutcome = EvaluateOutcome & { isInterrupted: boolean }

/** Prints the outcome of a run in a few words, on stderr. Returns the exit code. */
export function printOutcome(outcome: InterruptibleOutcome, context: Context): number {
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
