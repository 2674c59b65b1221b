// Holds a file against the schema, and says in our words what does not fit: where, what was found, what to write.

import type { z } from 'zod'
import { nearest } from '../../../lib/text/nearest.ts'
import { printable } from '../../../lib/text/printable.ts'
import { proofFile } from './proof-schema.ts'
import { lineOf, lineOfKey, type Mistake, Scalar, type Tree } from './yaml-tree.ts'

type Issue = z.core.$ZodIssue
type Path = PropertyKey[]

export function checkForm(tree: Tree): Mistake[] {
  const { error } = proofFile.safeParse(tree)
  const issues = (error?.issues ?? []).flatMap(issue => chooseBranch(issue, tree))
  const isMissing = (issue: Issue) => treeAt(tree, issue.path) === undefined
  const mistakes = [
    ...issues.filter(issue => !isMissing(issue)).flatMap(issue => tellIssue(issue, tree)),
    ...tellMissing(issues.filter(isMissing), unknownKeys(issues, tree), tree),
  ]
  // No mistake may go unsaid: the file would be taken for right.
  if (error && mistakes.length === 0) mistakes.push({ line: 1, message: `proof.yaml: ${error.issues[0]?.message}.` })
  return mistakes
}

function unknownKeys(issues: Issue[], tree: Tree): Map<Tree | undefined, string[]> {
  return new Map(issues.flatMap(one => (one.code === 'unrecognized_keys' ? [[treeAt(tree, one.path), one.keys]] : [])))
}

/** All that one map lacks, in one sentence. */
function tellMissing(issues: Issue[], unknown: Map<Tree | undefined, string[]>, tree: Tree): Mistake[] {
  const byMap = Map.groupBy(issues, ({ path }) => treeAt(tree, path.slice(0, -1)))
  return [...byMap].flatMap(([map, lacking]) => {
    const path = lacking[0]?.path.slice(0, -1) ?? []
    const names = lacking.map(issue => String(issue.path.at(-1)))
    // A key that is there under a wrong name is told of as such.
    const missing = names.filter(name => !unknown.get(map)?.some(key => nearest(key, [name])))
    if (missing.length === 0) return []
    return [{ line: lineOf(map), message: `${nameOf(path)} has no ${missing.join(', ')}; ${lacking[0]?.message}.` }]
  })
}

/** Of a union: the mistakes of the form that was meant, where the kind of value (a map, a list, a single one) shows it. */
function chooseBranch(issue: Issue, tree: Tree): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const found = treeAt(tree, issue.path)
  const meant = issue.errors.find(branch => !branch.some(one => one.path.length === 0 && isOfOtherKind(one, found)))
  if (!meant) return [issue]
  return meant.flatMap(one => chooseBranch({ ...one, path: [...issue.path, ...one.path] }, tree))
}

function isOfOtherKind(issue: Issue, found: Tree | undefined): boolean {
  if (issue.code === 'invalid_union')
    return issue.errors.every(branch => branch.some(one => one.path.length === 0 && isOfOtherKind(one, found)))
  const kind = kindOf(issue)
  return issue.code === 'invalid_type' || kind === 'map' || (kind === 'scalar' && !(found instanceof Scalar))
}

/** What the schema wanted there: a map or a scalar; see schema-parts.ts. */
function kindOf(issue: Issue): unknown {
  return issue.code === 'custom' ? issue.params?.kind : undefined
}

function tellIssue(issue: Issue, tree: Tree): Mistake[] {
  const found = treeAt(tree, issue.path)
  if (found === undefined) return []
  const what = nameOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const hints = issue.message.split('\n')
    return issue.keys.map((key, index) => ({
      line: lineOfKey(found, key),
      message: `${what} has "${printable(key, 40)}"; ${hints[index]}.`,
    }))
  }
  if (issue.code === 'invalid_key') {
    const map = treeAt(tree, issue.path.slice(0, -1)) ?? found
    const key = String(issue.path.at(-1))
    const message = `${nameOf(issue.path.slice(0, -1))} has "${printable(key, 40)}"; ${issue.issues[0]?.message}.`
    return [{ line: lineOfKey(map, key), message }]
  }
  const isOfMap = issue.code === 'custom' && kindOf(issue) === undefined
  const message = isOfMap ? `${what} ${issue.message}.` : `${what} is ${describe(found)}; ${issue.message}.`
  return [{ line: lineOf(found), message }]
}

function treeAt(tree: Tree, path: Path): Tree | undefined {
  let at: Tree | undefined = tree
  for (const step of path) {
    if (at === undefined || at instanceof Scalar || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<PropertyKey, Tree>)[step]
  }
  return at
}

/** `R1.rows.docs` for `rules: {R1: {rows: {docs: …}}}`. The line tells which item of a list is meant. */
function nameOf(path: Path): string {
  const [part, name, ...rest] = path.filter(step => typeof step !== 'number').map(step => printable(String(step), 40))
  if (part === undefined) return 'proof.yaml'
  if (name === undefined) return part
  const begin = part === 'actors' ? `actor ${name}` : part === 'context' ? `context.${name}` : name
  return [begin, ...rest].join('.')
}

function describe(tree: Tree): string {
  if (!(tree instanceof Scalar)) return Array.isArray(tree) ? 'a list' : 'a map'
  return tree.text === null || tree.text.trim() === '' ? 'empty' : `"${printable(tree.text, 40)}"`
}
