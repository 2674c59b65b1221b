// Operations are called as roles of the schema: proof.yaml must say who owns the tables, and how a request sets who calls.

import { entriesOf, itemsOf, lineOf, lineOfKey, type Mistake, Scalar, type Tree, valueAt } from './schema/yaml-tree.ts'

/** `set local role :db_role`, with the name of the parameter. */
export const SETS_ROLE = /^set\s+local\s+role\s+:(\w+)$/i
const SETS_SETTING = /^select\s+(?:set_config\s*\(.*\)\s*,?\s*)+$/is

export function checkIdentity(tree: Tree): Mistake[] {
  const queries = valueAt(tree, 'queries')
  const [first] = entriesOf(queries).filter(([, query]) => valueAt(query, 'operations') !== undefined)
  const identity = valueAt(tree, 'identity')
  const context = entriesOf(valueAt(tree, 'context')).map(([name]) => name)
  const either = entriesOf(queries).flatMap(([name, query]) => checkEither(name, query))
  if (!first) return [...(identity === undefined ? [] : checkStatements(identity, context)), ...either]
  const line = lineOfKey(queries ?? [], first[0])
  const missing = ['owner', 'identity'].filter(key => valueAt(tree, key) === undefined)
  return [
    ...missing.map(key => ({
      line,
      message: `${first[0]} has operations, and the file has no "${key}" that says ${WANTED[key]}.`,
    })),
    ...(identity === undefined ? [] : checkStatements(identity, context)),
    ...either,
  ]
}

const WANTED: Record<string, string> = {
  owner: 'which role executes the schema and the migrations, as owner: app_owner',
  identity: 'how a request sets who calls, as identity: [set local role :db_role]',
}

/** The statements name one role, and a setting of the application each. */
function checkStatements(identity: Tree, context: string[]): Mistake[] {
  const statements = itemsOf(identity).flatMap(one => (one instanceof Scalar ? one : []))
  const roles = statements.flatMap(one => SETS_ROLE.exec(one.text?.trim() ?? '')?.[1] ?? [])
  const isKnown = (text: string) => SETS_ROLE.test(text) || SETS_SETTING.test(text)
  return [
    ...statements
      .filter(one => !isKnown(one.text?.trim() ?? ''))
      .map(one => ({
        line: lineOf(one),
        message: `identity has "${one.text}"; set local role :parameter, or select set_config(…), was wanted.`,
      })),
    ...(roles.length === 1
      ? []
      : [{ line: lineOf(identity), message: 'identity must set one role, as set local role :db_role.' }]),
    ...roles
      .filter(role => !context.includes(role))
      .map(role => ({ line: lineOf(identity), message: `identity names :${role}, which is not in "context".` })),
  ]
}

/** A query is called in one way: by its code, or by operations. Statements of clients come beside operations. */
function checkEither(name: string, query: Tree): Mistake[] {
  const exposes = valueAt(query, 'exposes')
  if (valueAt(query, 'operations') === undefined) {
    if (exposes === undefined) return []
    const message = `${name} has "exposes" and no operations; write what the application sends too, as operations: {list: {sql: select * from docs, works: {as: an actor, gives: [1]}}}.`
    return [{ line: lineOfKey(query as Record<string, Tree>, 'exposes'), message }]
  }
  return ['works', 'parameters', 'call', 'key', 'callers', 'once', 'max_rows', 'aggregate']
    .filter(key => valueAt(query, key) !== undefined)
    .map(key => ({
      line: lineOfKey(query as Record<string, Tree>, key),
      message: `${name} has operations, so that "${key}" belongs into one of them.`,
    }))
}
