/** A parameter of a query, as far as attacks need it. */
export interface KnownParameter {
  readonly name: string
  /** The SQL type as the parser names it: `int4`, `timestamptz`, `text`. */
  readonly type: string
  /** Values that callers have, or that clients send; without NULL. */
  readonly values: readonly string[]
  /** Some caller, or some call in `works`, leaves it NULL. */
  readonly mayBeNull: boolean
  /** The client's page size. */
  readonly isLimit: boolean
  /** The parameter names a row: `:doc_id`. The rows that `works` names pass every guard, so to loosen one for them is no attack. */
  readonly namesRow: boolean
}

/** What attacks on one query need to know: of the parameters, of the schema, and of the rules. */
export interface AttackKnowledge {
  /** The parameters that the server sets. */
  readonly trusted: readonly KnownParameter[]
  /** The parameters that the client sends. */
  readonly client: readonly KnownParameter[]
  /** By trusted parameter, the values of the actors whose job the query is: they have calls in `works`. */
  readonly valuesAtWork: Readonly<Record<string, readonly string[]>>
  /** Table -> column -> its type. */
  readonly types: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Table -> the columns that a CHECK speaks of: they may never reach a high number. */
  readonly checked: Readonly<Record<string, readonly string[]>>
  /** Table -> the columns that are never NULL. */
  readonly required: Readonly<Record<string, readonly string[]>>
  /** Table -> the columns that a rule hides from some callers. */
  readonly hiddenColumns: Readonly<Record<string, readonly string[]>>
  /** The tables of which a rule hides rows from some callers. */
  readonly guardedTables: readonly string[]
  /** All words in the conditions of rules on rows: a condition of a case on such a column is a guard. */
  readonly ruleWords: ReadonlySet<string>
  /** Table -> the columns whose new value a rule speaks of. */
  readonly ruledChanges: Readonly<Record<string, readonly string[]>>
  /** The tables into which a rule requires an insert. */
  readonly auditTables: readonly string[]
  /** Whether a rule limits the number of rows that the query gives. */
  readonly isLimited: boolean
  /** Conditions that proof.yaml lists as droppable without effect: to loosen such a condition is no attack. */
  readonly harmless: readonly string[]
}
