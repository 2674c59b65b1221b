// The nouns of proofs: what execution showed about a case.

/** A request to an application: who makes it, and what they send. */
export interface ApplicationCall {
  query: string
  actor: string
  /** What the server sets. */
  context: Record<string, string | null>
  /** What the client sends. */
  parameters: Record<string, string | null>
  /** The statement that the client wrote, where an API lets clients write statements. The values stand in it. */
  statement?: string
  /** By parameter whose value an earlier call of the sequence gave: where it comes from. */
  from?: Record<string, ValueOrigin>
}

/**
 * Where a value comes from: `from` is the position of an earlier call, from 0. `pointer` leads into the first row that came
 * back to the same caller, as a JSON pointer (`/id`). `key` is the key of the first row that the call inserted into a table
 * (`docs.id`), which any caller may guess.
 */
export type ValueOrigin = { from: number } & ({ pointer: string } | { key: string })

/** A row of a table, or a returned row, as text. */
export type ShownRow = Record<string, string | null>

/** What a caller got, as far as a witness keeps it. */
export interface ShownOutcome {
  error?: { sqlState: string; message: string }
  /** The first rows and changes; the counts are of all. */
  rows: ShownRow[]
  changes: { operation: ChangeOperation; table: string; row: ShownRow }[]
  rowCount: number
  changeCount: number
}

type ChangeOperation = 'INSERT' | 'UPDATE' | 'DELETE'

/** A row before and after a change; null where there was none. */
export interface ShownChange {
  operation: ChangeOperation
  table: string
  old: ShownRow | null
  new: ShownRow | null
}

/** A change, with the number of the call that made it, from 1. */
export interface ChangeOfCall extends ShownChange {
  call: number
}

/** What shows that a rule is broken. `rule` is the rule that the evidence is about. */
export type Evidence = { rule: string } & (
  | {
      /** The caller gets something else once what the rule hides is gone, or has other values. */
      kind: 'difference'
      /** The fewest hidden rows that still show it; `columns` are those that are hidden in a row that is there. */
      hidden: { table: string; row: ShownRow; columns: string[] }[]
      /** What the caller gets then. */
      without: ShownOutcome
      /** The first value that differs, where as many rows come. */
      value?: { column: string; got: string | null; without: string | null }
    }
  | {
      /** A change that the rule forbids: in itself, of a row that it hides, or into such a row. */
      kind: 'forbidden-change'
      why: 'forbidden' | 'of-hidden-row' | 'into-hidden-row'
      change: ShownChange
    }
  | {
      /** A change, or a row that was returned, without the row that the rule requires to be inserted with it. */
      kind: 'required-row'
      inserts: string
      /** How many are required; null: at least one. */
      wanted: number | null
      made: number
      of: { change: ShownChange } | { table: string; key: string }
    }
  | {
      /** Somebody got or changed something whose job it is not. */
      kind: 'caller'
      permitted: string[]
      hasChanged: boolean
    }
  | {
      /** The same call made twice had two effects. */
      kind: 'repeated-call'
      moreChanges: number
    }
  | {
      /** After the call, a condition does not hold that must always hold. */
      kind: 'always'
      condition: string
      /** The changes of all calls so far. */
      changes: ChangeOfCall[]
    }
  | {
      /** More rows came than the rule allows. */
      kind: 'too-many-rows'
      limit: number
      count: number
    }
  | {
      /** Many hidden rows left permitted rows no room: the limit is applied before the filter. */
      kind: 'limit-before-filter'
      rowsBefore: number
      rowsAfter: number
    }
)

/** What showed that a rule breaks: the call can be made again by hand. */
export interface Witness {
  /** The rule that is charged. It is not the evidence's where text that the client sent was executed. */
  rule: string
  call: ApplicationCall
  /** The calls that were made before, one after the other. Absent: none. */
  before?: ApplicationCall[]
  got: ShownOutcome
  evidence: Evidence
  /** Where rows of the seed were given other values, as `vary` of proof.yaml allows: the name of that seed. */
  seed?: string
}

/** Something worth mending that does not touch the label. */
export interface Remark {
  kind: 'other-rows' | 'unsaid-work' | 'no-violates' | 'unbuilt-world'
  /** All of it, to be copied where there is something to copy. */
  text: string
}

/** What execution showed about a case. */
export interface Proof {
  casePath: string
  /** Absent: the label is proved. */
  unproved?: string
  /** Rules that break, in the order of the specification. */
  witnesses: Witness[]
  remarks: Remark[]
  /** Of a migration: by number of calls, how many sequences were tried. A single call is a sequence of one. */
  sequences?: Record<string, number>
}
