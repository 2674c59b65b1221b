// Text that a function runs and that cannot be read in its code: it is made by decode(), chr(), reverse(), or comes out of a
// table. No part of such text can be taken away, so that nothing is known of what it permits.

import { as, lastName, type Node, nodesIn } from '../../sql/node.ts'
import { plpgsqlExpressions } from '../../sql/plpgsql-expressions.ts'
import { writeSql } from '../../sql/write-sql.ts'
import { isConstant } from '../tree/constants.ts'
import { expressionOf, runsText, variablesOf } from './executed-text.ts'
import { isUntouched, meaningOf, OUTERMOST, type Reading } from './names.ts'

/** Functions whose text is made of the texts that they get, and of nothing else. */
const JOINING = [
  ...['concat', 'concat_ws', 'string_agg', 'array_agg', 'array_to_string', 'array_append', 'array_cat', 'array_remove'],
  ...['lower', 'upper', 'coalesce', 'min', 'max', 'string_to_array', 'unnest'],
]
/** Functions that put text in quotes: it cannot become a part of the statement. */
const QUOTING = ['quote_ident', 'quote_literal', 'quote_nullable']
/** Functions that cut a piece out of their first text. A piece of a parameter is the client's; a piece of a constant hides it. */
const CUTTING = ['split_part', 'left', 'right', 'substr', 'substring', 'btrim', 'ltrim', 'rtrim']
/** Functions that take characters off the ends: blanks and commas may go from any text. */
const TRIMMING = ['btrim', 'ltrim', 'rtrim']
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
/** Types that hold no statement. */
const PLAIN_TYPES =
  /^(?:int[248]?|bigint|smallint|integer|numeric|float[48]|bool|boolean|date|timestamptz?|interval|uuid|reg\w+)$/
const TEXT_TYPES = /^(?:text|varchar|bpchar|name|_text|_varchar)$/

/** What is known of the texts that a function runs. */
export interface ExecutedTexts {
  /** The first part that cannot be read, as SQL; undefined when all can be read. */
  unreadable?: string
  /** By the SQL of an expression in the body, the constants in it that become a part of such a text. */
  constants: ReadonlyMap<string, ReadonlySet<string>>
}

export function readExecutedTexts(definition: string): ExecutedTexts {
  const all = plpgsqlExpressions(definition)
  if (all === undefined) return { unreadable: 'the body of the function', constants: new Map() }
  const variables = variablesOf(definition)
  const constants = new Map<string, Set<string>>()
  const prefersColumns = /#\s*variable_conflict\s+use_column/i.test(definition)
  const found = all.filter(runsText).flatMap(({ query }): (string | Node)[] => {
    const value = expressionOf(query)
    const reading = { ...OUTERMOST, variables, query, constants, prefersColumns, seen: new Set<string>() }
    return value === undefined ? [query] : unreadable(value, reading)
  })
  const [first] = found
  if (first === undefined) return { constants }
  return { constants, unreadable: typeof first === 'string' ? first : writeSql(first) }
}

