import { type Print, printText, printWork } from '../cases/sql/run-calls.ts'
import { inWorld, isUnbuilt, reversedSql } from '../worlds/worlds.ts'
import { type Entry, isOpen, isWorking, notTheSame, type Trial, TWO_RESULTS, workingCalls } from './trial.ts'

const BY_ORDER =
  'the result depends on the order in which rows happen to be stored; a LIMIT or a function of one row needs an ORDER BY that leaves no ties'

/**
 * The calls that work, once more on the same rows in another order of the heap: as they stand, and by all whose job the
 * query is. Of a mutant as they stand alone; whether its order has ties, its origin tells.
 */
export async function checkOrder(trial: Trial, entries: Entry[]): Promise<void> {
  const open = entries.filter(isOpen)
  if (open.length === 0) return
  const run = async (entry: Entry) => {
    trial.onCase(entry.case.path)
    const actors = trial.actors.filter(actor => isWorking(entry, actor))
    const calls = entry.origin
      ? workingCalls(trial, entry)
      : actors.flatMap(({ context }) => entry.sweep.base.map(parameters => ({ context, parameters })))
    return printWork(trial.database, entry.query, entry.prepared, calls)
  }
  const real = new Map<Entry, Awaited<ReturnType<typeof run>>>()
  const differing: Entry[] = []
  await inWorld(trial.database, '', async () => {
    for (const entry of open) real.set(entry, entry.origin ? (entry.worksPrints ?? []) : await run(entry))
  })
  const reversed = await inWorld(trial.database, reversedSql(trial.database), async () => {
    for (const entry of open) {
      const prints = await run(entry)
      const isSame = (isOrdered: boolean) => areSame(real.get(entry), prints, isOrdered)
      if (!isSame(false)) {
        if (entry.origin) entry.finding.killedBy ??= 'works'
        else differing.push(entry)
      }
      // All rows come, but ties in their order are not fixed: what it says is looked at by itself.
      else if (entry.prepared.isOrdered && !(isSame(true) && entry.origin?.prepared.isOrdered !== false)) {
        entry.prepared.isOrdered = false
        entry.prepared.hasTies = true
      }
    }
  })
  await trial.database.session.run('discard plans')
  if (isUnbuilt(reversed))
    for (const { finding } of open)
      finding.trouble ??= `the rows cannot be stored in another order, so nobody knows whether the result depends on it: ${reversed.unbuilt}`
  // Where the rows lie as they did, the time is still another.
  if (differing.length > 0)
    await inWorld(trial.database, '', async () => {
      for (const entry of differing) {
        const why = areSame(real.get(entry), await run(entry), false) ? BY_ORDER : TWO_RESULTS
        entry.finding.trouble ??= notTheSame(entry.prepared, why)
      }
    })
}

function areSame(before: Print[] | undefined, after: Print[], isOrdered: boolean): boolean {
  return after.every((print, at) => printText(print, isOrdered) === printText(before?.[at] ?? print, isOrdered))
}
