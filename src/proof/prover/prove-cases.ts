// Proves cases together, on one shape of data: a world is built once and all cases are run in it.

import { type CaseToProve, emptyFinding, type Finding } from '../cases/finding.ts'
import { forgetCases } from '../cases/sql/forget-cases.ts'
import type { PreparedCase } from '../cases/sql/make-call.ts'
import { prepareCase } from '../cases/sql/prepare-case.ts'
import { checkNames, checkPayloads } from '../checks/check-hostile-text.ts'
import { checkLimit } from '../checks/check-limit.ts'
import { checkCrowd } from '../checks/check-limit-before-filter.ts'
import { checkOnce } from '../checks/check-once.ts'
import { checkOrder } from '../checks/check-order.ts'
import { checkTies } from '../checks/check-ties.ts'
import { checkWorks } from '../checks/check-works.ts'
import { compareGoodCases } from '../checks/compare-good-cases.ts'
import { comparePlans } from '../checks/compare-plans.ts'
import { sweep } from '../checks/sweep.ts'
import { type Entry, isOpen, type Trial } from '../checks/trial.ts'
import { checkIntact } from '../database/test-database.ts'
import { isSaidToWrite, planSweep, type Sweep } from '../inputs/call-plan.ts'
import type { QueryPlan } from '../plan/plan.ts'
import { inWorld } from '../worlds/worlds.ts'

/** Cases of one query, or the mutants of one case: then `cases` are made from `origin`. */
export interface Group {
  query: QueryPlan
  cases: CaseToProve[]
  origin?: CaseToProve
}

export async function proveCases(trial: Trial, groups: Group[]): Promise<Finding[]> {
  const { database } = trial
  const findings = new Map<CaseToProve, Finding>()
  const entries: Entry[] = []
  let number = 0
  for (const { query, cases, origin } of groups) {
    const sweeps = new Map<boolean, Sweep>()
    const works = query.works.filter(call => (call.seed ?? database.plan.seeds[0]) === trial.seed)
    let originEntry: Entry | undefined
    for (const one of origin ? [origin, ...cases] : cases) {
      const finding = emptyFinding(one.path)
      findings.set(one, finding)
      trial.onCase(one.path)
      const prepared = await prepareCase(database, query, one, number++)
      if ('refused' in prepared) {
        finding.trouble = prepared.refused
        continue
      }
      const mayWrite = isToWrite(query, originEntry?.prepared ?? prepared)
      const planned = sweeps.get(mayWrite) ?? (await planSweep(database, query, mayWrite))
      sweeps.set(mayWrite, planned)
      const entry: Entry = {
        case: one,
        isOrigin: one === origin,
        query,
        sweep: planned,
        works,
        prepared,
        finding,
        real: new Map(),
        permitted: [],
        given: originEntry?.given ?? new Set(),
      }
      if (one === origin) originEntry = entry
      else if (originEntry) entry.origin = originEntry
      entries.push(entry)
    }
  }
  await inWorld(database, '', async () => {
    for (const entry of entries) await checkWorks(trial, entry)
  })
  await checkIntact(database)
  const own = entries.filter(({ isOrigin }) => !isOrigin)
  // An origin was proved before: it is there for what its mutants are compared with, as long as one of them is open.
  const wanted = () => entries.filter(entry => !entry.isOrigin || own.some(one => one.origin === entry && isOpen(one)))
  await checkOrder(trial, wanted())
  await sweep(trial, wanted())
  await checkTies(trial, own)
  await checkOnce(trial, own)
  if (trial.seed === database.plan.seeds[0]) await checkLimit(trial, wanted())
  if (trial.seed === database.plan.seeds[0]) await checkCrowd(trial, own)
  await checkPayloads(trial, own)
  await checkNames(trial, own)
  compareGoodCases(entries)
  await comparePlans(trial, entries)
  await forgetCases(database)
  await checkIntact(database)
  return groups.flatMap(({ cases }) => cases.map(one => findings.get(one) ?? emptyFinding(one.path)))
}

/** `works` says so, or says nothing of it and the case may write. */
function isToWrite(query: QueryPlan, { isReading }: PreparedCase): boolean {
  if (isSaidToWrite(query)) return true
  return query.works.some(({ saysNothing, saysKeysAlone }) => saysNothing || (saysKeysAlone && !isReading))
}
