/** In what a call that must work differs from what `works` says of it. */
export interface WorkDifference {
  /** `unsaid`: what came and `works` does not name, without being wrong. `no-key`: rows cannot be known. */
  kind: 'missing' | 'surplus' | 'unsaid' | 'no-key'
  what: string
}
