// The text that EXECUTE runs, and the variables that it is put together from.

import { as, columnParts, type Node, nodesIn } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { type PlpgsqlExpression, parsePlpgsql } from '../../sql/plpgsql-expressions.ts'
import { isObject, type Tree, walk } from '../../sql/walk-tree.ts'
import { assignedIn } from '../plpgsql/assigned-in.ts'

/** What a variable is set to: an expression with its tree, or undefined for what no expression of the body shows. */
type Source = { query: string; value: Node } | undefined

/** The variables of a body. */
export interface Variables {
  /** By name, all that the body sets it to. A variable that is never set is not among them. */
  sources: ReadonlyMap<string, Source[]>
  /** The names of the signature, by the number of the parameter. */
  parameters: string[]
  /** Those of them with a value of the caller: no columns of the result. */
  inputs: ReadonlySet<string>
  /** By name, the types with which variables of this name are declared. */
  types: ReadonlyMap<string, string[]>
  /** What may stand before the name of a variable: the function's name, and labels of blocks. */
  labels: ReadonlySet<string>
}

/** The SQL is text that EXECUTE runs. */
export function runsText({ statement, part }: PlpgsqlExpression): boolean {
  return part === 'dynquery' || (part === 'query' && /_(?:dynexecute|dynfors)$/.test(statement))
}

/** The variables of a definition that can be parsed. PL/pgSQL's tree tells each by its number, whatever it is called. */
export function variablesOf(definition: string): Variables {
  const root = parsePlpgsql(definition)
  const { parameters = [], funcname = [] } = as(tryParse(definition)?.[0], 'CreateFunctionStmt') ?? {}
  const datums = datumsOf(root)
  const sources = new Map<string, Source[]>()
  const add = (name: string | undefined, source: Source) => {
    if (name !== undefined) sources.set(name, [...(sources.get(name) ?? []), source])
  }
  const labels = new Set(funcname.map(name => as(name, 'String')?.sval ?? ''))
  const cursors = cursorQueries(root)
  walk(root, (statement, node) => {
    if (typeof node.label === 'string') labels.add(node.label)
    for (const [target, source] of settings(statement, node, cursors))
      add(typeof target === 'string' ? target : nameOfDatum(datums, target), source)
  })
  const types = Map.groupBy(
    datums.flatMap(({ body }) => (typeof body.refname === 'string' ? [body] : [])),
    ({ refname }) => String(refname),
  )
  const names = parameters.map((_, nth) => nameOfDatum(datums, nth) ?? '')
  const isInput = (item: Node | undefined) => !/_(?:OUT|TABLE)$/.test(as(item, 'FunctionParameter')?.mode ?? '')
  return {
    sources,
    labels,
    parameters: names,
    inputs: new Set(names.filter((_, nth) => isInput(parameters[nth]))),
    types: new Map([...types].map(([name, all]) => [name, all.map(typeOf)])),
  }
}

interface Datum {
  kind: string
  body: Tree
}

function datumsOf(root: unknown): Datum[] {
  const found: Datum[] = []
  walk(root, (kind, { datums }) => {
    if (kind !== 'PLpgSQL_function' || !Array.isArray(datums)) return
    for (const datum of datums) {
      const [kind = '', body] = Object.entries(datum as Tree)[0] ?? []
      found.push({ kind, body: isObject(body) ? body : {} })
    }
  })
  return found
}

/** The name of a variable; of a field, the name of its record. */
function nameOfDatum(datums: Datum[], number: number): string | undefined {
  const { kind, body } = datums[number] ?? {}
  if (kind === 'PLpgSQL_recfield') return nameOfDatum(datums, numberOf(body?.recparentno))
  return typeof body?.refname === 'string' ? body.refname : undefined
}

/** The parser leaves out a number that is 0. */
const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)

function typeOf({ datatype }: Tree): string {
  const { PLpgSQL_type: type } = (datatype ?? {}) as { PLpgSQL_type?: { typname?: string } }
  return type?.typname ?? ''
}

