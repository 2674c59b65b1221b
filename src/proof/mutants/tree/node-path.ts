// A site is a node together with the place where it stands; an operator looks at a site and proposes mutations.

import { as, isObject, type Kind, type Node, type Path } from '../../sql/node.ts'

export interface Site {
  readonly node: Node
  /** Where the node stands in the tree. */
  readonly path: Path
  /** Where the node's fields stand: below its kind, but for the few nodes that the tree holds without one. */
  readonly body: Path
  readonly parent: Site | undefined
  /** The field of the parent in which the node stands, e.g. `whereClause`. */
  readonly field: string
}

interface Edit {
  readonly path: Path
  readonly value: unknown
}

export interface Proposal {
  readonly operator: string
  /** The dropped or changed piece: text and nodes, put together for people. */
  readonly what: readonly (string | Node)[]
  readonly edits: readonly Edit[]
  /** The node whose line is named, where it is not the site's own. */
  readonly at?: Node
}

/** What is known beside the statement; each part is optional and switches its operators on. */
export interface Knowledge {
  /** Table -> its columns: for swapping an alias. */
  readonly schema?: Readonly<Record<string, readonly string[]>>
  /** The parameters that the server sets: each is swapped for declared ones with the same stem. */
  readonly context?: readonly string[]
  /** The values of each enum: a literal is swapped for another value. */
  readonly enums?: readonly (readonly string[])[]
}

interface Surroundings extends Knowledge {
  readonly parameters: readonly string[]
}

export type Operator = (site: Site, surroundings: Surroundings) => Proposal[]

// Fields that hold a body without its kind, and which matter to an operator.
const BARE: Record<string, Kind> = {
  larg: 'SelectStmt',
  rarg: 'SelectStmt',
  onConflictClause: 'OnConflictClause',
  withClause: 'WithClause',
  relation: 'RangeVar',
}

// `ON CONFLICT (id) WHERE …` names an index by its condition: with another one there is no such index.
const UNTOUCHED = new Set(['infer'])

/** Every site of the tree, parents first. */
export function* sites(tree: unknown, path: Path = [], parent?: Site, field = ''): Generator<Site> {
  if (Array.isArray(tree)) {
    for (const [index, item] of tree.entries()) yield* sites(item, [...path, index], parent, field)
    return
  }
  if (!isObject(tree) || UNTOUCHED.has(field)) return
  const [kind, ...others] = Object.keys(tree)
  const bare = BARE[field]
  if (kind !== undefined && others.length === 0 && /^[A-Z]/.test(kind)) {
    yield* below({ node: tree as Node, path, body: [...path, kind], parent, field }, tree[kind])
  } else if (bare !== undefined) {
    yield* below({ node: { [bare]: tree } as unknown as Node, path, body: path, parent, field }, tree)
  } else {
    for (const [key, value] of Object.entries(tree)) yield* sites(value, [...path, key], parent, key)
  }
}

function* below(site: Site, body: unknown): Generator<Site> {
  yield site
  if (!isObject(body)) return
  for (const [key, value] of Object.entries(body)) yield* sites(value, [...site.body, key], site, key)
}

/** A proposal that puts another node in the place of the site's own. */
export function replacing(operator: string, site: Site, replacement: Node, what?: Proposal['what']): Proposal {
  return { operator, what: what ?? [site.node, ' → ', replacement], edits: [{ path: site.path, value: replacement }] }
}

/** A proposal that changes one field of the site's node. */
export function changing(
  operator: string,
  site: Site,
  field: string,
  value: unknown,
  what: Proposal['what'],
  at?: Node,
): Proposal {
  const edits = [{ path: [...site.body, field], value }]
  return at === undefined ? { operator, what, edits } : { operator, what, edits, at }
}

const CONDITION_FIELDS: Partial<Record<Kind, readonly string[]>> = {
  SelectStmt: ['whereClause', 'havingClause'],
  UpdateStmt: ['whereClause'],
  DeleteStmt: ['whereClause'],
  OnConflictClause: ['whereClause'],
  MergeStmt: ['joinCondition'],
  MergeWhenClause: ['condition'],
  JoinExpr: ['quals'],
  FuncCall: ['agg_filter'],
}

/** Whether the site is a whole condition: a WHERE, ON, FILTER, HAVING or WHEN, or what a CASE that is one gives. */
export function isConditionRoot(site: Site): boolean {
  const { parent, field } = site
  if (parent === undefined) return false
  const kind = Object.keys(parent.node)[0] as Kind
  if (CONDITION_FIELDS[kind]?.includes(field)) return true
  if (kind === 'CaseExpr') return field === 'defresult' && isCondition(parent)
  if (kind !== 'CaseWhen' || parent.parent === undefined) return false
  // `CASE x WHEN y`: y is a value there, not a condition.
  if (field === 'expr') return as(parent.parent.node, 'CaseExpr')?.arg === undefined
  return isCondition(parent.parent)
}

/** Whether only the truth of the site matters: a whole condition, or what AND, OR and NOT join. */
export function isCondition(site: Site): boolean {
  return isConditionRoot(site) || as(site.parent?.node, 'BoolExpr') !== undefined
}

/** The fields of an array of nodes with one left out. */
export function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, other) => other !== index)
}
