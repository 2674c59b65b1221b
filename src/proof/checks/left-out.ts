import type { CaseRun } from '../cases/case-run.ts'
import type { Actor } from '../worlds/actors.ts'
import type { LeftOut } from '../worlds/open-actor-world.ts'
import type { Observation } from './check.ts'

/**
 * Says what a world leaves as it is. Where the code of a case names it, nothing was found out about it: that leaves a
 * doubt.
 */
export function* sayLeftOut(
  { name }: Actor,
  world: string,
  leftOut: LeftOut[],
  caseRuns: Iterable<CaseRun>,
): Generator<Observation> {
  for (const { table, column, because } of leftOut) {
    const what = column === undefined ? table : `${table}.${column}`
    const text = `a world of ${name} (${world}) leaves ${what} as it is, since ${because} forbids the values that were tried`
    for (const caseRun of caseRuns) {
      yield { caseRun, kind: 'remark', remark: { kind: 'unbuilt-world', text } }
      if (caseRun.program.facts.names(column ?? table))
        yield { caseRun, kind: 'doubt', reason: `${text}; the case names it, and other rows in the seed would decide` }
    }
  }
}
