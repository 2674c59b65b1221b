import { as, type Body, type Node } from '../../../sql/node.ts'
import { tryParse } from '../../../sql/parse-statements.ts'
import { writeSql } from '../../../sql/write-sql.ts'
import { withoutPermits } from '../permits.ts'
import type { PartOfMigration, PlacedStatement } from './part.ts'
import { inParentheses } from './raw-text.ts'
import { isGone } from './renames.ts'

type Policy = Body<'CreatePolicyStmt'> & Body<'AlterPolicyStmt'>

/** The two conditions of a policy, by the word behind which each stands. */
const CONDITIONS = { using: 'qual', check: 'with_check' } as const

/** A permissive policy as a whole, each of its roles, and the parts of its conditions that permit more. */
export async function partsOfPolicy({ sql, tree, later, required }: PlacedStatement): Promise<PartOfMigration[]> {
  const created = as(tree, 'CreatePolicyStmt')
  const policy = (created ?? as(tree, 'AlterPolicyStmt')) as Policy | undefined
  if (!policy || isGone(tree, later)) return []
  const altered = later
    .flatMap(({ tree: other }) => as(other, 'AlterPolicyStmt') ?? [])
    .filter(other => isSame(policy, other))
  const alter = `alter policy ${quotedName(policy.policy_name)} on ${tableOf(policy)}`
  const parts: PartOfMigration[] = []
  for (const [word, field] of Object.entries(CONDITIONS) as [keyof typeof CONDITIONS, 'qual' | 'with_check'][]) {
    const raw = inParentheses(sql, word)
    if (policy[field] === undefined || raw === undefined || altered.some(other => other[field] !== undefined)) continue
    // The statement that the condition is a part of: a row that is meant is one that the condition lets through.
    const start = `select from ${tableOf(policy)} where (`
    const found = await withoutPermits(`${start}${raw.text})`, [], required)
    parts.push(
      ...found.map(({ sql: without, line, ...part }) => {
        const condition = without === undefined ? undefined : conditionOf(without)
        const alters = condition === undefined ? undefined : `${alter} ${asClause(word)} (${condition})`
        return { ...part, line: raw.line + line - 1, sql: alters, ...withSelector(part, word, alter) }
      }),
    )
  }
  if (created?.permissive === false || (!created && altered.length > 0)) return parts
  // As a whole, the policy is what later statements have made of it.
  const last: Policy = Object.assign({}, policy, ...altered)
  return [...wholeOf(last, alter, created !== undefined), ...parts]
}

function asClause(word: keyof typeof CONDITIONS): string {
  return word === 'using' ? 'using' : 'with check'
}

function withSelector(
  { selector }: Pick<PartOfMigration, 'selector'>,
  word: keyof typeof CONDITIONS,
  alter: string,
): Pick<PartOfMigration, 'selector'> {
  if (selector === undefined) return {}
  const altering = (statement: string) => `${alter} ${asClause(word)} (${conditionOf(statement) ?? 'false'})`
  const { telling, freeze } = selector
  return {
    selector: {
      ...selector,
      telling: telling === undefined ? undefined : altering(telling),
      freeze: value => altering(freeze(value)),
    },
  }
}

/** Without a policy, or for one role less, less is permitted. */
function wholeOf(policy: Policy, alter: string, isWhole: boolean): PartOfMigration[] {
  const none = [
    policy.qual || policy.cmd_name !== 'insert' ? 'using (false)' : '',
    policy.with_check || policy.cmd_name === 'insert' ? 'with check (false)' : '',
  ]
  const whole = { what: `policy ${policy.policy_name}`, line: 1, sql: `${alter} ${none.filter(Boolean).join(' ')}` }
  const roles = policy.roles ?? []
  const fewer = roles.map((role, at) => ({
    what: `policy ${policy.policy_name} to ${writeRole(role)}`,
    line: 1,
    sql: `${alter} to ${roles.toSpliced(at, 1).map(writeRole).join(', ')}`,
  }))
  return [...(isWhole ? [whole] : []), ...(roles.length > 1 ? fewer : [])]
}

function writeRole(role: Node): string {
  return writeSql(role)
}

function conditionOf(statement: string): string | undefined {
  const condition = as(tryParse(statement)?.[0], 'SelectStmt')?.whereClause
  return condition === undefined ? undefined : writeSql(condition)
}

function isSame(one: Policy, other: Body<'AlterPolicyStmt'>): boolean {
  return one.policy_name === other.policy_name && one.table?.relname === other.table?.relname
}

function tableOf({ table }: Policy): string {
  return table === undefined ? '' : writeSql({ RangeVar: table })
}

function quotedName(name = ''): string {
  return `"${name.replaceAll('"', '""')}"`
}
