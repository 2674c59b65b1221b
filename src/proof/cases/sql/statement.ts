/** What can be read off a case's statement, or off the function that it creates. */
export interface Statement {
  kind: 'statement' | 'function'
  /** It has a result, as a SELECT or by RETURNING. */
  returnsRows: boolean
  /** Nothing in it can change a row: there is no change to look for. */
  isReading: boolean
  /** The functions that it calls, by name; of a function, all its words. */
  calls: string[]
  /** It runs text as well. */
  mayCallAny?: boolean
  /** The rows come in an order that the statement asks for. */
  isOrdered: boolean
  /** A part of it is limited, not only the whole. */
  hasInnerLimit: boolean
  /** A condition or a column asks a query of its own. */
  hasSubquery: boolean
  /** Functions that give something else each time, by name. */
  volatile: string[]
  /** One row comes back even where there is nothing to say: a function that does not return a set, a bare count. */
  isOneRow?: boolean
  /** Those of them that decide which rows come: run twice within a second, they may well say the same. */
  deciding: string[]
}
