import type { Node } from '../../sql/node.ts'
import type { Keys } from '../../sql/walk-tree.ts'
import type { AttackKnowledge } from '../attack-knowledge.ts'
import type { Surroundings } from '../plpgsql/gates/gates.ts'
import type { NodePath } from '../tree/node-path.ts'

export interface Operator {
  /** As `verify --mutants` prints it and proof.yaml lists it under `equivalent`: `drop-conjunct: a = 1`. */
  readonly name: string
  /** The mutations of one node of a statement; none where the operator does not apply. */
  readonly mutate: (path: NodePath, context: OperatorContext) => Mutation[]
}

/** Operators whose mutants are made together. */
export interface OperatorSet {
  readonly operators: readonly Operator[]
  /** The most mutants of one operator in a case, chosen by a hash. Absent: all of them. */
  readonly most?: number
  /** Each IF of a function is also taken always, and never; each statement that writes is left out. */
  readonly withBranches?: boolean
  /** Each statement of a function that gives rows, runs text or reads tables is left out. */
  readonly withoutStatements?: boolean
}

/** One change of a statement. */
export interface Mutation {
  /** The dropped or changed part, for people: texts and nodes, which are written as SQL. */
  readonly what: readonly (string | Node)[]
  readonly edits: readonly Edit[]
  /** The node whose line the mutant names, where that is not the node that was looked at. */
  readonly at?: Node
}

interface Edit {
  readonly keys: Keys
  /** Undefined takes away what stands there. */
  readonly value: unknown
}

/** What is known beside the statement. Each part is optional; the operators that need it make no mutants without it. */
export interface Knowledge {
  /** Table -> its columns: for `swap-alias`. */
  readonly tables?: Readonly<Record<string, readonly string[]>>
  /** The parameters that the server sets: for `swap-parameter`. */
  readonly context?: readonly string[]
  /** The values of each enum: for `swap-enum-value`. */
  readonly enums?: readonly (readonly string[])[]
  /** Of a migration: the bodies of its functions, by name. */
  readonly bodies?: Readonly<Record<string, string>>
  /** Of a migration: the statements that the application sends. */
  readonly operations?: readonly string[]
  /** Of a trigger or its function: whether OLD and NEW of a column are the same. */
  readonly isUnset?: (column: string) => boolean
  /** Of a function: what is known of its place among others. */
  readonly surroundings?: Surroundings
  /** For attacks. */
  readonly attack?: AttackKnowledge
}

/** Where a statement stands. */
export interface Place {
  /** How parameters are written here, as SQL: `$10001`, in a function `p_role`. A parameter that cannot be named is absent. */
  readonly written: Readonly<Record<string, string>>
  /** The statement is in a function, whose result has a fixed number of columns. */
  readonly isInFunction: boolean
  /** The statement is the condition of an IF, parsed as `SELECT WHERE condition`. */
  readonly isTest: boolean
  /** The statement is the condition of a guard: where it holds, the function refuses. */
  readonly isGuard?: boolean
  /** The statement is the condition of an IF that only gives rows. */
  readonly isFilter?: boolean
  /** What follows in a function depends on the statement, in a way that is not known to permit only or to restrict only. */
  readonly isDeciding?: boolean
  /** Without a row of the query, the function does nothing. */
  readonly isGate?: boolean
  /** The value says how many turns a loop has. */
  readonly isBound?: boolean
  /** A RAISE tells the value, and the value comes from elsewhere than from parameters. */
  readonly isTold?: boolean
}

export interface OperatorContext extends Knowledge, Place {
  /** The declared parameters of the statement, those that the server sets among them. */
  readonly parameters: readonly string[]
}

/** Puts another node in the place of the node. */
export function replaceNode(path: NodePath, replacement: Node, what?: Mutation['what']): Mutation {
  return { what: what ?? [path.node, ' → ', replacement], edits: [{ keys: path.keys, value: replacement }] }
}

/** Changes one field of the node. */
export function changeField(
  path: NodePath,
  field: string,
  value: unknown,
  what: Mutation['what'],
  at?: Node,
): Mutation {
  const edits = [{ keys: [...path.bodyKeys, field], value }]
  return at === undefined ? { what, edits } : { what, edits, at }
}

/** A list without one of its items. */
export function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, other) => other !== index)
}
