// Judges calls after the steps of a sequence that is open, and makes the witness of what breaks.

import type { ApplicationCall } from '../../../witness.ts'
import { type CaseRun, isBroken } from '../../cases/case-run.ts'
import type { Parameters } from '../../inputs/parameters.ts'
import type { Actor } from '../../worlds/actors.ts'
import type { Observation, ProofRun } from '../check.ts'
import { afterUndecided, brokenBefore, type Found } from './broken-before.ts'
import { judgeLast } from './judge-sequence.ts'
import type { OpenSequence } from './open-sequence.ts'
import type { Sent } from './relate-values.ts'
import { afterSteps, shortestWitness } from './shorten.ts'

/** Judges the calls. The rules that break are given back, since the sequence must end before it is made again. */
export async function* judgeOpen(
  proofRun: ProofRun,
  open: OpenSequence & { at?: string | undefined },
  actors: Actor[],
  operations: CaseRun[],
  sentBy: (caseRun: CaseRun, actor: string) => Sent[],
): AsyncGenerator<Observation, Found[]> {
  const { at } = open
  const found = new Map<string, Found>()
  const callsOf = new Map<string, Sent[]>()
  const judged = judgeLast(proofRun, actors, operations, (caseRun, { name, derivedFrom = name }) => {
    const sent = sentBy(caseRun, derivedFrom)
    callsOf.set(`${caseRun.query.name} ${name}`, sent)
    return sent.map(({ parameters }) => parameters)
  })
  for await (const observation of judged) {
    if (observation.kind === 'undecided') yield afterUndecided(observation, open)
    else if (observation.kind === 'tried') yield { ...observation, calls: open.steps.length + 1 }
    else if (observation.kind !== 'violation') yield observation
    else if (!found.has(observation.rule)) {
      const made = await observation.witness()
      if (made === 'unconfirmed') yield { ...observation, witness: () => made }
      if (!made || made === 'unconfirmed') continue
      const { call } = made
      const parameters = sentParameters(observation.caseRun, call)
      const sent = callsOf.get(`${call.query} ${call.actor}`)?.find(one => isSame(one.parameters, parameters))
      const origins = sent?.origins ?? {}
      const actor = actors.find(({ name }) => name === call.actor)?.derivedFrom ?? call.actor
      const last = {
        ...{ caseRun: observation.caseRun, actor, context: call.context, parameters, origins },
        ...(at === undefined ? {} : { at }),
      }
      const witness = afterSteps(made, open, origins)
      found.set(observation.rule, { rule: observation.rule, sequence: [...open.steps, last], witness })
    }
  }
  return [...brokenBefore(open), ...found.values()]
}

/** What a call sent: a witness has the statement of a client beside the parameters. */
function sentParameters({ query }: CaseRun, { parameters, statement }: ApplicationCall): Parameters {
  const [only] = query.parameters
  return statement !== undefined && only ? { [only.name]: statement } : parameters
}

/** The violations of rules that were not known to break, each with its shortest witness. */
export async function* toViolations(proofRun: ProofRun, any: CaseRun, found: Found[]): AsyncGenerator<Observation> {
  for (const { rule, sequence, witness } of found) {
    if (isBroken(any, rule)) continue
    const shortest = (await shortestWitness(proofRun, rule, sequence)) ?? witness
    const caseRun = sequence.at(-1)?.caseRun ?? any
    yield { caseRun, kind: 'violation', rule, witness: () => shortest }
  }
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
