// The columns into which the code of a case puts values that it computes from rows. A part of such a value may be random and
// another part a secret, so that it never counts as generated.

import { as, columnParts, lastName, type Node, nodesIn } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { expressionTree, plpgsqlExpressions } from '../../../sql/plpgsql-expressions.ts'
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

/** Every column of every table: what a text that is executed writes is not known. */
const ANY_COLUMN = '*'

/** What stands for a part of an executed text that is not known. */
const UNKNOWN = 'unknown_part'

/**
 * The columns as `comments.id`; `comments.*` for a table whose columns are not known, and `*` where the table is not known
 * either. `code` has its parameters as `$n`; `columnsOf` gives the columns of a table, for an INSERT that names none.
 */
export function computedColumns(code: string, columnsOf: (table: string) => string[] = () => []): Set<string> {
  const expressions = plpgsqlExpressions(code)
  const pieces = nodesIn(expressions?.flatMap(({ query }) => expressionTree(query)))
  const whole = nodesIn(tryParse(code))
  const trees = [...whole, ...pieces]
  // The body of a function in PL/pgSQL is a text of the whole, and no statement.
  const texts = textsIn(expressions ? pieces : whole)
  const executed = texts.filter(text => WRITES.test(text)).map(text => tryParse(text))
  const plain = readable(code)
  const isUnread = /\bexecute\b/i.test(plain) && executed.includes(undefined)
  const nodes = [...trees, ...nodesIn(executed)]
  return new Set([
    ...(isUnread ? [ANY_COLUMN] : []),
    ...nodes.flatMap(node => writtenValues(node, columnsOf).flatMap(one => computedIn(one, plain))),
  ])
}

/** The start of a text that writes rows, whatever stands before it. A sentence may have the word `insert` as well. */
const WRITES = /^\s*(?:insert\s+into|merge\s+into|update|with)\b|\b(?:insert|merge)\s+into\b/i

/** The texts that may be executed. Those inside of a chain of `||` are parts of its text. */
function textsIn(nodes: Node[]): string[] {
  const parts = new Set(nodes.filter(isChain).flatMap(node => [as(node, 'A_Expr')?.lexpr, as(node, 'A_Expr')?.rexpr]))
  return [...new Set(nodes.filter(node => !parts.has(node)).flatMap(node => executableText(node) ?? []))]
}

/** The text of a constant, or of a chain of `||`, with its unknown parts and the placeholders of format() as names. */
function executableText(node: Node): string | undefined {
  const text = as(node, 'A_Const')?.sval?.sval ?? as(node, 'String')?.sval ?? joined(node)
  return text?.replace(/%(?:\d+\$)?-?\d*[ILs]/g, UNKNOWN)
}

function isChain(node: Node | undefined): boolean {
  return lastName(as(node, 'A_Expr')?.name) === '||'
}

function joined(node: Node | undefined): string | undefined {
  const expression = as(node, 'A_Expr')
  if (!expression || !isChain(node)) return undefined
  const part = (side: Node | undefined) => joined(side) ?? as(side, 'A_Const')?.sval?.sval ?? ` ${UNKNOWN} `
  return part(expression.lexpr) + part(expression.rexpr)
}

/** The values that a statement writes into a column. Absent: they are not known. */
interface Written {
  table: string
  column: string
  values?: (Node | undefined)[]
}

function computedIn({ table, column, values }: Written, code: string): string[] {
  if (values?.every(value => value !== undefined && isWithoutRows(value, code))) return []
  if (table === UNKNOWN) return [ANY_COLUMN]
  return [`${table}.${column === UNKNOWN ? '*' : column}`]
}

/** What an INSERT, an UPDATE or a part of a MERGE writes. */
function writtenValues(node: Node, columnsOf: (table: string) => string[]): Written[] {
  const [insert, update, merge] = [as(node, 'InsertStmt'), as(node, 'UpdateStmt'), as(node, 'MergeStmt')]
  if (insert) {
    const table = insert.relation?.relname ?? ''
    const conflict = setValues(table, insert.onConflictClause?.targetList)
    return [...insertedValues(table, insert.cols, insert.selectStmt, columnsOf), ...conflict]
  }
  if (update) return setValues(update.relation?.relname ?? '', update.targetList)
  const table = merge?.relation?.relname ?? ''
  return (merge?.mergeWhenClauses ?? []).flatMap(one => {
    const clause = as(one, 'MergeWhenClause')
    if (clause?.commandType !== 'CMD_INSERT') return setValues(table, clause?.targetList)
    const lists = [clause.values ?? []]
    return listedValues(table, clause.targetList, lists, columnsOf)
  })
}

/** What SET writes: `SET id = …`. For `SET (a, b) = (SELECT …)` the parser gives each column a part of the whole. */
function setValues(table: string, targets: Node[] | undefined): Written[] {
  return (targets ?? []).flatMap(target => {
    const set = as(target, 'ResTarget')
    return set ? { table, column: set.name ?? '*', values: [set.val] } : []
  })
}

function insertedValues(
  table: string,
  cols: Node[] | undefined,
  source: Node | undefined,
  columnsOf: (table: string) => string[],
): Written[] {
  // Without a source, each column gets its DEFAULT.
  if (source === undefined) return []
  const select = as(source, 'SelectStmt')
  const lists = (select?.valuesLists ?? []).map(list => as(list, 'List')?.items ?? [])
  if (lists.length > 0) return listedValues(table, cols, lists, columnsOf)
  const targets = (select?.targetList ?? []).map(target => as(target, 'ResTarget')?.val)
  const names = namesOf(cols) ?? columnsOf(table)
  // Of a UNION, the sides have the values.
  if (names.length === 0 || !select?.targetList)
    return [...(names.length > 0 ? names : ['*'])].map(column => ({ table, column }))
  return names.map((column, nth) => ({ table, column, values: [targets[nth]] }))
}

/** The values of VALUES. A column behind the last value gets its DEFAULT. */
function listedValues(
  table: string,
  cols: Node[] | undefined,
  lists: Node[][],
  columnsOf: (table: string) => string[],
): Written[] {
  const names = namesOf(cols) ?? columnsOf(table)
  if (names.length === 0 && lists.some(items => items.length > 0)) return [{ table, column: '*' }]
  return names.map((column, nth) => ({ table, column, values: lists.flatMap(items => items[nth] ?? []) }))
}

/** The columns that a statement names; undefined where it names none. */
function namesOf(columns: Node[] | undefined): string[] | undefined {
  return columns && columns.length > 0 ? columns.map(column => as(column, 'ResTarget')?.name ?? '*') : undefined
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
