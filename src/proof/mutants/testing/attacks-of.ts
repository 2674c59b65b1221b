import type { AttackKnowledge, KnownParameter } from '../attack-knowledge.ts'
import { ATTACKS } from '../attacks.ts'
import { mutateSql } from '../mutate-sql.ts'

const PARAMETER = { values: [], mayBeNull: false, isLimit: false, namesRow: false }

/** Documents of tenants; rule words are tenant_id and deleted_at, the hidden columns are secret and worth. */
const KNOWLEDGE: AttackKnowledge = {
  trusted: [
    { ...PARAMETER, name: 'tenant_id', type: 'int4', values: ['1', '2'] },
    { ...PARAMETER, name: 'role', type: 'text', values: ['admin', 'member'] },
    { ...PARAMETER, name: 'token_id', type: 'int4', values: ['7'], mayBeNull: true },
    { ...PARAMETER, name: 'now', type: 'timestamptz', values: ['2026-05-01T12:00:00Z'] },
  ],
  client: [
    { ...PARAMETER, name: 'term', type: 'text', values: ['x'], mayBeNull: true },
    { ...PARAMETER, name: 'doc_id', type: 'int4', values: ['11'], namesRow: true },
    { ...PARAMETER, name: 'amount', type: 'numeric', values: ['5'] },
    { ...PARAMETER, name: 'size', type: 'int4', isLimit: true },
  ],
  valuesAtWork: { role: ['member'] },
  types: {
    docs: { id: 'int4', tenant_id: 'int4', title: 'text', secret: 'text', worth: 'numeric', deleted_at: 'timestamptz' },
    audit: { id: 'int4', doc_id: 'int4' },
  },
  checked: {},
  required: { docs: ['id', 'tenant_id', 'worth'] },
  hiddenColumns: { docs: ['secret', 'worth'] },
  guardedTables: ['docs'],
  ruleWords: new Set(['tenant_id', 'deleted_at']),
  ruledChanges: { docs: ['title'] },
  auditTables: ['audit'],
  isLimited: true,
  harmless: [],
}

/** What one operator changes in a statement; all of it, not only the few that a case gets. */
export async function attacksOf(
  operator: string,
  sql: string,
  more: Partial<AttackKnowledge> = {},
  call?: string,
): Promise<[string, string][]> {
  const attack = { ...KNOWLEDGE, ...more }
  const named = ({ name }: KnownParameter) => name
  const parameters = [...attack.client.map(named), ...attack.trusted.map(named)]
  const { mutants } = await mutateSql(sql, parameters, { attack }, { operators: ATTACKS.operators }, call)
  return mutants.filter(mutant => mutant.operator === operator).map(mutant => [mutant.what, mutant.sql])
}
