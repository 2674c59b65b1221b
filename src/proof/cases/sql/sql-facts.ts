// The facts of a SQL case that are known before it is run.

import { longTexts } from '../../inputs/values/long-texts.ts'
import { gathersRows } from '../../sql/gathers-rows.ts'
import { literalsIn } from '../../sql/literals-in.ts'
import { quoteMarksIn, quoteSignsIn } from '../../sql/quote-marks-in.ts'
import { removedTextsIn } from '../../sql/removed-texts-in.ts'
import type { ProgramFacts } from '../kind.ts'
import type { ReadyCase } from './prepare-case.ts'

/** EXECUTE, and the functions of PostgreSQL that take a statement as text. */
const RUNS_TEXT = /\bexecute\b|\b(?:query|cursor|table|schema|database)_to_xml|\bts_stat\b|\bts_rewrite\b/i

export function sqlFacts({ prepared, statement, result }: ReadyCase): ProgramFacts {
  const { code } = prepared
  const literals = literalsIn(code)
  return {
    readsOnly: prepared.readsOnly,
    runsText: RUNS_TEXT.test(code),
    // A function can return 'refused' in place of an error.
    mayRefuse: prepared.schema !== undefined,
    catchesErrors: /\bexception\s+when\b/i.test(code),
    asksForOrder: statement.asksForOrder,
    hasInnerLimit: statement.hasInnerLimit,
    alwaysGivesRow: statement.alwaysGivesRow ?? false,
    mayNest: result.mayNest,
    gathersRows: prepared.database.gathersRows || gathersRows(code),
    volatile: statement.volatile,
    quoteMarks: quoteMarksIn(code),
    quoteSigns: quoteSignsIn(code),
    removedTexts: removedTextsIn(code),
    literals: [...withOtherCase(code, literals), ...longTexts(code, literals)],
    names: name => code.toLowerCase().includes(name.toLowerCase()),
    holdsText: text => code.includes(`'${text.replaceAll("'", "''")}'`),
  }
}

/** Code that folds case may act on `restore` as on `RESTORE`, and check only one of them: both are tried. */
function withOtherCase(code: string, literals: string[]): string[] {
  if (!/\b(?:upper|lower|initcap)\s*\(|\bilike\b|~\*|\bcitext\b/i.test(code)) return literals
  const others = literals
    .filter(text => /^[A-Za-z_]+$/.test(text))
    .map(text => (text === text.toLowerCase() ? text.toUpperCase() : text.toLowerCase()))
  return [...new Set([...literals, ...others])]
}
