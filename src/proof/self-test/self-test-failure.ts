/** A rule that its self-test finds wrong. */
export interface SelfTestFailure {
  message: string
  /** The line in proof.yaml; absent where the test could not be run to its end. */
  line?: number
  /** Something that proof.yaml should have: the proofs stand without it. */
  isWarning?: true
}

export function failuresAt(line: number, messages: string[]): SelfTestFailure[] {
  return messages.map(message => ({ message, line }))
}
