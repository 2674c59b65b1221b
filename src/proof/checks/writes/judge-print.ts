// Judges a call of the sweep by its print. A call that wrote something unknown so far is made again, to be looked at.

import { callAndAsk, changesText, makeCall, masker, type Outcome, UNDO } from '../../cases/sql/make-call.ts'
import type { Print } from '../../cases/sql/run-calls.ts'
import type { Parameters } from '../../inputs/call-plan.ts'
import { DatabaseError } from '../../postgres/session.ts'
import { tellOffence } from '../../witness/tell.ts'
import { type Actor, callerOf, type Entry, notTheSame, sceneOf, type Trial, TWO_RESULTS } from '../trial.ts'
import { chargesAgainst, type Judgement, judgeCall, readAnswers } from './judge.ts'
import { judgeCaller } from './judge-caller.ts'
import { confirmReturned } from './returned-rows.ts'

/** Whether there is anything to judge it by. */
export function isToBeJudged(trial: Trial, { query }: Entry, { error, count, changes }: Print): boolean {
  if (error !== undefined) return false
  return changes.length > 0 || (count > 0 && (isAboutReturned(trial) || Object.keys(query.callers).length > 0))
}

/** Notes the rules that the call breaks. The rules whose hidden rows it was allowed to change. */
export async function judgePrint(
  trial: Trial,
  actor: Actor,
  entry: Entry,
  parameters: Parameters,
  print: Print,
  /** It says nothing, whoever is told it. */
  isEmptyAnswer: boolean,
): Promise<string[]> {
  if (print.error !== undefined) return []
  if (!isEmptyAnswer) await judgeCaller(trial, actor, entry, parameters, print)
  const isReturnJudged = print.count > 0 && isAboutReturned(trial)
  if (print.changes.length === 0 && !isReturnJudged) return []
  const key = JSON.stringify([
    ...[entry.query.name, actor.name, parameters, changesText(print.changes, masker(print.generated), new Set())],
    ...(isReturnJudged ? [print.rows] : []),
  ])
  const known = trial.judgements.get(key)
  const isTold = (rule: string) => rule in entry.finding.witnesses
  if (known && entry.origin) entry.finding.killedBy ??= known.offences[0]?.rule
  if (known && (entry.origin || known.offences.every(({ rule }) => isTold(rule)))) return known.excused
  const { judgement, outcome } = await lookAt(trial, actor, entry, parameters, print)
  if (!judgement) {
    entry.finding.trouble ??= notTheSame(entry.prepared, TWO_RESULTS)
    return []
  }
  trial.judgements.set(key, judgement)
  for (const offence of judgement.offences) {
    if (entry.origin) entry.finding.killedBy ??= offence.rule
    else entry.finding.witnesses[offence.rule] ??= tellOffence(sceneOf(entry, actor, parameters), offence, outcome)
  }
  return judgement.excused
}

async function lookAt(
  trial: Trial,
  actor: Actor,
  entry: Entry,
  parameters: Parameters,
  print: Print,
): Promise<{ judgement?: Judgement; outcome: Outcome }> {
  const { database } = trial
  const { query, prepared } = entry
  const judge = { database, query, context: actor.context, hidden: actor.hidden }
  const caller = callerOf(trial, entry, actor)
  if (!isAboutReturned(trial)) {
    // What is to be asked is known from the print: one trip.
    const charges = chargesAgainst(judge, { columns: [], rows: [], changes: print.changes })
    const questions = await database.questionSql(charges, query, { ...parameters, ...actor.context })
    try {
      const { outcome, answers } = await callAndAsk(caller, prepared, parameters, questions)
      // The offences are told of the changes of the print, whose made-up values are others.
      const generated = [...outcome.generated, ...print.generated]
      return { judgement: readAnswers(charges, answers), outcome: { ...outcome, generated } }
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      await database.session.run(UNDO)
    }
  }
  let judgement: Judgement | undefined
  const outcome = await makeCall(caller, prepared, parameters, async found => {
    judgement = await judgeCall(judge, found, parameters)
  })
  if (!judgement) return { outcome }
  return { judgement: await confirmReturned(trial, actor, entry, parameters, outcome, judgement), outcome }
}

/** Whether a rule asks something of rows that come back. */
function isAboutReturned({ database }: Trial): boolean {
  return database.plan.rules.some(({ requires }) => requires.some(({ on }) => on === 'return'))
}
