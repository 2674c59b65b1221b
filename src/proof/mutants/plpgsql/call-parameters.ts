import type { CreateFunctionStmt } from 'libpg-query'
import { as, nodesIn } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { identifier } from '../../sql/sql-text.ts'
import { writeSql } from '../../sql/write-sql.ts'
import { expression } from '../tree/expression.ts'
import { numberParameters, parameterName } from '../tree/numbered-parameters.ts'

/**
 * How the parameters of a query are written in the body of its function: proof.yaml calls `f(:role, :term)`, the function
 * is `f(p_role text, p_term text)`, so `:role` is `p_role` there.
 */
export function writtenInFunction(
  { parameters = [] }: CreateFunctionStmt,
  call: string,
  names: readonly string[],
): Record<string, string> {
  const [called] = nodesIn(tryParse(numberParameters(call, names)) ?? []).flatMap(node => as(node, 'FuncCall') ?? [])
  const inputs = parameters.flatMap(item => as(item, 'FunctionParameter') ?? []).filter(({ mode }) => !isOutput(mode))
  const written = (called?.args ?? []).flatMap((argument, nth): [string, string][] => {
    const [name] = nodesIn(argument).flatMap(node => parameterName(as(node, 'ParamRef')?.number, names) ?? [])
    const own = inputs[nth]?.name
    return name === undefined || own === undefined ? [] : [[name, writeSql(expression(identifier(own)))]]
  })
  return Object.fromEntries(written)
}

function isOutput(mode: string | undefined): boolean {
  return mode === 'FUNC_PARAM_OUT' || mode === 'FUNC_PARAM_TABLE'
}
