/** How a measure is computed from at most four counts. It is NaN where these hold nothing to compute it from. */
export interface Definition<Column extends string> {
  from: readonly Column[]
  of: (a: number, b: number, c: number, d: number) => number
}
