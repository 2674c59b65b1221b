import { printText, printWork } from './print-calls.ts'
import { notTheSame } from './sweep.ts'
import { type Entry, isOpen, isWorking, type Trial, workingCalls } from './trial.ts'
import { inWorld, reversedSql } from './worlds.ts'

/**
 * The calls that work, once more on the same rows in another order of the heap: as they stand, and by all whose job the
 * query is. Of a mutant as they stand alone; whether its order has ties, its origin tells.
 */
export async function checkOrder(trial: Trial, entries: Entry[]): Promise<void> {
  const open = entries.filter(isOpen)
  const run = async (entry: Entry) => {
    trial.onCase(entry.case.path)
    const actors = trial.actors.filter(actor => isWorking(entry, actor))
    const calls = entry.origin
      ? workingCalls(trial, entry)
      : actors.flatMap(({ context }) => entry.sweep.base.map(parameters => ({ context, parameters })))
    return printWork(trial.laboratory, entry.query, entry.prepared, calls)
  }
  const real = new Map<Entry, Awaited<ReturnType<typeof run>>>()
  await inWorld(trial.laboratory, '', async () => {
    for (const entry of open) real.set(entry, entry.origin ? (entry.worksPrints ?? []) : await run(entry))
  })
  await inWorld(trial.laboratory, reversedSql(trial.laboratory), async () => {
    for (const entry of open) {
      const prints = await run(entry)
      const isSame = (isOrdered: boolean) =>
        prints.every((print, at) => {
          const before = real.get(entry)?.[at] ?? print
          return printText(print, isOrdered) === printText(before, isOrdered)
        })
      if (!isSame(false)) {
        const why =
          'the result depends on the order in which rows happen to be stored; a LIMIT or a function of one row needs an ORDER BY that leaves no ties'
        if (entry.origin) entry.finding.killedBy ??= 'works'
        else entry.finding.trouble ??= notTheSame(entry.prepared, why)
      }
      // All rows come, but ties in their order are not fixed: what it says is looked at by itself.
      else if (entry.prepared.isOrdered && !(isSame(true) && entry.origin?.prepared.isOrdered !== false)) {
        entry.prepared.isOrdered = false
        entry.prepared.hasTies = true
      }
    }
  })
  await trial.laboratory.session.run('discard plans')
}
