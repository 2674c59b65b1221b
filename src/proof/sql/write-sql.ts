// Writes a parse tree as SQL. The deparser leaves out parentheses in four places, where the text then means something
// else: `(NOT a) IS TRUE`, `(a IS DISTINCT FROM b) IS NULL`, `(ARRAY[a, b])[1]` and `(a || b) AT TIME ZONE c`. It also
// writes FETCH FIRST … WITH TIES as a plain LIMIT.

import type { A_Indirection, BooleanTest, FuncCall, NullTest, SelectStmt } from 'libpg-query'
import { Deparser } from 'pgsql-deparser'
import { lastName, type Node } from './node.ts'

const SIMPLE = ['ColumnRef', 'ParamRef', 'A_Const', 'TypeCast', 'CoalesceExpr', 'MinMaxExpr', 'FuncCall', 'CaseExpr']

type Context = Parameters<Deparser['visit']>[1] & object

class CarefulDeparser extends Deparser {
  override BooleanTest(node: BooleanTest, context: Context): string {
    return `(${this.#enclosed(node.arg, context)} ${(node.booltesttype ?? '').replaceAll('_', ' ')})`
  }

  override NullTest(node: NullTest, context: Context): string {
    return `${this.#enclosed(node.arg, context)} ${(node.nulltesttype ?? '').replaceAll('_', ' ')}`
  }

  override FuncCall(node: FuncCall, context: Context): string {
    const [zone, time] = node.args ?? []
    if (node.funcformat !== 'COERCE_SQL_SYNTAX' || lastName(node.funcname) !== 'timezone' || time === undefined)
      return super.FuncCall(node, context)
    return `(${this.#enclosed(time, context)} AT TIME ZONE ${this.#enclosed(zone, context)})`
  }

  override A_Indirection(node: A_Indirection, context: Context): string {
    const text = super.A_Indirection(node, context)
    const inner = node.arg === undefined ? '' : this.visit(node.arg, context)
    const needsNone = node.arg === undefined || 'ColumnRef' in node.arg || 'ParamRef' in node.arg
    return needsNone || !text.startsWith(inner) ? text : `(${inner})${text.slice(inner.length)}`
  }

  override SelectStmt(node: SelectStmt, context: Context): string {
    const { limitCount, ...rest } = node
    if (node.limitOption !== 'LIMIT_OPTION_WITH_TIES' || limitCount === undefined)
      return super.SelectStmt(node, context)
    return `${super.SelectStmt(rest, context)} FETCH FIRST (${this.visit(limitCount, context)}) ROWS WITH TIES`
  }

  #enclosed(node: Node | undefined, context: Context): string {
    if (node === undefined) return ''
    const text = this.visit(node, context)
    return SIMPLE.some(kind => kind in node) ? text : `(${text})`
  }
}

/** A statement, or any part of one, as SQL on one line (but for line ends inside strings). */
export function writeSql(tree: Node): string {
  return new CarefulDeparser(tree, { pretty: false }).deparseQuery().trim()
}

export function writeStatements(statements: Node[]): string {
  return statements.map(writeSql).join(';\n')
}