/** The parts of a value that are neither constants, nor quoted, nor put together from such parts. */
function unreadable(node: Node, reading: Reading): Node[] {
  const all = (nodes: (Node | undefined)[] = []) =>
    nodes.flatMap(one => (one === undefined ? [] : unreadable(one, reading)))
  const [kind] = Object.keys(node)
  switch (kind) {
    case 'A_Const':
      return noteConstant(node, reading)
    case 'ParamRef':
      return ofVariable(node, reading)
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

function noteConstant(node: Node, { query, constants }: Reading): Node[] {
  const text = as(node, 'A_Const')?.sval?.sval
  // Quotes around a value are no SQL of their own.
  if (text !== undefined && !/^['"]+$/.test(text)) constants.set(query, (constants.get(query) ?? new Set()).add(text))
  return []
}

/**
 * What a variable was set to, anywhere. A parameter that is set to nothing is the client's: the check `hostile-text` sends
 * text in it. Of every other variable all sources must be known.
 */
function ofVariable(node: Node, reading: Reading): Node[] {
  const meaning = meaningOf(node, reading)
  if (meaning === undefined) return [node]
  if ('column' in meaning) return reading.readsTable ? [node] : []
  const { variable, isField } = meaning
  const { sources, inputs, types } = reading.variables
  if (!isField && types.get(variable)?.every(type => PLAIN_TYPES.test(type.toLowerCase()))) return []
  const values = sources.get(variable) ?? []
  if (values.length === 0) return inputs.has(variable) ? [] : [node]
  if (reading.seen.has(variable)) return []
  const seen = new Set([...reading.seen, variable])
  // Which column a field of a record is, is not looked for.
  const found = values.flatMap(source =>
    source ? unreadable(source.value, { ...reading, ...OUTERMOST, query: source.query, seen }) : [node],
  )
  return found.length > 0 && isField ? [node] : found
}

const COMPARISON = /^(?:[<>]=?|=|<>|!=|@>|<@|&&|\?[|&]?|@@|!?~~?\*?)$/
const ARITHMETIC = /^[-+*/%^]$/

function ofOperation(node: Node, reading: Reading): Node[] {
  const { kind, name, lexpr, rexpr } = as(node, 'A_Expr') ?? {}
  if (kind === 'AEXPR_NULLIF') return lexpr ? unreadable(lexpr, reading) : []
  const operator = lastName(name)
  // All other kinds, such as IN and BETWEEN, give truths.
  if (kind !== 'AEXPR_OP' || COMPARISON.test(operator)) return []
  if (operator === '||') return [lexpr, rexpr].flatMap(side => (side ? unreadable(side, reading) : []))
  // Arithmetic gives numbers and times; with texts, as `'{"a": 1}'::jsonb - 'a'`, it may give a text.
  if (ARITHMETIC.test(operator)) return nodesIn(node).some(one => as(one, 'A_Const')?.sval !== undefined) ? [node] : []
  // `->>` and the like give text out of a value.
  const takesOut = /^(?:->>?|#>>?)$/.test(operator)
  return takesOut && lexpr !== undefined && isClients(lexpr, reading) ? [] : [node]
}

function ofCall(node: Node, reading: Reading): Node[] {
  const { funcname, args = [], func_variadic } = as(node, 'FuncCall') ?? {}
  const name = lastName(funcname)
  if (QUOTING.includes(name) || COUNTING.includes(name)) return []
  if (JOINING.includes(name)) return args.flatMap(arg => unreadable(arg, reading))
  const [pattern, ...values] = args
  if (TRIMMING.includes(name) && pattern && values.every(isBlank)) return unreadable(pattern, reading)
  if (/^jsonb?_(?:each|array_elements)(?:_text)?$/.test(name) && pattern && isClients(pattern, reading)) return []
  // `replace(p_name, '''', '''''')` doubles quotes; with letters, it could make words.
  const isCut = CUTTING.includes(name) || (['replace', 'translate'].includes(name) && !values.some(hasLetters))
  if (isCut && pattern !== undefined && !hasConstants(pattern, reading)) return unreadable(pattern, reading)
  if (name !== 'format' || pattern === undefined) return [node]
  // A pattern that is one text says which values it puts in quotes. Of all others, no value may be unreadable.
  const text = as(pattern, 'A_Const')?.sval?.sval
  const pasted = text === undefined || func_variadic ? values : values.filter((_, nth) => isPasted(text, nth + 1))
  return [pattern, ...pasted].flatMap(arg => unreadable(arg, reading))
}

/** Whether a value is a parameter, or was taken out of one: the check `hostile-text` sends text in it. */
function isClients(node: Node, reading: Reading): boolean {
  const { name, lexpr } = as(node, 'A_Expr') ?? {}
  if (lexpr !== undefined && /^(?:->|#>)$/.test(lastName(name))) return isClients(lexpr, reading)
  const cast = as(node, 'TypeCast')?.arg
  if (cast !== undefined) return isClients(cast, reading)
  return isUntouched(node, reading)
}

function isBlank(node: Node): boolean {
  return /^[\s,]*$/.test(as(node, 'A_Const')?.sval?.sval ?? 'a')
}

function hasLetters(node: Node): boolean {
  return !isConstant(node) || nodesIn(node).some(one => /\w/.test(as(one, 'A_Const')?.sval?.sval ?? ''))
}

/** Whether a text may hold words of the code: as constants, in a variable, or in a list of FROM. */
function hasConstants(node: Node, reading: Reading): boolean {
  return nodesIn(node).some(one => {
    if (as(one, 'A_Const')?.sval !== undefined) return hasLetters(one)
    if (!('ColumnRef' in one || 'ParamRef' in one) || isUntouched(one, reading)) return false
    const meaning = meaningOf(one, reading)
    const isListed = meaning !== undefined && 'column' in meaning && reading.listed.length > 0
    return !isListed || reading.listed.some(list => hasConstants(list, { ...reading, listed: [] }))
  })
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
  const listed = fromClause.flatMap(listedIn)
  const inner = {
    ...reading,
    readsTable: reading.readsTable || ranges.some(({ relname }) => !names.includes(relname)),
    ranges: fromClause.length > 0 ? [...(reading.ranges ?? []), ...rangeNames(fromClause)] : reading.ranges,
    listed: [...reading.listed, ...listed],
  }
  const parts = [...targetList.flatMap(target => as(target, 'ResTarget')?.val ?? []), ...valuesLists, ...listed]
  const inside = [...sides, ...own.flatMap(({ ctequery }) => ctequery ?? [])]
  return [...parts.flatMap(part => unreadable(part, inner)), ...inside.flatMap(one => ofSelect(one, reading))]
}

/** The names by which the parts of FROM are called. */
function rangeNames(fromClause: Node[]): string[] {
  return nodesIn(fromClause).flatMap(one => {
    const { alias, relname } = as(one, 'RangeVar') ?? {}
    const other = as(one, 'RangeSubselect')?.alias ?? as(one, 'RangeFunction')?.alias ?? as(one, 'JoinExpr')?.alias
    return alias?.aliasname ?? relname ?? other?.aliasname ?? []
  })
}

/** What the columns of a list in FROM are made of: the values of `unnest(ARRAY['a', 'b'])`, the query of a subselect. */
function listedIn(from: Node): Node[] {
  const join = as(from, 'JoinExpr')
  if (join) return [join.larg, join.rarg].flatMap(side => (side ? listedIn(side) : []))
  const subselect = as(from, 'RangeSubselect')?.subquery
  if (subselect) return [subselect]
  return (as(from, 'RangeFunction')?.functions ?? []).flatMap(one => as(one, 'List')?.items?.slice(0, 1) ?? [])
}
