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
  /** What must hold of a row of this table for the caller to see or change the row. */
  condition?: Condition
  /** The row that this foreign key points at must satisfy the same rule. A key that is NULL passes. */
  via?: { columns: string[]; line: number }
  /** A change of a hidden row that is allowed, said of `old` and `new`. Example: an admin restores a deleted row. */
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
  /** Exactly this number of rows. Absent: at least one row. */
  times?: number
  line: number
}

/** What a rule means for one actor. The self-test tries all of it. */
export interface Example {
  as: string
  /** A statement that the rule allows. */
  allowed?: Condition
  /** A statement that the rule forbids. */
  forbidden?: Condition
  /** By table or by `table.column`, rows that the rule shows to the actor. */
  shows: Record<string, Condition>
  /** By table or by `table.column`, rows that the rule hides from the actor. */
  hides: Record<string, Condition>
  /** The client's parameters, for conditions that name them. */
  parameters: Record<string, Value>
}

export interface RulePlan {
  id: string
  line: number
  category: string
  /** The id of another rule: this rule speaks only of rows that the other rule shows. */
  within?: string
  /** By table; `*` is a condition on the caller alone. */
  rows: Record<string, RowRule>
  /** By `table.column`: when the caller may see it. */
  columns: Record<string, Condition>
  /** By table: what must hold of a change for it to be allowed. */
  changes: Record<string, Partial<Record<Operation, Condition>>>
  requires: Requirement[]
  /** What must hold after every call of every sequence. */
  always?: Condition
  maxRows?: number
  /** Tables to fill for the limit, with the unique columns to renew in each copy. */
  flood: Record<string, string[]>
  /** proof.yaml names no tables: every table that can be filled is filled. */
  isFloodGuessed?: boolean
  /** Hostile text that changes what a case does breaks this rule, and no other. */
  isInjection: boolean
  examples: Example[]
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
  /** The client's page size: tried with NULL and 1, and with odd sizes among many copies of rows. */
  isLimit: boolean
  /** Hostile text is sent here; these are tried beside the built-in ones. */
  payloads?: string[]
}

export interface WorkingCall {
  line: number
  as: string
  parameters: Record<string, Value>
  /** The keys of the rows that come back: a list, or a SELECT that finds them. Absent: no row need come back. */
  gives?: Value[] | Condition
  /** By table: the keys of the rows that change, or how many do. */
  changes: Record<string, Value[] | number>
  /** The call names neither `gives` nor `changes`: something must come back or change, and `verify` prints what. */
  namesNeither?: boolean
  /** The call names `gives` alone: in a case that writes, rows with these keys may change as well. */
  namesOnlyGives?: boolean
  /** The seed file that this call is meant for. Absent: the main seed. */
  seed?: string
}

/** A mutant that does the same as its good case, although no check can show that. */
export interface EquivalentMutant {
  mutant: string
  reason: string
  line: number
  /** Of this case alone. */
  casePath?: string
}

export type StatementKind = 'reads' | 'writes' | 'keys'

/** The tables and views on which an API lets clients send statements of their own. */
export interface Exposed {
  relations: 'all' | string[]
  line: number
}

/** The most calls of a sequence, where proof.yaml does not say it: two calls, then the judged one. */
export const DEFAULT_SEQUENCES = 3

export interface QueryPlan {
  /** Of an operation of a migration: the query's name and its own, `book-visit/list`. */
  name: string
  line: number
  /** The client's. */
  parameters: ParameterPlan[]
  /** All names as they stand under `parameters`: what `$1`, `$2`, … mean. Trusted ones may stand among them. */
  order: string[]
  works: WorkingCall[]
  /** The result's column that names a row. */
  key: string
  /** The result is computed from many rows: a bad case need only return a row. */
  isAggregate: boolean
  /** By rule: the roles or actors whose job the query is. The rule breaks when anyone else gets a row or makes a change. */
  callers: Record<string, string[]>
  /** Another limit than that of the rule. null: no limit. */
  maxRows?: number | null
  /** The id of the rule that breaks when the same call made twice has two effects. */
  once?: string
  /** How a function that a case creates is called. */
  call?: string
  /**
   * The query is one operation of migrations: `of` is the query that cases name, `sql` the statement that an application
   * sends, `sequences` the most calls of a sequence.
   */
  operation?: { of: string; sql: Condition; sequences: number }
  /**
   * The query stands for statements that clients write, of which its one parameter is the text: those that read, those that
   * write, and those that write a key with a default, which are judged by their changes alone.
   */
  statements?: StatementKind
  equivalent: EquivalentMutant[]
}

/** How a request sets its identity, before each call of a migration's operations. */
export interface Identity {
  /** The trusted parameter that names the role: `set local role :db_role`. */
  role: string
  /** SELECTs that set settings of the application: `select set_config('app.user_id', :user_id::text, true)`. */
  settings: Condition[]
}

/** The columns of a table whose values may be others than those of the seed. */
export interface VariedTable {
  columns: string[]
  /** What holds of every row, beside the constraints of the schema. */
  where?: Condition
  line: number
}

export interface ProofPlan {
  /** Trusted parameters and their types. */
  context: Record<string, string>
  actors: Record<string, Record<string, Value>>
  rules: RulePlan[]
  /** Of a query that has operations, each operation is a query here: see `operationsOf`. */
  queries: QueryPlan[]
  /** By query that has operations: what an API exposes. */
  exposes: Record<string, Exposed>
  /** The role that executes the schema and the migrations of cases. Absent: the schema has no roles. */
  owner?: string
  identity?: Identity
  /** Seed files, the main one first. */
  seeds: string[]
  /** By table: the columns that varied seeds give other values. */
  vary: Record<string, VariedTable>
  /** By the path of a key in the file, such as `rules.R1.rows.docs`: its line. Keys inside of lists are not there. */
  lines: Record<string, number>
}

/** The operations of the query, where its cases are migrations; none where they are statements or functions. */
export function operationsOf({ queries }: ProofPlan, name: string): QueryPlan[] {
  return queries.filter(({ operation }) => operation?.of === name)
}

/** The query that cases name, with its operations where they are migrations. */
export function findQuery(plan: ProofPlan, name: string): { query: QueryPlan; operations?: QueryPlan[] } {
  const operations = operationsOf(plan, name)
  const query = operations[0] ?? plan.queries.find(one => one.name === name)
  if (!query) throw new Error(`no query ${name}`)
  return operations.length > 0 ? { query, operations } : { query }
}

/** The names of the queries, as cases have them. */
export function queryNames({ queries }: ProofPlan): string[] {
  return [...new Set(queries.map(({ name, operation }) => operation?.of ?? name))]
}

/** The seed that a call of `works` is meant for, unless it names another; limits are tried on this seed alone. */
export function mainSeed({ seeds }: ProofPlan): string {
  return seeds[0] ?? ''
}
