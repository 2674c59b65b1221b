// The columns into which the code of a case puts values that it computes from rows. A part of such a value may be random and
// another part a secret, so that it never counts as generated.

import { as, columnParts, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { plpgsqlExpressions } from '../../../sql/plpgsql-expressions.ts'
import { readable } from './words-in-code.ts'

/**
 * Functions that make values up, and those that only give such a value another form. Any other function may read rows, as a
 * function of the schema does.
 */
const GENERATORS = new Set([
  ...['gen_random_uuid', 'uuidv4', 'uuidv7', 'uuid_generate_v4', 'gen_random_bytes', 'gen_salt', 'random', 'nextval'],
  ...['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'],
  ...[
    'md5',
    'sha256',
    'digest',
    'encode',
    'substr',
    'substring',
    'left',
    'right',
    'replace',
    'lower',
    'upper',
    'floor',
  ],
  ...['date_trunc', 'timezone', 'make_interval'],
])

/**
 * The columns as `comments.id`; `comments.*` for an INSERT into a table that is not known. `code` has its parameters as `$n`;
 * `columnsOf` gives the columns of a table, for an INSERT that names none.
 */
export function computedColumns(code: string, columnsOf: (table: string) => string[] = () => []): Set<string> {
  const expressions = plpgsqlExpressions(code) ?? []
  const pieces = expressions.flatMap(({ query }) => tryParse(query) ?? tryParse(`select ${query}`) ?? [])
  const trees = nodesIn([...(tryParse(code) ?? []), ...pieces])
  const texts = trees.flatMap(node => as(node, 'A_Const')?.sval?.sval ?? as(node, 'String')?.sval ?? [])
  const executed = texts.filter(text => /\binsert\b/i.test(text)).flatMap(text => tryParse(text) ?? [])
  const plain = readable(code)
  return new Set([...trees, ...nodesIn(executed)].flatMap(node => insertedColumns(node, plain, columnsOf)))
}

function insertedColumns(node: Node, code: string, columnsOf: (table: string) => string[]): string[] {
  const insert = as(node, 'InsertStmt')
  const select = as(insert?.selectStmt, 'SelectStmt')
  if (!insert || !select) return []
  const table = insert.relation?.relname ?? ''
  const given = (insert.cols ?? []).map(column => as(column, 'ResTarget')?.name ?? '')
  const names = given.length > 0 ? given : columnsOf(table)
  if (names.length === 0) return [`${table}.*`]
  const lists = (select.valuesLists ?? []).map(list => as(list, 'List')?.items ?? [])
  const targets = (select.targetList ?? []).map(target => as(target, 'ResTarget')?.val)
  return names.flatMap((name, nth) => {
    // A column behind the last value gets its DEFAULT.
    const values = lists.length > 0 ? lists.flatMap(items => items[nth] ?? []) : [targets[nth]]
    return values.every(value => value !== undefined && isWithoutRows(value, code)) ? [] : [`${table}.${name}`]
  })
}

/** Whether a value comes from no row: it has no column, no subquery and no function that may read rows. */
function isWithoutRows(value: Node, code: string): boolean {
  return nodesIn(value).every(node => {
    const [name, ...others] = columnParts(node) ?? []
    if (name !== undefined) return others.length === 0 && isGeneratedVariable(name, code)
    const call = as(node, 'FuncCall')
    return as(node, 'SubLink') === undefined && (!call || GENERATORS.has(lastName(call.funcname)))
  })
}

/** What stands before a statement or a declaration of PL/pgSQL. */
const START = '(?<=(?:;|>>|\\b(?:declare|begin|then|else|loop))\\s*)'

/** Whether the name is that of a variable that is set once, by a generator: `v_id uuid := gen_random_uuid()`. */
function isGeneratedVariable(name: string, code: string): boolean {
  if (!/^\w+$/.test(name)) return false
  const variable = `(?<!\\w)"?${name}"?(?!\\w)`
  const settings = [
    `${START}(?:\\w+\\.)?${variable}[^;]*?(?:=|\\bdefault\\b)`,
    `${variable}\\s*:=`,
    // As in PL/pgSQL, INTO after INSERT names no variable.
    `(?<!\\b(?:insert|merge|import)\\s+)\\binto\\b[^;]*${variable}`,
    `\\b(?:for|foreach)\\b[^;]*?${variable}[^;]*?\\bin\\b`,
    `\\b(?:diagnostics|call)\\b[^;]*${variable}`,
  ]
  const sets = code.match(new RegExp(settings.join('|'), 'gi')) ?? []
  const generated = new RegExp(
    `${START}${variable}(?:\\s+\\w+)?\\s*(?::=|=|default\\b)\\s*(\\w+)\\s*\\(\\s*\\)\\s*;`,
    'i',
  )
  return sets.length === 1 && GENERATORS.has(generated.exec(code)?.[1]?.toLowerCase() ?? '')
}
