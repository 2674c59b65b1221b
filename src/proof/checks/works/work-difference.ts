/** One difference between what a call in `works` gave and what `works` says of the call. */
export interface WorkDifference {
  /**
   * `missing`: `works` names it, and it did not come. `surplus`: it came, and is wrong. `unsaid`: it came, `works` does
   * not name it, and it is not wrong. `no-key`: the result has no column that tells which rows came.
   */
  kind: 'missing' | 'surplus' | 'unsaid' | 'no-key'
  what: string
}
