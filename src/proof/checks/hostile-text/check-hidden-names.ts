import { isBroken, isJobOf, isOpen } from '../../cases/case-run.ts'
import type { Check } from '../check.ts'
import { callsWith, injectionPoints, startingCalls } from './hostile-calls.ts'
import { sendCalls } from './send-calls.ts'

/**
 * The names of columns that are hidden from whoever sends them: one may be taken for a column to sort by. That is no text
 * that was executed, but a leak by itself; where text is executed, it is the same flaw.
 */
export const hiddenNames: Check = {
  name: 'hidden-names',
  needs: ['order'],
  gives: [],
  seeds: 'every',
  async *run(proofRun, caseRuns) {
    const injection = proofRun.database.plan.rules.find(({ isInjection }) => isInjection)?.id ?? ''
    for (const actor of proofRun.actors) {
      const hidden = actor.worlds.filter(({ kind }) => kind === 'columns').flatMap(world => world.hidden)
      const names = [...new Set(hidden.flatMap(({ columns }) => columns))]
      const left = caseRuns.filter(
        caseRun =>
          isOpen(caseRun) &&
          caseRun.callPlan.hostile.length > 0 &&
          !isBroken(caseRun, injection) &&
          isJobOf(caseRun, actor),
      )
      if (names.length === 0 || left.length === 0) continue
      const callsOf = (caseRun: (typeof left)[number]) => {
        const start = startingCalls(caseRun, actor).slice(0, 1)
        return callsWith(injectionPoints(caseRun, start), () => names)
      }
      const sent = new Map(left.map(caseRun => [caseRun, callsOf(caseRun)]))
      // A hidden column may happen to sort as an allowed one does: no result is harmless for that.
      for (const [caseRun, witnesses] of await sendCalls(proofRun, actor, sent, () => [])) {
        for (const witness of witnesses)
          yield { caseRun, kind: 'violation', rule: witness.rule, witness: () => witness }
      }
    }
  },
}
