/** Money that may be spent. Calls in flight are counted with what they will probably cost, so that the limit is not passed. */
export interface Budget {
  /** Sets the amount aside, or says that it would go past the limit. */
  reserve(estimate: number): boolean
  /** The call is over: what was set aside becomes what it really cost. */
  settle(estimate: number, cost: number): void
  spent(): number
}

export function createBudget(limit: number | undefined): Budget {
  let spent = 0
  let reserved = 0
  return {
    reserve(estimate) {
      if (limit !== undefined && spent + reserved + estimate > limit) return false
      reserved += estimate
      return true
    },
    settle(estimate, cost) {
      reserved -= estimate
      spent += cost
    },
    spent: () => spent,
  }
}
