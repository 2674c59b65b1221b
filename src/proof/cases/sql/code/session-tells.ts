// What a function may ask of its session that has another answer on other servers, or after other calls, and that no right
// keeps it from.

import { as, columnParts, type Node, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { expressionTree, plpgsqlExpressions } from '../../../sql/plpgsql-expressions.ts'
import { readable } from './words-in-code.ts'

/** What the code asks of its session, as the rest of a sentence; undefined where it asks nothing. */
export function sessionTell(code: string): string | undefined {
  const trees = nodesIn((plpgsqlExpressions(code) ?? []).flatMap(({ query }) => expressionTree(query)))
  const emptied = [...nodesIn(tryParse(code)), ...trees].flatMap(node => emptiedSetting(node) ?? [])[0]
  if (emptied !== undefined)
    return `sets ${emptied} to nothing, which reads as an empty text on one connection and as NULL on another; a text that is not empty would decide`
  const cursor = namedCursor(code, trees)
  if (cursor !== undefined)
    return `reads the name of the cursor ${cursor}, whose number tells how many cursors the session had before; FETCH and CLOSE need no name`
  return undefined
}

/** The setting of an application that a statement sets to an empty text, or resets. */
function emptiedSetting(node: Node): string | undefined {
  const set = as(node, 'VariableSetStmt')
  if (!set?.name?.includes('.')) return undefined
  const isEmpty = (set.args ?? []).some(value => {
    const text = as(value, 'A_Const')?.sval
    // The parser leaves an empty text out.
    return text !== undefined && !text.sval
  })
  return isEmpty || set.kind !== 'VAR_SET_VALUE' ? set.name : undefined
}

const CURSOR =
  /(?<![\w"])("[^"]+"|\w+)\s+(?:constant\s+)?(?:(?:pg_catalog\.)?refcursor|(?:no\s+)?(?:scroll\s+)?cursor)\b/gi

/** A cursor that the code uses as a value, or any where the code reads messages: an error about a cursor names it. */
function namedCursor(code: string, trees: Node[]): string | undefined {
  const plain = readable(code)
  const names = [...plain.matchAll(CURSOR)].map(([, name = '']) =>
    name.startsWith('"') ? name.slice(1, -1) : name.toLowerCase(),
  )
  if (/\b(?:sqlerrm|message_text)\b/i.test(plain) && /\bopen\b/i.test(plain) && names[0] !== undefined) return names[0]
  return trees.flatMap(node => columnParts(node)?.at(-1) ?? []).find(name => names.includes(name))
}
