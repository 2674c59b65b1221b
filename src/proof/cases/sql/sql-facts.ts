// The facts of a SQL case that are known before it is run.

import { gathersRows } from '../../sql/gathers-rows.ts'
import type { ProgramFacts } from '../kind.ts'
import type { ReadyCase } from './prepare-case.ts'

const MOST_QUOTE_MARKS = 4

export function sqlFacts({ prepared, statement, result }: ReadyCase): ProgramFacts {
  const { code } = prepared
  return {
    readsOnly: prepared.readsOnly,
    runsText: /\bexecute\b/i.test(code),
    // A function can return 'refused' in place of an error.
    mayRefuse: prepared.schema !== undefined,
    catchesErrors: /\bexception\s+when\b/i.test(code),
    asksForOrder: statement.asksForOrder,
    hasInnerLimit: statement.hasInnerLimit,
    alwaysGivesRow: statement.alwaysGivesRow ?? false,
    mayNest: result.mayNest,
    gathersRows: prepared.database.gathersRows || gathersRows(code),
    volatile: statement.volatile,
    quoteMarks: [...new Set(code.match(/\$[A-Za-z_]\w*\$/g) ?? [])].slice(0, MOST_QUOTE_MARKS),
    names: table => code.includes(table),
    holdsText: text => code.includes(`'${text.replaceAll("'", "''")}'`),
  }
}
