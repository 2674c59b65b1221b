import { setTimeout as sleep } from 'node:timers/promises'

// Long enough that what is being sent now goes first, and shorter than servers take.
const LATER_MS = 10

/** Loads code that only answers need, while the run waits for the first of them. */
export async function loadLater<Module>(load: () => Promise<Module>): Promise<Module> {
  await sleep(LATER_MS)
  return load()
}
