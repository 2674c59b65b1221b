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
export async function partsOfPolicy({ sql, tree, later, all, required }: PlacedStatement): Promise<PartOfMigration[]> {
  const created = as(tree, 'CreatePolicyStmt')
  const policy = (created ?? as(tree, 'AlterPolicyStmt')) as Policy | undefined
  if (!policy || isGone(tree, later)) return []
  const altered = later
    .flatMap(({ tree: other }) => as(other, 'AlterPolicyStmt') ?? [])
    .filter(other => isSame(policy, other))
  const alter = alterOf(policy)
  const parts: PartOfMigration[] = []
  for (const [word, field] of Object.entries(CONDITIONS) as [keyof typeof CONDITIONS, 'qual' | 'with_check'][]) {
    const raw = inParentheses(sql, word)
    if (policy[field] === undefined || raw === undefined || altered.some(other => other[field] !== undefined)) continue
    const others = created ? twinsOf(created, field, all) : []
    const alterAll = (condition: string) =>
      [policy, ...others].map(one => `${alterOf(one)} ${asClause(word)} (${condition})`).join(';\n')
    // The statement that the condition is a part of: a row that is meant is one that the condition lets through.
    const start = `select from ${tableOf(policy)} where (`
    const found = await withoutPermits(`${start}${raw.text})`, [], required)
    parts.push(
      ...found.map(({ sql: without, line, ...part }) => {
        const condition = without === undefined ? undefined : conditionOf(without)
        const alters = condition === undefined ? undefined : alterAll(condition)
        return { ...part, line: raw.line + line - 1, sql: alters, ...withSelector(part, alterAll) }
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
  alter: (condition: string) => string,
): Pick<PartOfMigration, 'selector'> {
  if (selector === undefined) return {}
  const altering = (statement: string) => alter(conditionOf(statement) ?? 'false')
  const { telling, freeze } = selector
  return {
    selector: {
      ...selector,
      telling: telling === undefined ? undefined : altering(telling),
      freeze: value => altering(freeze(value)),
    },
  }
}

function alterOf(policy: Policy): string {
  return `alter policy ${quotedName(policy.policy_name)} on ${tableOf(policy)}`
}

/**
 * Other policies that hold the same condition of the same rows for the same roles. Their conditions are joined by OR, so that all
 * of them are one: a part of it is taken away in each.
 */
function twinsOf(policy: Policy, field: 'qual' | 'with_check', all: PlacedStatement['all']): Policy[] {
  // Where names change, the same text may name something else.
  const isChanged = all.some(({ tree }) => ['AlterPolicyStmt', 'DropStmt', 'RenameStmt'].some(kind => kind in tree))
  const own = placeOf(policy, field)
  const others = all.flatMap(({ tree }) => as(tree, 'CreatePolicyStmt') ?? [])
  if (isChanged || policy.permissive !== true) return []
  return others.filter(one => one.policy_name !== policy.policy_name && placeOf(one, field) === own)
}

/** For whom and for what a policy holds a condition. Without one on new rows, it holds that on old rows for them too. */
function placeOf(policy: Policy, field: 'qual' | 'with_check'): string {
  const { table, cmd_name: command, permissive, roles = [], with_check: check } = policy
  const condition = policy[field]
  return JSON.stringify([
    ...[table?.schemaname ?? 'public', table?.relname, command, permissive, field === 'qual' && check === undefined],
    ...[roles.map(writeRole).sort(), condition && writeSql(condition)],
  ])
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
