// Delta debugging (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), with a budget.

const MOST_TRIES = 60

/** A small part of the rows that still shows the difference: most often a single row. */
export async function fewestRows<T>(rows: T[], stillDiffers: (some: T[]) => Promise<boolean>): Promise<T[]> {
  let kept = rows
  let parts = 2
  let tries = 0
  while (kept.length > 1 && tries < MOST_TRIES) {
    const size = Math.ceil(kept.length / parts)
    const chunks = Array.from({ length: Math.ceil(kept.length / size) }, (_, at) =>
      kept.slice(at * size, (at + 1) * size),
    )
    const all: T[] = kept
    const rests = chunks.length > 2 ? chunks.map(chunk => all.filter(row => !chunk.includes(row))) : []
    let smaller: T[] | undefined
    for (const candidate of [...chunks, ...rests]) {
      if (tries++ >= MOST_TRIES) break
      if (await stillDiffers(candidate)) {
        smaller = candidate
        break
      }
    }
    if (smaller) {
      parts = chunks.includes(smaller) ? 2 : Math.max(parts - 1, 2)
      kept = smaller
    } else if (size === 1) break
    else parts = Math.min(parts * 2, kept.length)
  }
  return kept
}
