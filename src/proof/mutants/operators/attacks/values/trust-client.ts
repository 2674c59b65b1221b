import { as } from '../../../../sql/node.ts'
import { writeSql } from '../../../../sql/write-sql.ts'
import { expression } from '../../../tree/expression.ts'
import { type Operator, replaceNode } from '../../operator.ts'
import { clientParameters, trustedParameters } from '../parameters.ts'

/** The client's word before the server's: `:workspace_id` to `coalesce(:target_id, :workspace_id)`. */
export const trustClient: Operator = {
  name: 'trust-client',
  mutate: (path, context) => {
    const { node, parent } = path
    if (as(parent?.node, 'A_Expr') === undefined || !('ParamRef' in node || 'ColumnRef' in node)) return []
    const text = writeSql(node)
    const trusted = trustedParameters(context).find(({ sql }) => sql === text)
    if (trusted === undefined) return []
    return clientParameters(context)
      .filter(({ type, isLimit }) => type === trusted.type && !isLimit)
      .map(({ sql }) => replaceNode(path, expression(`coalesce(${sql}, ${trusted.sql})`)))
  },
}
