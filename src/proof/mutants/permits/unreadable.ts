// Text that a function runs and that cannot be read in its code: it is made by decode(), chr(), reverse(), or comes out of a
// table. No part of such text can be taken away, so that nothing is known of what it permits.

import { as, columnParts, lastName, type Node, nodesIn } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { type PlpgsqlExpression, plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'
import { walk } from '../../sql/walk-tree.ts'
import { writeSql } from '../../sql/write-sql.ts'
import { canBeWritten } from '../mutate-statements.ts'
import type { EmbeddedSql } from '../plpgsql/embedded-sql.ts'
import { functionSource } from '../plpgsql/function-source.ts'
import { sqlInBody } from '../plpgsql/sql-in-body.ts'
import { sqlInStrings } from '../plpgsql/sql-in-strings.ts'

/** Functions whose text is made of the texts that they get, and of nothing else. */
const JOINING = [
  ...['concat', 'concat_ws', 'string_agg', 'array_agg', 'array_to_string', 'array_append', 'array_cat', 'array_remove'],
  ...['lower', 'upper', 'btrim', 'ltrim', 'rtrim', 'coalesce', 'min', 'max', 'string_to_array', 'unnest'],
]
/** Functions that put text in quotes: it cannot become a part of the statement. */
const QUOTING = ['quote_ident', 'quote_literal', 'quote_nullable']
/** Functions that cut a piece out of their first text. A piece of a parameter is the client's; a piece of a constant hides it. */
const CUTTING = ['split_part', 'left', 'right', 'substr', 'substring']
/** Functions that give a number. */
const COUNTING = [
  'count',
  'length',
  'char_length',
  'cardinality',
  'array_length',
  'abs',
  'floor',
  'ceil',
  'round',
  'sum',
]
/** A definition, with comments before it or not. */
const IS_FUNCTION = /^(?:\s|--.*|\/\*[\s\S]*?\*\/)*create\b/i
/** How much of a part is shown. */
const MOST_SHOWN = 80
/** Types that hold no statement. */
const PLAIN_TYPES =
  /^(?:int[248]?|bigint|smallint|integer|numeric|float[48]|bool|boolean|date|timestamptz?|interval|uuid|reg\w+)$/
const TEXT_TYPES = /^(?:text|varchar|bpchar|name|_text|_varchar)$/

/** The first text of a case that is run and cannot be read, with its line; undefined when all can be read. */
export function unreadablePart(code: string): string | undefined {
  const part = unreadableIn(code)
  if (part === undefined) return unwritableIn(code)
  // The tree of PL/pgSQL has no positions: the name of the function, or of the variable, is searched for.
  const [word = part] = /\w+/.exec(part) ?? []
  const line = code.slice(0, Math.max(0, code.search(new RegExp(`\\b${word}\\b`, 'i')))).split('\n').length
  return `line ${line}: ${part.length > MOST_SHOWN ? `${part.slice(0, MOST_SHOWN)}…` : part}`
}

/** The first SQL of a body that is another SQL when it is written back: no part can be taken from it. */
function unwritableIn(code: string): string | undefined {
  const definition = IS_FUNCTION.test(code) ? as(tryParse(code)?.[0], 'CreateFunctionStmt') : undefined
  const source = definition && functionSource(code, definition)
  if (source?.language !== 'plpgsql') return undefined
  const embedded = sqlInBody(source).flatMap((sql): EmbeddedSql[] => [sql, ...sqlInStrings(sql)])
  const found = embedded.find(({ text }) => !canBeWritten(text))
  return found && `line ${found.lineAt(0)}: ${found.describe(found.text).replace(/\s+/g, ' ').slice(0, MOST_SHOWN)}`
}

function unreadableIn(definition: string): string | undefined {
  if (!IS_FUNCTION.test(definition) || !/\bplpgsql\b/i.test(definition)) return undefined
  const all = plpgsqlExpressions(definition)
  if (all === undefined) return 'the body of the function'
  const sources = sourcesOf(all)
  const found = all.filter(runsText).flatMap(({ query }): (string | Node)[] => {
    const value = expressionOf(query)
    return value === undefined ? [query] : unreadable(value, { sources, seen: new Set(), readsTable: false })
  })
  const [first] = found
  return first === undefined || typeof first === 'string' ? first : writeSql(first)
}

/** The SQL is text that EXECUTE runs. */
function runsText({ statement, part }: PlpgsqlExpression): boolean {
  return part === 'dynquery' || (part === 'query' && /_(?:dynexecute|dynfors)$/.test(statement))
}

interface Reading {
  /** By variable, what is assigned to it anywhere. */
  sources: Map<string, Node[]>
  /** Variables that are being read already. */
  seen: Set<string>
  /** Columns are those of tables. */
  readsTable: boolean
}

/** The parts of a value that are neither constants, nor quoted, nor put together from such parts. */
function unreadable(node: Node, reading: Reading): Node[] {
  const all = (nodes: (Node | undefined)[] = []) =>
    nodes.flatMap(one => (one === undefined ? [] : unreadable(one, reading)))
  const [kind] = Object.keys(node)
  switch (kind) {
    case 'A_Const':
    case 'ParamRef':
    case 'BoolExpr':
    case 'NullTest':
    case 'BooleanTest':
    case 'SQLValueFunction':
      return []
    case 'List':
      return all(as(node, 'List')?.items)
    case 'A_ArrayExpr':
      return all(as(node, 'A_ArrayExpr')?.elements)
    case 'RowExpr':
      return all(as(node, 'RowExpr')?.args)
    case 'CoalesceExpr':
      return all(as(node, 'CoalesceExpr')?.args)
    case 'MinMaxExpr':
      return all(as(node, 'MinMaxExpr')?.args)
    case 'CollateClause':
      return all([as(node, 'CollateClause')?.arg])
    case 'A_Indirection':
      return all([as(node, 'A_Indirection')?.arg])
    case 'CaseExpr': {
      const { args = [], defresult } = as(node, 'CaseExpr') ?? {}
      return all([...args.map(arg => as(arg, 'CaseWhen')?.result), defresult])
    }
    case 'ColumnRef':
      return ofVariable(node, reading)
    case 'TypeCast': {
      const { typeName, arg } = as(node, 'TypeCast') ?? {}
      const type = lastName(typeName?.names)
      if (PLAIN_TYPES.test(type)) return []
      return TEXT_TYPES.test(type) ? all([arg]) : [node]
    }
    case 'A_Expr':
      return ofOperation(node, reading)
    case 'FuncCall':
      return ofCall(node, reading)
    case 'SubLink': {
      const { subLinkType, subselect } = as(node, 'SubLink') ?? {}
      const gives = subLinkType === 'EXPR_SUBLINK' || subLinkType === 'ARRAY_SUBLINK'
      return gives ? ofSelect(subselect, reading) : []
    }
    case 'SelectStmt':
      return ofSelect(node, reading)
    default:
      return [node]
  }
}

/** What a variable was set to. A parameter is set to nothing here: the check `hostile-text` sends text in it. */
function ofVariable(node: Node, reading: Reading): Node[] {
  const [name = '', ...fields] = columnParts(node) ?? []
  const values = reading.sources.get(name)
  if (values === undefined) return reading.readsTable ? [node] : []
  if (reading.seen.has(name)) return []
  const inner = { ...reading, readsTable: false, seen: new Set([...reading.seen, name]) }
  // Which column a field of a record is, is not looked for.
  const found = values.flatMap(value => unreadable(value, inner))
  return found.length > 0 && fields.length > 0 ? [node] : found
}

function ofOperation(node: Node, reading: Reading): Node[] {
  const { kind, name, lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  if (kind === 'AEXPR_NULLIF') return lexpr ? unreadable(lexpr, reading) : []
  const operator = lastName(name)
  if (operator === '||') return [lexpr, rexpr].flatMap(side => (side ? unreadable(side, reading) : []))
  // `->>` and the like give text out of a value. Arithmetic gives numbers and times, and comparisons give truths.
  return /[>#]/.test(operator) && /^[-#]/.test(operator) ? [node] : []
}

function ofCall(node: Node, reading: Reading): Node[] {
  const { funcname, args = [], func_variadic } = as(node, 'FuncCall') ?? {}
  const name = lastName(funcname)
  if (QUOTING.includes(name) || COUNTING.includes(name)) return []
  if (JOINING.includes(name)) return args.flatMap(arg => unreadable(arg, reading))
  const [pattern, ...values] = args
  if (CUTTING.includes(name) && pattern !== undefined && !hasConstants(pattern, reading))
    return unreadable(pattern, reading)
  if (name !== 'format' || pattern === undefined) return [node]
  // A pattern that is one text says which values it puts in quotes. Of all others, no value may be unreadable.
  const text = as(pattern, 'A_Const')?.sval?.sval
  const pasted = text === undefined || func_variadic ? values : values.filter((_, nth) => isPasted(text, nth + 1))
  return [pattern, ...pasted].flatMap(arg => unreadable(arg, reading))
}

/** Whether a text may hold constants of the code: there are some in it, or in what one of its variables was set to. */
function hasConstants(node: Node, { sources }: Reading): boolean {
  return nodesIn(node).some(one => as(one, 'A_Const')?.sval !== undefined || sources.has(columnParts(one)?.[0] ?? ''))
}

/** Whether the pattern of a format() puts the value with this number into the text as it is. */
function isPasted(pattern: string, number: number): boolean {
  let last = 0
  for (const [token, given, kind] of pattern.matchAll(/%(?:%|(?:(\d+)\$)?-?\*?\d*([sIL]))/g)) {
    if (token === '%%') continue
    last = given === undefined ? last + 1 : Number(given)
    if (last === number && kind === 's') return true
  }
  return false
}

/** The columns of a SELECT, in which a column may be one of a table, or one of a list that the code has. */
function ofSelect(node: Node | undefined, reading: Reading): Node[] {
  const { targetList = [], fromClause = [], valuesLists = [], larg, rarg, withClause } = as(node, 'SelectStmt') ?? {}
  const sides = [larg, rarg].flatMap(side => (side ? [{ SelectStmt: side } as Node] : []))
  const own = (withClause?.ctes ?? []).flatMap(cte => as(cte, 'CommonTableExpr') ?? [])
  const names = own.map(({ ctename }) => ctename)
  const ranges = nodesIn(fromClause).flatMap(one => as(one, 'RangeVar') ?? [])
  const inner = { ...reading, readsTable: reading.readsTable || ranges.some(({ relname }) => !names.includes(relname)) }
  const parts = [
    ...targetList.flatMap(target => as(target, 'ResTarget')?.val ?? []),
    ...valuesLists,
    ...fromClause.flatMap(listedIn),
  ]
  const inside = [...sides, ...own.flatMap(({ ctequery }) => ctequery ?? [])]
  return [...parts.flatMap(part => unreadable(part, inner)), ...inside.flatMap(one => ofSelect(one, reading))]
}

/** What the columns of a list in FROM are made of: the values of `unnest(ARRAY['a', 'b'])`, the query of a subselect. */
function listedIn(from: Node): Node[] {
  const join = as(from, 'JoinExpr')
  if (join) return [join.larg, join.rarg].flatMap(side => (side ? listedIn(side) : []))
  const subselect = as(from, 'RangeSubselect')?.subquery
  if (subselect) return [subselect]
  return (as(from, 'RangeFunction')?.functions ?? []).flatMap(one => as(one, 'List')?.items?.slice(0, 1) ?? [])
}

/** By variable, all that the body assigns to it. */
function sourcesOf(all: PlpgsqlExpression[]): Map<string, Node[]> {
  const sources = new Map<string, Node[]>()
  const add = (name: string, value: Node | undefined) => {
    if (value !== undefined) sources.set(name, [...(sources.get(name) ?? []), value])
  }
  for (const { statement, part, node, query } of all) {
    if (part === 'params') continue
    if (part === 'default_val') add(String(node.refname), expressionOf(query))
    const [, name, value] = /^([\w]+)[\w.[\]\s]*:?=\s*([\s\S]+)$/.exec(query) ?? []
    if (statement === 'PLpgSQL_stmt_assign' && name !== undefined) add(name, expressionOf(value ?? ''))
    if (part === 'sqlstmt' || part === 'query' || part === 'expr')
      for (const target of targetsOf(node)) add(target, tryParse(query)?.[0] ?? expressionOf(query))
  }
  return sources
}

/** The variables that a SELECT … INTO, a FETCH or a loop sets. */
function targetsOf({ target, var: variable, row, rec }: Record<string, unknown>): string[] {
  const names: string[] = []
  walk(
    [target, variable, row, rec].map(one => ({ one })),
    (_, { refname, fields }) => {
      if (typeof refname === 'string') names.push(refname)
      for (const { name } of (fields ?? []) as { name?: string }[]) if (name !== undefined) names.push(name)
    },
  )
  return names
}

/** The tree of an expression; undefined for a text that is none. */
function expressionOf(sql: string): Node | undefined {
  const [select] = tryParse(`select ${sql}`) ?? []
  const { targetList = [], fromClause } = as(select, 'SelectStmt') ?? {}
  return fromClause || targetList.length !== 1 ? select : as(targetList[0], 'ResTarget')?.val
}
