// Why a function cannot be taken apart. Of a part that cannot be read, nothing is known of what it permits.

import { as } from '../../sql/node.ts'
import { tryParse } from '../../sql/parse-statements.ts'
import { canBeWritten } from '../mutate-statements.ts'
import { type EmbeddedSql, hasOwnName } from '../plpgsql/embedded-sql.ts'
import { computedCode } from '../plpgsql/flow.ts'
import { type FunctionSource, functionSource } from '../plpgsql/function-source.ts'
import { readBody } from '../plpgsql/sql-in-body.ts'
import { sqlInStrings, unreadStrings } from '../plpgsql/sql-in-strings.ts'
import { lastingSetting, lastingTable, unknownCommand } from './commands.ts'
import { type ExecutedTexts, readExecutedTexts } from './unreadable.ts'

/** How much of a part is shown. */
const MOST_SHOWN = 80

/** The first reason not to believe in a reading of the code, with its line; undefined for code that can be read. */
export function whyUnclear(code: string): string | undefined {
  const definition = as(tryParse(code)?.[0], 'CreateFunctionStmt')
  const source = definition && functionSource(code, definition)
  // A statement is one tree, and the body of BEGIN ATOMIC is a part of the tree.
  if (source === undefined) return undefined
  const text = source.language === 'sql' ? source.text : undefined
  const table = lastingTable(code, text)
  if (table !== undefined)
    return `the case keeps a temporary table for whoever calls next in the session (${placed(table, source)}); add ON COMMIT DROP`
  const setting = lastingSetting(code, text)
  if (setting !== undefined)
    return `the case keeps a setting for whoever calls next in the session (${placed(setting, source)}); add LOCAL`
  const [own] = source.text.match(/\w+/g)?.filter(hasOwnName) ?? []
  if (own !== undefined)
    return `the case has a name that the prover uses itself (${placed(own, source)}); choose another`
  const texts = text === undefined ? readExecutedTexts(code) : undefined
  if (texts?.unreadable !== undefined) return cannotBeRead(texts.unreadable, source)
  const errorCode = computedCode(code)
  if (errorCode !== undefined)
    return `the case computes the code of an error (${placed(errorCode, source)}); write it as a constant`
  const command = unknownCommand(code, text)
  if (command !== undefined)
    return `the case runs a command that is not judged (${placed(command, source)}); SELECT, INSERT, UPDATE, DELETE or MERGE was wanted, in EXECUTE with its first word in the text`
  const part = texts && unreadPart(texts, source)
  return part === undefined ? undefined : cannotBeRead(part, source)
}

function cannotBeRead(part: string, source: FunctionSource): string {
  return `a part of the case cannot be read (${placed(part, source)}), and what it permits is not known; write it as SQL, or as a text that EXECUTE runs and of which each string is SQL`
}

/** The part with its line. The tree of PL/pgSQL has no positions: the first words of the part are searched for. */
function placed(part: string, { text, linesBefore }: FunctionSource): string {
  const words = part.match(/\w+/g)?.slice(0, 4) ?? []
  const at = words.length === 0 ? -1 : text.search(new RegExp(`\\b${words.join('\\W+')}\\b`, 'i'))
  const shown = part.replace(/\s+/g, ' ')
  const short = shown.length > MOST_SHOWN ? `${shown.slice(0, MOST_SHOWN)}…` : shown
  return at < 0 ? short : `line ${linesBefore + text.slice(0, at).split('\n').length}: ${short}`
}

/** The first part of a body from which no part could be taken. */
function unreadPart({ constants }: ExecutedTexts, source: FunctionSource): string | undefined {
  const { found, lost } = readBody(source)
  if (lost.length > 0) return lost[0]
  // A string that is executed must be SQL, alone or with the strings that are joined to it.
  const [unread] = found.flatMap(sql => unreadStrings(sql, constants.get(sql.sql) ?? new Set()))
  if (unread !== undefined) return unread
  const embedded = found.flatMap((sql): EmbeddedSql[] => [sql, ...sqlInStrings(sql)])
  // SQL that is another SQL when it is written back.
  const unwritable = embedded.find(({ text }) => !canBeWritten(text))
  return unwritable?.describe(unwritable.text)
}
