// What a proof.yaml says, checked for its form. Tables, columns and conditions are checked by the database that runs it.

/** SQL from proof.yaml with the line that it stands on, from 1. */
export interface Condition {
  sql: string
  line: number
}

/** A value of proof.yaml as PostgreSQL reads it: text, or NULL. */
export type Value = string | null

export type Operation = 'insert' | 'update' | 'delete'

export interface RowRule {
  /** What must hold of a row of this table for the caller to be touched by it. */
  condition?: Condition
  /** The row that this foreign key points at must satisfy the same rule; a NULL key passes. */
  via?: { columns: string[]; line: number }
  /** A change of a hidden row that is allowed all the same, said of `old` and `new`: restoring what was deleted. */
  mayChange?: Condition
}

export interface Requirement {
  /** When a row of this table is inserted, updated, deleted or returned, … */
  table: string
  on: Operation | 'return'
  /** … and this holds of it (`old` and `new`; of a returned row, its own columns), … */
  when?: Condition
  /** … the same call inserts into this table … */
  inserts: string
  /** … a row (`inserted`) of which this holds. */
  where: Condition
  /** So many, not more; absent: at least one. */
  times?: number
  line: number
}

/** One statement that a rule allows and one that it forbids: the engine must agree before it is believed. */
export interface Example {
  as: string
  allowed: Condition
  forbidden: Condition
  /** What the client sends with them, for conditions that speak of it. */
  parameters: Record<string, Value>
}

export interface RulePlan {
  id: string
  line: number
  category: string
  /** This rule speaks only of rows that the other shows. */
  within?: string
  /** By table; `*` is a condition on the caller alone. */
  rows: Record<string, RowRule>
  /** By `table.column`: when the caller may see it. */
  columns: Record<string, Condition>
  /** By table: what must hold of a change for it to be allowed. */
  changes: Record<string, Partial<Record<Operation, Condition>>>
  requires: Requirement[]
  maxRows?: number
  /** Tables to fill for the limit, with the unique columns to renew in each copy. */
  flood: Record<string, string[]>
  /** proof.yaml does not name the tables: all of them are filled, as far as they can be. */
  isFloodGuessed?: boolean
  /** What breaks only under hostile text is charged to this rule. */
  isInjection: boolean
  example?: Example
}

export interface ParameterPlan {
  name: string
  line: number
  /** The SQL type; absent where a column gives it, or an enum that has all the values. */
  type?: string
  /** `table.column`: every value that the seed has. */
  columns: string[]
  /** An array of that column's values: written `docs.id[]`, or given a list in `works`. */
  isList?: boolean
  values: Value[]
  /** The client's page size: tried with NULL, -1 and a million, also among many copies of rows. */
  isLimit: boolean
  /** Hostile text is sent here; these are tried beside the built-in ones. */
  payloads?: string[]
}

export interface WorkingCall {
  line: number
  as: string
  parameters: Record<string, Value>
  /** The keys that come back: listed, or found by a query. Absent: nothing need come back. */
  gives?: Value[] | Condition
  /** By table: the keys of the rows that change, or how many do. */
  changes: Record<string, Value[] | number>
  /** It names neither: something must come back or change, and the case says what did. */
  saysNothing?: boolean
  /** It names `gives` alone: of a case that writes, these may be the keys that change as well. */
  saysKeysAlone?: boolean
  /** The shape of the data that this call is made on. */
  seed?: string
}

/** A mutant of a good case that is the case itself, though no machine sees it. */
export interface EquivalentMutant {
  mutant: string
  reason: string
  line: number
  /** Of this case alone. */
  casePath?: string
}

export interface QueryPlan {
  name: string
  line: number
  /** The client's. */
  parameters: ParameterPlan[]
  /** All names as they stand under `parameters`: what `$1`, `$2`, … mean. Trusted ones may stand among them. */
  order: string[]
  works: WorkingCall[]
  /** The result's column that names a row. */
  key: string
  /** Of an aggregate a bad case need only give a row. */
  isAggregate: boolean
  /** By rule: roles or actors whose job it is; the rule breaks when anyone else gets a row or makes a change. */
  callers: Record<string, string[]>
  /** Another limit than the rule's; null: none. */
  maxRows?: number | null
  /** The rule that breaks when the same call made twice has two effects. */
  once?: string
  /** How a function that a case creates is called. */
  call?: string
  equivalent: EquivalentMutant[]
}

export interface ProofPlan {
  /** Trusted parameters and their types. */
  context: Record<string, string>
  actors: Record<string, Record<string, Value>>
  rules: RulePlan[]
  queries: QueryPlan[]
  /** Seed files, the main one first. */
  seeds: string[]
  /** By the path of a key in the file, such as `rules.R1.rows.docs`: its line. Keys inside of lists are not there. */
  lines: Record<string, number>
}

/** The seed that a call of `works` is meant for, unless it names another; limits are tried on this seed alone. */
export function mainSeed({ seeds }: ProofPlan): string {
  return seeds[0] ?? ''
}