/** What a statement sets: names, or numbers of variables, each with what it is set to. */
function settings(statement: string, node: Tree, cursors: Source[]): [string | number, Source][] {
  const expression = queryOf(node.expr)
  switch (statement) {
    case 'PLpgSQL_var':
    case 'PLpgSQL_rec':
      return node.default_val === undefined ? [] : [[String(node.refname), sourceOf(queryOf(node.default_val))]]
    case 'PLpgSQL_stmt_assign':
      return [[numberOf(node.varno), sourceOf(expression === undefined ? undefined : assignedIn(expression)?.value)]]
    case 'PLpgSQL_stmt_foreach_a':
      return [[numberOf(node.varno), sourceOf(expression)]]
    case 'PLpgSQL_diag_item':
      // ROW_COUNT is a number; all others are texts that were made elsewhere.
      return node.kind === 'ROW_COUNT' ? [] : [[numberOf(node.target), undefined]]
    case 'PLpgSQL_stmt_execsql':
      return each(node.target, [sourceOf(queryOf(node.sqlstmt))])
    case 'PLpgSQL_stmt_fors':
      return each(node.var, [sourceOf(queryOf(node.query))])
    case 'PLpgSQL_stmt_fetch':
      return each(node.target, cursors)
    case 'PLpgSQL_stmt_forc':
      return each(node.var, cursors)
    case 'PLpgSQL_stmt_dynexecute':
      return each(node.target, [undefined])
    case 'PLpgSQL_stmt_dynfors':
      return each(node.var, [undefined])
    case 'PLpgSQL_stmt_open':
      return [[numberOf(node.curvar), undefined]]
    case 'PLpgSQL_stmt_call':
      // A procedure may set what it gets.
      return namesIn(expression ?? '').map(name => [name, undefined])
    default:
      return []
  }
}

/** All queries that a cursor of the body may have; undefined for one whose text is executed. */
function cursorQueries(root: unknown): Source[] {
  const found: Source[] = []
  walk(root, (statement, node) => {
    if (node.cursor_explicit_expr !== undefined) found.push(sourceOf(queryOf(node.cursor_explicit_expr)))
    if (statement === 'PLpgSQL_stmt_open' && node.argquery === undefined) found.push(sourceOf(queryOf(node.query)))
  })
  return found
}

/** Every variable of an INTO or of a loop, with each of the sources. */
function each(target: unknown, sources: Source[]): [string, Source][] {
  const names: string[] = []
  walk({ target }, (kind, { refname, fields }) => {
    if (kind === 'PLpgSQL_row')
      for (const { name = '' } of (fields ?? []) as { name?: string }[]) names.push(name.split('.')[0] ?? '')
    else if (typeof refname === 'string') names.push(refname)
  })
  // A query that is not known sets them as well.
  const known = sources.length > 0 ? sources : [undefined]
  return names.flatMap(name => known.map((source): [string, Source] => [name, source]))
}

function queryOf(expression: unknown): string | undefined {
  return ((expression ?? {}) as { PLpgSQL_expr?: { query?: string } }).PLpgSQL_expr?.query
}

function sourceOf(query: string | undefined): Source {
  const value = query === undefined ? undefined : (statementOf(query) ?? expressionOf(query))
  return query === undefined || value === undefined ? undefined : { query, value }
}

function statementOf(sql: string): Node | undefined {
  return tryParse(sql)?.[0]
}

/** The names of the variables in an expression or a CALL. */
function namesIn(sql: string): string[] {
  return nodesIn(tryParse(sql) ?? []).flatMap(node => columnParts(node)?.slice(0, 1) ?? [])
}

/** The tree of an expression; undefined for a text that is none. */
export function expressionOf(sql: string): Node | undefined {
  const [select] = tryParse(`select ${sql}`) ?? []
  const { targetList = [], fromClause } = as(select, 'SelectStmt') ?? {}
  return fromClause || targetList.length !== 1 ? select : as(targetList[0], 'ResTarget')?.val
}
