export interface SqlMutant {
  sql: string
  /** The name of the operator that made the mutant. */
  operator: string
  /** The dropped or changed part, as SQL, for people. */
  what: string
  /** The line of that part in the statement, from 1. */
  line: number
  /** Of an IF that is always or never taken: the mutant may permit more, since a guard was left out. */
  loosens?: boolean
  /** The part is a value of a RAISE, which only the text of an error tells. */
  isTold?: boolean
  /** The code with an error in the place of the part, where it is enough that a call executes the part. */
  executed?: string
}

export interface SqlMutants {
  mutants: SqlMutant[]
  /** Mutants with the normal form of the statement, each text once: they do the same as the statement, whatever the seed. */
  equivalent: SqlMutant[]
  /** Parts whose change could not be written into the code. */
  lost?: Omit<SqlMutant, 'sql'>[]
}
