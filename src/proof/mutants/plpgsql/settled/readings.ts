// Where a body reads its variables.

import { queryOf } from '../../../sql/plpgsql-expressions.ts'
import { isObject, type Tree, walk } from '../../../sql/walk-tree.ts'
import { assignedIn } from '../assigned-in.ts'

/**
 * The variables that are declared in the body and read in the loop alone. What the loop sets for its own next turns is of no use
 * once it is left, so that an EXIT which leaves it out only restricts.
 */
export function namesReadOnlyIn(loop: Tree, root: unknown): (name: string) => boolean {
  const inside = readingsIn(loop, root)
  const nodes = new Set(inside.map(({ node }) => node))
  const outside = readingsIn(root, root).filter(({ node }) => !nodes.has(node))
  const declared = declaredNames(root)
  const isRead = (readings: Reading[], name: string) => readings.some(({ text }) => mentionsName(text, name))
  return name => declared.has(name) && isRead(inside, name) && !isRead(outside, name)
}

/** The names of single variables that only DECLARE has: a parameter may come back without being named again. */
export function declaredNames(root: unknown): Set<string> {
  const datums = datumsOf(root)
  const names = datums.map(({ refname }) => refname)
  const declared = datums.filter(({ lineno }) => typeof lineno === 'number' && lineno > 0).map(({ refname }) => refname)
  const isOnly = (name: unknown): name is string =>
    typeof name === 'string' && names.filter(other => other === name).length === 1
  return new Set(declared.filter(isOnly))
}

function datumsOf(root: unknown): Tree[] {
  const found: Tree[] = []
  walk(root, (kind, { datums }) => {
    if (kind !== 'PLpgSQL_function' || !Array.isArray(datums)) return
    for (const datum of datums) {
      const [body] = isObject(datum) ? Object.values(datum) : []
      found.push(isObject(body) ? body : {})
    }
  })
  return found
}

interface Reading {
  kind: string
  node: Tree
  /** The SQL, without the variable that an assignment sets. */
  text: string
}

/** All SQL below a tree of PL/pgSQL, with the statement that it stands in. */
export function readingsIn(tree: unknown, root: unknown): Reading[] {
  const found: Reading[] = []
  const datums = datumsOf(root)
  walk({ tree }, (kind, node) => {
    // `RETURN v` is no SQL: it names a variable by its number.
    const returned = typeof node.retvarno === 'number' ? datums[node.retvarno]?.refname : undefined
    if (typeof returned === 'string') found.push({ kind, node, text: returned })
    for (const item of Object.values(node).flat()) {
      const query = queryOf(item)
      if (query === undefined) continue
      const assigned = kind === 'PLpgSQL_stmt_assign' ? assignedIn(query) : undefined
      // An index in the name before the sign is read too.
      const text = assigned && !/[[(]/.test(assigned.before) ? assigned.value : query
      found.push({ kind, node, text })
    }
  })
  return found
}

export function mentionsName(text: string, name: string): boolean {
  return new RegExp(`\\b${name}\\b`, 'i').test(text)
}
