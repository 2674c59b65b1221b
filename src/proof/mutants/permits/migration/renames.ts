// A part is taken away once the whole migration was executed, by a statement as it stands in the code. Later statements may have
// renamed what it is about, or what it names: `ALTER FUNCTION f RENAME TO g`. So the later names are taken back before the
// statement, and given again behind it.

import { as, type Body, lastName, type Node } from '../../../sql/node.ts'
import { identifier } from '../../../sql/sql-text.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import type { PlacedStatement } from './part.ts'

/** Something that has a name, and can be given another. */
interface Named {
  /** Two things of the same key and name would be one. */
  key: string
  name: string
  rename: (from: string, to: string) => string
}

/** What stands around a statement that is executed again at the end. */
interface Around {
  /** Takes the later names back, the last one first. */
  before: string[]
  /** Gives them again, and alters again what `keeps` says that the statement undoes. */
  after: string[]
}

/** `keeps` says of a later statement whether the statement that is executed again undoes it; later names come with it. */
export function aroundAgain(
  later: PlacedStatement['later'],
  keeps: (tree: Node, renamed: (name: string) => string) => boolean,
): Around {
  const before: string[] = []
  const after: string[] = []
  const names = new Map<string, string>()
  const freed = new Set<string>()
  for (const [nth, { sql, tree }] of later.entries()) {
    const isDropped = (key: string, name: string) =>
      later.slice(nth).some(({ tree: other }) => droppedBy(other).some(one => one.key === key && one.name === name))
    const renamed = asRename(tree)
    const made = renamed || 'AlterPolicyStmt' in tree ? undefined : madeBy(tree)
    if (renamed) {
      const { named, to } = renamed
      if (isDropped(named.key, to)) continue
      freed.add(`${named.key} ${named.name}`)
      before.unshift(named.rename(to, named.name))
      after.push(named.rename(named.name, to))
      names.set(to, names.get(named.name) ?? named.name)
    } else if (made && freed.has(`${made.key} ${made.name}`)) {
      if (isDropped(made.key, made.name)) continue
      freed.delete(`${made.key} ${made.name}`)
      // The name was free by then, and has to be free again.
      const aside = `proof_aside_${before.length}`
      before.unshift(made.rename(made.name, aside))
      after.push(made.rename(aside, made.name))
    } else if (keeps(tree, name => names.get(name) ?? name)) after.push(sql)
  }
  return { before, after }
}

/** The names that are given or taken by ALTER … RENAME, each with the name that stands for all names of the same thing. */
export function sameNames(statements: readonly { tree: Node }[]): Map<string, string> {
  const first = new Map<string, string>()
  for (const { tree } of statements) {
    const { named, to } = asRename(tree) ?? {}
    if (named === undefined || to === undefined || /^(?:column|policy|trigger|constraint)\b/.test(named.key)) continue
    const [one, other] = [first.get(named.name) ?? named.name, first.get(to) ?? to]
    for (const [name, stands] of first) if (stands === other) first.set(name, one)
    first.set(named.name, one).set(to, one)
  }
  return first
}

/** Whether later statements make the function or view anew, or drop the policy or trigger, under the name that it has by then. */
export function isGone(tree: Node, later: PlacedStatement['later']): boolean {
  const own = madeBy(tree)
  let name = own?.name
  return later.some(({ tree: other }) => {
    const { named, to } = asRename(other) ?? {}
    const isOwn = (one: Named | undefined) => one !== undefined && one.key === own?.key && one.name === name
    if (isOwn(named) && isSameFunction(tree, as(other, 'RenameStmt')?.object)) name = to
    if (named) return false
    if ('AlterPolicyStmt' in other) return false
    const isPart = !('CreateFunctionStmt' in tree || 'ViewStmt' in tree)
    return (
      (isPart && droppedBy(other).some(isOwn)) || (isOwn(madeBy(other)) && signatureOf(other) === signatureOf(tree))
    )
  })
}

/** What the statement drops. */
function droppedBy(tree: Node): Named[] {
  const { removeType = '', objects = [] } = as(tree, 'DropStmt') ?? {}
  const word = removeType.replace(/^OBJECT_/, '').toLowerCase()
  return objects.flatMap(object => {
    const { objname } = as(object, 'ObjectWithArgs') ?? {}
    if (objname) return [ofFunction(objname, '')]
    const names = as(object, 'List')?.items ?? []
    const relname = lastName(names.slice(0, -1))
    if (word === 'view' || word === 'table') return [ofRelation({ relname: lastName(names) })]
    return word === 'policy' || word === 'trigger' ? [ofPart(word, lastName(names), { relname })] : []
  })
}

