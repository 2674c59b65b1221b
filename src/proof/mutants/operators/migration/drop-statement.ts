import type { Node } from '../../../sql/node.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { type Mutation, without } from '../operator.ts'

/** The whole statement left out of the migration. */
export function dropStatement({ keys }: NodePath, what: string): Mutation {
  return { what: [what], edits: [{ keys, value: undefined }] }
}

/** One item of a list left out; the whole statement where the list has no other item. */
export function dropItem(
  path: NodePath,
  field: string,
  items: readonly Node[],
  index: number,
  what: Mutation['what'],
): Mutation {
  const rest = without(items, index)
  const edit =
    rest.length > 0 ? { keys: [...path.bodyKeys, field], value: rest } : { keys: path.keys, value: undefined }
  const at = items[index]
  return { what, edits: [edit], ...(at === undefined ? {} : { at }) }
}
