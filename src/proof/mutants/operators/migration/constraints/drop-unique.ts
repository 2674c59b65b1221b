import { as } from '../../../../sql/node.ts'
import { changeField, type Operator } from '../../operator.ts'

/** CREATE UNIQUE INDEX to CREATE INDEX. */
export const dropUnique: Operator = {
  name: 'drop-unique',
  mutate: path => {
    const index = as(path.node, 'IndexStmt')
    if (!index?.unique) return []
    return [changeField(path, 'unique', undefined, [`UNIQUE of index ${index.idxname} on ${index.relation?.relname}`])]
  },
}
