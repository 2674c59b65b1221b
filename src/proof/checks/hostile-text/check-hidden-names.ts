import { type CaseRun, isBroken, isJobOf, isOpen } from '../../cases/case-run.ts'
import type { Check } from '../check.ts'
import { callsWith, injectionPoints, startingCalls } from './hostile-calls.ts'
import { nestedTexts } from './nested-texts.ts'
import { sendCalls } from './send-calls.ts'

/**
 * Sends the names of hidden columns: a case may sort by the column that the client names. No text is executed then, so
 * the leak is charged to the rule that hides the column. A case that executes text is left out: that is the same flaw.
 */
export const hiddenNames: Check = {
  name: 'hidden-names',
  needs: ['order'],
  gives: [],
  seeds: 'written',
  async *run(proofRun, caseRuns) {
    const injection = proofRun.database.plan.rules.find(({ isInjection }) => isInjection)?.id ?? ''
    for (const actor of proofRun.actors) {
      const hidden = actor.worlds.filter(({ kind }) => kind === 'columns').flatMap(world => world.hidden)
      const names = [...new Set(hidden.flatMap(({ columns }) => columns))]
      const sendable = caseRuns.filter(
        caseRun =>
          isOpen(caseRun) &&
          caseRun.callPlan.hostile.length > 0 &&
          !isBroken(caseRun, injection) &&
          isJobOf(caseRun, actor),
      )
      if (names.length === 0 || sendable.length === 0) continue
      const callsOf = (caseRun: CaseRun) => {
        const start = startingCalls(caseRun, actor).slice(0, 1)
        return callsWith(injectionPoints(caseRun, start), () => [
          ...names.flatMap(spellings),
          ...nestedNames(names, caseRun),
        ])
      }
      const sent = new Map(sendable.map(caseRun => [caseRun, callsOf(caseRun)]))
      // A hidden column may happen to sort rows as an allowed column does. So no result counts as harmless.
      for (const [caseRun, { witnesses, undecided, doubt }] of await sendCalls(proofRun, actor, sent, () => [])) {
        for (const witness of witnesses)
          yield { caseRun, kind: 'violation', rule: witness.rule, witness: () => witness }
        if (witnesses.length > 0) continue
        if (undecided) yield { caseRun, kind: 'undecided', undecided }
        else if (doubt !== undefined) yield { caseRun, kind: 'doubt', reason: doubt }
      }
    }
  },
}

/** A name as a client may send it: twice in a list, for code that looks at the first place alone, and in capitals. */
function spellings(name: string): string[] {
  return [name, `${name},${name}`, name.toUpperCase()]
}

/** Names for code that removes a name once, as `replace(fields, 'charge', '')` does: `chchargearge`. */
function nestedNames(names: string[], { program }: CaseRun): string[] {
  const { removedTexts, holdsText } = program.facts
  return nestedTexts(names, removedTexts.length > 0 ? [...removedTexts, ...names] : names.filter(holdsText))
}
