/**
 * Money that may be spent. A call in flight is counted with what it will probably cost: as much as the most expensive call
 * of its model so far, or the estimate before there is one. The first call of a model goes alone, because only its reply
 * tells what calls of this model really cost.
 */
export interface Budget {
  /** Sets aside what the call will probably cost; false when it would go past the limit even with nothing else in flight. */
  reserve(model: string, estimate: number): Promise<false | Reservation>
  spent(): number
}

export interface Reservation {
  /** The call is over and has cost this much. */
  settle(cost: number): void
  /** The call was not made. */
  cancel(): void
}

export function createBudget(limit: number | undefined): Budget {
  let spent = 0
  const inFlight = new Set<{ model: string; amount: number }>()
  const highestCost = new Map<string, number>()
  // Models of which at least one call is over.
  const finished = new Set<string>()
  let settled = Promise.withResolvers<void>()

  function fits(model: string, amount: number): boolean {
    if (limit === undefined || amount === 0) return true
    const isFirst = !finished.has(model)
    if (isFirst && inFlight.values().some(other => other.model === model)) return false
    const reserved = inFlight.values().reduce((sum, other) => sum + other.amount, 0)
    return spent + reserved + amount <= limit
  }

  return {
    async reserve(model, estimate) {
      for (;;) {
        const amount = highestCost.get(model) ?? estimate
        if (fits(model, amount)) {
          const call = { model, amount }
          inFlight.add(call)
          const cancel = () => {
            inFlight.delete(call)
            settled.resolve()
            settled = Promise.withResolvers()
          }
          return {
            settle(cost) {
              spent += cost
              finished.add(model)
              // A call that cost nothing, because it failed or was free, says nothing about the next one.
              if (cost > 0) highestCost.set(model, Math.max(cost, highestCost.get(model) ?? 0))
              cancel()
            },
            cancel,
          }
        }
        if (inFlight.size === 0) return false
        await settled.promise
      }
    },
    spent: () => spent,
  }
}
