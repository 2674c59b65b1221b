import { as, type Body, type Node } from '../../../../sql/node.ts'

const KINDS: Record<string, string> = {
  CONSTR_CHECK: 'CHECK',
  CONSTR_UNIQUE: 'UNIQUE',
  CONSTR_FOREIGN: 'FOREIGN KEY',
  CONSTR_EXCLUSION: 'EXCLUDE',
}

/** `CHECK`, `UNIQUE` and so on, of a constraint that may be missing; undefined for every other node. */
export function constraintKind(node: Node | undefined): string | undefined {
  return KINDS[as(node, 'Constraint')?.contype ?? '']
}

/** The actions of ON DELETE, as PostgreSQL writes them in its trees. */
export const ACTIONS: Record<string, string> = {
  a: 'NO ACTION',
  r: 'RESTRICT',
  c: 'CASCADE',
  n: 'SET NULL',
  d: 'SET DEFAULT',
}

export function targetOf({ pktable }: Body<'Constraint'>): string {
  return pktable?.relname ?? ''
}
