// The parameters of a statement, as attacks name and recognise them.

import { type Node, nodesIn } from '../../../sql/node.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import type { KnownParameter } from '../../attack-knowledge.ts'
import type { OperatorContext } from '../operator.ts'

/** A parameter that can be named in the statement, with its SQL there. */
export interface WrittenParameter extends KnownParameter {
  readonly sql: string
}

export function trustedParameters(context: OperatorContext): WrittenParameter[] {
  return writtenOnes(context.attack?.trusted ?? [], context)
}

export function clientParameters(context: OperatorContext): WrittenParameter[] {
  return writtenOnes(context.attack?.client ?? [], context)
}

function writtenOnes(parameters: readonly KnownParameter[], { written }: OperatorContext): WrittenParameter[] {
  return parameters.flatMap(parameter => {
    const sql = written[parameter.name]
    return sql === undefined ? [] : [{ ...parameter, sql }]
  })
}

/** The names of the parameters in a part of a statement. */
export function parametersIn(tree: unknown, { written }: OperatorContext): Set<string> {
  const texts = new Set(nodesIn(tree).filter(isName).map(writeSql))
  return new Set(Object.keys(written).filter(name => texts.has(written[name] ?? '')))
}

function isName(node: Node): boolean {
  return 'ParamRef' in node || 'ColumnRef' in node
}

/**
 * The trusted parameters that say what a caller is: `role`. Several actors share a value, and a value is a word, so that
 * `tenant_id` and `now` are none.
 */
export function roleParameters(context: OperatorContext): WrittenParameter[] {
  return trustedParameters(context).filter(
    ({ values }) => values.length > 1 && values.every(value => /^[a-z][a-z_ -]*$/i.test(value)),
  )
}

const NUMERIC = ['int2', 'int4', 'int8', 'numeric', 'float4', 'float8']

export function isNumeric(type: string | undefined): boolean {
  return type !== undefined && NUMERIC.includes(type)
}

export function isText(type: string | undefined): boolean {
  return type === 'text' || type === 'varchar'
}
