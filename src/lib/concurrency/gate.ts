/** A semaphore: at most `width` callers are inside at a time, the others wait in line. */
export interface Gate {
  enter(): Promise<void>
  leave(): void
}

export function createGate(width: number): Gate {
  const line: (() => void)[] = []
  let inside = 0
  return {
    enter() {
      if (inside < width) {
        inside++
        return Promise.resolve()
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      line.push(resolve)
      return promise
    },
    leave() {
      const next = line.shift()
      // The place of the one who leaves goes to the next in line.
      if (next) next()
      else inside--
    },
  }
}
