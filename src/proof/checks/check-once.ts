import { type CaseRun, isBroken, isOpen } from '../cases/case-run.ts'
import { completeParameters } from '../inputs/parameters.ts'
import { inOneOrder, shownCall, shownOutcome } from '../witness/shown.ts'
import { openWorld } from '../worlds/open-world.ts'
import { UNCHANGED } from '../worlds/world.ts'
import { actorOf, type Check, type ProofRun } from './check.ts'

/** Makes each call in `works` twice: where a query has `once`, the second call must change nothing. */
export const once: Check = {
  name: 'once',
  needs: [],
  gives: [],
  seeds: 'written',
  async *run(proofRun, caseRuns) {
    for (const caseRun of caseRuns) {
      const rule = caseRun.query.once
      if (rule === undefined) continue
      proofRun.onCase(caseRun.case.path)
      await using _ = await openWorld(proofRun.database, UNCHANGED)
      for (const { actor, parameters } of callsToRepeat(proofRun, caseRun)) {
        if (!isOpen(caseRun) || isBroken(caseRun, rule)) break
        const step = { context: actor.context, parameters }
        const outcome = await caseRun.program.observe([step, step])
        if (outcome.changesBefore === 0) continue
        // An update that writes the values that a row has already is no effect.
        const moreChanges = outcome.changes
          .slice(outcome.changesBefore)
          .filter(({ old, new: next }) => old !== next).length
        if (moreChanges === 0) continue
        const witness = () => ({
          rule,
          call: shownCall(caseRun, actor, parameters),
          got: shownOutcome(inOneOrder(caseRun, outcome)),
          evidence: { rule, kind: 'repeated-call' as const, moreChanges },
        })
        yield { caseRun, kind: 'violation', rule, witness }
      }
    }
  },
}

/**
 * The calls in `works`, then each of them by the other actors in `works`: a case may check the key for one actor alone.
 */
function callsToRepeat(proofRun: ProofRun, { query, works }: CaseRun) {
  const calls = works.map(({ as, parameters }) => ({ as, parameters: completeParameters(query, parameters) }))
  const others = [...new Set(works.map(({ as }) => as))].flatMap(name =>
    calls.filter(({ as }) => as !== name).map(({ parameters }) => ({ as: name, parameters })),
  )
  return [...calls, ...others].map(({ as, parameters }) => ({ actor: actorOf(proofRun, as), parameters }))
}
