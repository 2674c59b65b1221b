// The statements of a PL/pgSQL body, each with the lists of statements that it stands in.

import { isObject, type Tree, walk } from '../../sql/walk-tree.ts'

export interface Statement {
  kind: string
  node: Tree
}

/** A list of statements around another statement. */
export interface Frame {
  /** What stands behind the statement in its list. */
  after: Statement[]
  /** The loop or block of which this is the body, and all of the body. */
  owner?: Statement
  body: Statement[]
  /** The statement's list belongs to a block that catches errors. */
  catches?: readonly string[]
}

export const LOOP = /^PLpgSQL_stmt_(?:loop|while|fori|fors|forc|foreach_a|dynfors)$/

/**
 * Visits every statement, with the lists around it from the innermost one on, and whether something was given before: rows,
 * or a write. In a loop that gives something, an earlier turn may have given it.
 */
export function visitStatements(
  root: unknown,
  gives: (statement: Statement) => boolean,
  visit: (statement: Statement, frames: Frame[], hasGiven: boolean) => void,
): void {
  const enter = (statements: Statement[], frames: Frame[], more: Partial<Frame>, before: boolean): void => {
    let hasGiven = before || (more.owner !== undefined && LOOP.test(more.owner.kind) && statements.some(gives))
    for (const [nth, statement] of statements.entries()) {
      const inner = [{ after: statements.slice(nth + 1), body: statements, ...more }, ...frames]
      visit(statement, inner, hasGiven)
      for (const { list, ...own } of listsIn(statement)) enter(list, inner, own, hasGiven)
      hasGiven ||= gives(statement)
    }
  }
  walk(root, (name, { action }) => {
    if (name === 'PLpgSQL_function') enter(statementsIn([action]), [], {}, false)
  })
}

export function statementsIn(list: unknown): Statement[] {
  const items = Array.isArray(list) ? list : []
  return items.filter(isObject).flatMap(item => {
    const [kind = '', node] = Object.entries(item)[0] ?? []
    return isObject(node) ? [{ kind, node }] : []
  })
}

/** The lists of statements in a statement. */
export function listsIn(statement: Statement): ({ list: Statement[] } & Partial<Frame>)[] {
  const { kind, node } = statement
  const branches = [...statementsIn(node.elsif_list), ...statementsIn(node.case_when_list)]
  const handlers = handlersOf(node)
  const catches = handlers.flatMap(({ node: { conditions } }) => statementsIn(conditions)).map(conditionName)
  const isOwner = LOOP.test(kind) || kind === 'PLpgSQL_stmt_block'
  return [
    { list: statementsIn(node.body), ...(isOwner ? { owner: statement } : {}), catches },
    { list: statementsIn(node.then_body), owner: statement },
    ...branches.map(branch => ({ list: statementsIn(branch.node.stmts), owner: branch })),
    { list: statementsIn(node.else_body ?? node.else_stmts) },
    ...handlers.map(({ node: { action } }) => ({ list: statementsIn(action), owner: statement })),
  ]
}

const conditionName = ({ node }: Statement) => String(node.condname)

/** The exception handlers of a block. */
function handlersOf({ exceptions }: Tree): Statement[] {
  const { PLpgSQL_exception_block: block } = (exceptions ?? {}) as { PLpgSQL_exception_block?: Tree }
  return statementsIn(block?.exc_list)
}
