import { as } from '../../../../sql/node.ts'
import type { Operator } from '../../operator.ts'
import { dropItem } from '../drop-statement.ts'

const KINDS: Record<string, string> = { AT_EnableRowSecurity: 'ENABLE', AT_ForceRowSecurity: 'FORCE' }

/** ENABLE or FORCE ROW LEVEL SECURITY left out. */
export const dropRowSecurity: Operator = {
  name: 'drop-row-security',
  mutate: path => {
    const { cmds = [], relation } = as(path.node, 'AlterTableStmt') ?? {}
    return cmds.flatMap((command, index) => {
      const kind = KINDS[as(command, 'AlterTableCmd')?.subtype ?? '']
      if (kind === undefined) return []
      return [dropItem(path, 'cmds', cmds, index, [`${kind} ROW LEVEL SECURITY of ${relation?.relname}`])]
    })
  },
}
