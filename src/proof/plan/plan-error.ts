/** Something in proof.yaml, a seed or the schema that the database does not accept. */
export class PlanError extends Error {
  override name = 'PlanError'
  readonly line: number
  readonly file: string

  constructor(message: string, line: number, file = 'proof.yaml') {
    super(message)
    this.line = line
    this.file = file
  }
}
