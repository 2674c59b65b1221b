// Arguments of functions, and elements of rows that are compared. `int8larger(:org_id, length(t.title) - 400)` is GREATEST under
// another name, and `(t.org_id, length(t.title)) > (:org_id - 1, 400)` is an OR. No list of such functions is complete: an
// argument of any function that is not known to be plain is a selector.

import { isAggregate } from '../../../sql/aggregates.ts'
import { as, lastName } from '../../../sql/node.ts'
import type { OperatorContext } from '../../operators/operator.ts'
import type { NodePath } from '../../tree/node-path.ts'
import { isInCondition } from '../is-restricting.ts'
import { decides, isLeaf } from './deciding.ts'

/** Functions that choose nothing by their arguments: they write, count or gather what they get, or make times and ranges. */
export const PLAIN: ReadonlySet<string> = new Set([
  ...[
    'lower',
    'upper',
    'btrim',
    'ltrim',
    'rtrim',
    'length',
    'char_length',
    'character_length',
    'octet_length',
    'initcap',
  ],
  ...['concat', 'concat_ws', 'format', 'quote_ident', 'quote_literal', 'quote_nullable', 'to_char', 'to_date'],
  ...[
    'to_timestamp',
    'to_number',
    'to_json',
    'to_jsonb',
    'row_to_json',
    'array_to_string',
    'string_to_array',
    'unnest',
  ],
  ...['json_build_object', 'jsonb_build_object', 'json_build_array', 'jsonb_build_array', 'jsonb_array_elements'],
  ...['jsonb_array_elements_text', 'json_array_elements', 'json_array_elements_text', 'jsonb_each', 'jsonb_each_text'],
  ...['cardinality', 'array_length', 'pg_typeof', 'pg_column_size'],
  ...['date_trunc', 'date_part', 'extract', 'age', 'timezone', 'make_date', 'md5', 'sha256', 'encode', 'decode'],
  ...['daterange', 'tsrange', 'tstzrange', 'tstzmultirange', 'datemultirange'],
  ...['abs', 'floor', 'ceil', 'ceiling', 'starts_with', 'isempty', 'isfinite'],
  ...['range_agg', 'grouping', 'mode', 'percentile_cont', 'percentile_disc', 'json_object_keys', 'jsonb_object_keys'],
  ...[
    'set_config',
    'current_setting',
    'pg_advisory_xact_lock',
    'pg_try_advisory_xact_lock',
    'hashtext',
    'hashtextextended',
  ],
  // What the prover itself puts around a value.
  'proof_value',
  'proof_deciding',
])

/** Whether the node is an argument by which a function may choose, or an element of a row that is more than a column. */
export function isArgument(path: NodePath, context: OperatorContext): boolean {
  const { node, parent, field } = path
  if (parent === undefined) return false
  if ('RowExpr' in parent.node) return isInCondition(path) && !isLeaf(node)
  const owner = 'NamedArgExpr' in parent.node && parent.parent ? parent.parent : parent
  const call = as(owner.node, 'FuncCall')
  if (call === undefined || !['args', 'arg'].includes(field) || 'NamedArgExpr' in node) return false
  if (call.over !== undefined || isAggregate(owner.node) || PLAIN.has(lastName(call.funcname))) return false
  return decides(path, context)
}
