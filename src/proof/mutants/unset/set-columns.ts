// Which columns some UPDATE may give another value. Read from texts, and rather too many than too few: of a column that is never
// set, OLD and NEW of an update are the same.

import { withoutComments } from '../../sql/sql-text.ts'

/** The names of the columns, in lower case; undefined where any column may be set. `views` are the queries of views. */
export function setColumns(texts: string[], views: string[]): Set<string> | undefined {
  const all = texts.map(withoutComments).map(text => text.replace(/'(?:[^']|'')*'/g, withoutPlainText))
  if (all.some(text => ANY.test(text))) return undefined
  const found = new Set(all.flatMap(columnsSetIn))
  // `select total as amount` of a view: who sets the amount sets the total. A view may stand on another one.
  const renamed = views.flatMap(view => [...view.matchAll(/"?(\w+)"?\s+as\s+"?(\w+)/gi)])
  for (const _ of views)
    for (const [, column = '', name = ''] of renamed) if (found.has(name.toLowerCase())) found.add(column.toLowerCase())
  return found
}

/** A string, empty unless it may be the body of a function. */
function withoutPlainText(string: string): string {
  return /\b(?:set|execute)\b|:=/i.test(string) ? ` ${string.slice(1, -1)} ` : "''"
}

function columnsSetIn(text: string): string[] {
  const columns = [...text.matchAll(/\bnew\.(\w+)\s*:=/gi), ...text.matchAll(ASSIGNED)].map(([, name = '']) => name)
  let rest = text
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(/\(([^()]*)\)/g, (group: string, inner: string, at: number) => {
      columns.push(...targetsIn(inner))
      // `set (a, b) = (…)`.
      const isList = /^\s*=/.test(before.slice(at + group.length))
      return isList ? inner.replace(/\w+/g, '$& =') : ' '
    })
  }
  return [...columns, ...targetsIn(rest)].map(name => name.toLowerCase())
}

/** Text that is executed, a row that is merged, and NEW as a whole. */
const ANY =
  /\bexecute\b|\bmerge\s+into\b|\bnew\s*:=|\binto\s+(?:strict\s+)?new\b|(?:;|\b(?:begin|then|else|loop))\s*new\s*=/i

/** `new.a = 1` as a statement; a comparison stands behind another word. */
const ASSIGNED = /(?:;|>>|\b(?:begin|then|else|loop))\s*new\.(\w+)\s*=/gi

/** The names before a sign of equality behind SET, up to the end of the assignments. */
function targetsIn(text: string): string[] {
  const parts = text.split(/\bset\b(?!\s+(?:local|session|search_path)\b)/i).slice(1)
  return parts.flatMap(part => {
    const [assignments = ''] = part.split(/\b(?:where|from|returning)\b|;/i)
    return [...assignments.matchAll(/(\w+)"?\s*(?:\[[^\]]*\]\s*)*=/g)].map(([, name = '']) => name)
  })
}
