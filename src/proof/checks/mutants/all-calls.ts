import type { ResultDigest } from '../../cases/outcome.ts'
import { openWorld } from '../../worlds/open-world.ts'
import { UNCHANGED } from '../../worlds/world.ts'
import type { Check } from '../check.ts'

/** Makes all calls of the call plan, for mutants that are made when the original is no longer there. */
export const allCalls: Check = {
  name: 'all-calls',
  needs: [],
  gives: ['digests'],
  seeds: 'every',
  async *run({ actors, database, onCase }, originals) {
    for (const caseRun of originals) {
      onCase(caseRun.case.path)
      const digests = new Map<string, ResultDigest[]>()
      {
        await using _ = await openWorld(database, UNCHANGED)
        for (const { name, context } of actors) {
          const calls = caseRun.callPlan.callsOf(name)
          digests.set(name, await caseRun.program.run(calls.map(parameters => [{ context, parameters }])))
        }
      }
      yield { caseRun, kind: 'facts', facts: { digests } }
    }
  },
}
