/** What can be read off a case's statement, or off the function that the case creates. */
export interface Statement {
  kind: 'statement' | 'function'
  /** The statement has a result, as a SELECT or by RETURNING. */
  returnsRows: boolean
  /** Nothing in it can change a row, so there is no change to look for. */
  readsOnly: boolean
  /** The functions that a statement calls, by name; of a function, all words of its body. */
  calls: string[]
  /** The function executes text, which may call any function. */
  mayCallAny?: boolean
  /** The rows come in an order that the code asks for. */
  asksForOrder: boolean
  /** A part of the statement is limited, and not only the whole. */
  hasInnerLimit: boolean
  /** A condition or a column has a subquery. */
  hasSubquery: boolean
  /** One row comes back even where there is nothing to say: a bare count, a function that does not return a set. */
  alwaysGivesRow?: boolean
  /** The functions that give another value each time: `now()`, `random()`. */
  volatile: string[]
  /** The volatile functions that decide which rows come. Two calls within a second may still give the same rows. */
  deciding: string[]
}