/** The types of the arguments by which functions of one name are told apart; of a view, whether it is a temporary one. */
function signatureOf(tree: Node): string {
  const created = as(tree, 'CreateFunctionStmt')
  if (!created) return as(tree, 'ViewStmt')?.view?.relpersistence ?? ''
  const inputs = (created.parameters ?? []).flatMap(item => {
    const { mode, argType } = as(item, 'FunctionParameter') ?? {}
    return mode === 'FUNC_PARAM_OUT' || mode === 'FUNC_PARAM_TABLE' || !argType ? [] : [typeText(argType)]
  })
  return inputs.join(', ')
}

function isSameFunction(created: Node, object: Node | undefined): boolean {
  const { args_unspecified: isAny, objargs = [] } = as(object, 'ObjectWithArgs') ?? {}
  const isFunction = as(created, 'CreateFunctionStmt') !== undefined && object !== undefined
  const written = objargs.flatMap(one => as(one, 'TypeName') ?? []).map(typeText)
  return !isFunction || isAny === true || written.join(', ') === signatureOf(created)
}

function typeText(type: Body<'TypeName'>): string {
  return writeSql({ TypeName: type })
}

function madeBy(tree: Node): Named | undefined {
  const created = as(tree, 'CreateFunctionStmt')
  if (created) return ofFunction(created.funcname, `(${signatureOf(tree)})`)
  const relation = as(tree, 'ViewStmt')?.view ?? as(tree, 'CreateStmt')?.relation
  if (relation) return ofRelation(relation)
  const { policy_name: policy, table } = as(tree, 'CreatePolicyStmt') ?? as(tree, 'AlterPolicyStmt') ?? {}
  if (policy !== undefined && table) return ofPart('policy', policy, table)
  const { trigname, relation: on } = as(tree, 'CreateTrigStmt') ?? {}
  return trigname !== undefined && on ? ofPart('trigger', trigname, on) : undefined
}

function asRename(tree: Node): { named: Named; to: string } | undefined {
  const { renameType = '', relation, object, subname = '', newname } = as(tree, 'RenameStmt') ?? {}
  const named = namedBy(renameType.replace(/^OBJECT_/, ''), subname, relation, object)
  return named && newname !== undefined ? { named, to: newname } : undefined
}

type Relation = Body<'RangeVar'>

function namedBy(
  type: string,
  part: string,
  relation: Relation | undefined,
  object: Node | undefined,
): Named | undefined {
  const { objname, objargs, args_unspecified: isAny } = as(object, 'ObjectWithArgs') ?? {}
  if (objname) return ofFunction(objname, isAny ? '' : `(${(objargs ?? []).map(writeSql).join(', ')})`)
  if (relation === undefined) {
    const names = as(object, 'List')?.items
    const word = type.toLowerCase()
    const rename = (from: string, to: string) => `alter ${word} ${identifier(from)} rename to ${identifier(to)}`
    return names && ['TYPE', 'DOMAIN'].includes(type) ? { key: 'type', name: lastName(names), rename } : undefined
  }
  const on = nameOf(relation)
  if (type === 'POLICY' || type === 'TRIGGER') return ofPart(type.toLowerCase(), part, relation)
  const [owner, word] = type === 'ATTRIBUTE' ? ['type', 'attribute'] : ['table', 'column']
  const own = type === 'TABCONSTRAINT' ? 'constraint' : word
  if (!['COLUMN', 'ATTRIBUTE', 'TABCONSTRAINT'].includes(type)) return ofRelation(relation)
  const rename = (from: string, to: string) =>
    `alter ${owner} ${on} rename ${own} ${identifier(from)} to ${identifier(to)}`
  return { key: `${own === 'attribute' ? 'column' : own} ${on}`, name: part, rename }
}

function ofFunction(names: Node[] = [], types: string): Named {
  const schema = names.slice(0, -1).map(one => lastName([one]))
  const rename = (from: string, to: string) => `alter function ${identifier(from)}${types} rename to ${identifier(to)}`
  return { key: `function ${inSchema(schema.at(-1))}`, name: lastName(names), rename }
}

function ofRelation({ relname = '', schemaname }: Relation): Named {
  const rename = (from: string, to: string) => `alter table ${identifier(from)} rename to ${identifier(to)}`
  return { key: `relation ${inSchema(schemaname)}`, name: relname, rename }
}

function ofPart(word: string, name: string, relation: Relation): Named {
  const on = nameOf(relation)
  const rename = (from: string, to: string) => `alter ${word} ${identifier(from)} on ${on} rename to ${identifier(to)}`
  return { key: `${word} ${on}`, name, rename }
}

const inSchema = (name = 'public') => (name === 'public' ? '' : name)

function nameOf({ relname = '' }: Relation): string {
  return identifier(relname)
}
