import { columnParts, type Node } from '../../../sql/node.ts'
import { type Operator, replaceNode } from '../operator.ts'
import { areEqual } from './equal-columns.ts'
import { columnsSeenFrom } from './output-columns.ts'
import { queryScopesAt } from './scope.ts'

/** Swaps the alias of a column for another in scope that has a column of this name: the guard on the wrong table. */
export const swapAlias: Operator = {
  name: 'swap-alias',
  mutate: (path, { tables }) => {
    const [alias, column, ...more] = columnParts(path.node) ?? []
    if (tables === undefined || alias === undefined || column === undefined || more.length > 0 || column === '*')
      return []
    const scopes = queryScopesAt(path) ?? []
    if (!scopes.some(({ items }) => items.has(alias))) return []
    const columnsOf = columnsSeenFrom(path, tables)
    const others = new Map([...scopes].reverse().flatMap(({ items }) => [...items]))
    return [...others]
      .filter(([name, item]) => name !== alias && columnsOf(item).has(column))
      .filter(([name]) => !areEqual(scopes, `${alias}.${column}`, `${name}.${column}`, path.node))
      .map(([name]) => {
        const fields: Node[] = [{ String: { sval: name } }, { String: { sval: column } }]
        return replaceNode(path, { ColumnRef: { fields } })
      })
  },
}
