import type { QueryPlan } from '../plan/plan.ts'

/** How many calls a query is worth. Every number is for one actor. */
export interface Effort {
  /** Values of one parameter that are paired with values of others. */
  pairedValues: number
  /** Calls that differ from the start in two parameters alone, by two choices. */
  pairsAlone: number
  /** The same, by a boundary value and a choice. */
  boundaryPairs: number
  /** Boundary values of one parameter. */
  boundaries: number
  /** Hidden values that are sent in one parameter, beside one of each column. */
  hiddenValues: number
  /** Values that literals of a case suggest for one parameter. */
  literals: number
  /** Calls with a literal and a second value. */
  literalPairs: number
}

/** Many calls of a SELECT are made in one statement. */
const SELECT: Effort = {
  ...{ pairedValues: 12, pairsAlone: 40, boundaryPairs: 30, boundaries: 16 },
  ...{ hiddenValues: 40, literals: 40, literalPairs: 40 },
}

/** Each call that writes is undone: it takes about twice the time. */
const WRITE: Effort = {
  ...{ pairedValues: 9, pairsAlone: 20, boundaryPairs: 10, boundaries: 10 },
  ...{ hiddenValues: 18, literals: 20, literalPairs: 16 },
}

/** A function may plan its statements anew in each call: a call takes about seven times the time. */
const FUNCTION: Effort = {
  ...{ pairedValues: 7, pairsAlone: 12, boundaryPairs: 6, boundaries: 8 },
  ...{ hiddenValues: 10, literals: 20, literalPairs: 12 },
}

export function effortFor({ call }: QueryPlan, mayWrite: boolean): Effort {
  if (call !== undefined) return FUNCTION
  return mayWrite ? WRITE : SELECT
}
