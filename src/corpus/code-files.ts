// The code of a case: one fenced block, or several that each have the name of a file.

import type { CodeFile } from '../domain.ts'
import { printable } from '../lib/text/printable.ts'
import type { Section } from './markdown.ts'
import type { Fence } from './plain-sections.ts'

type Report = (line: number, message: string) => void

export interface CaseCode {
  code: string
  language: string
  /** Absent: one block without a name. */
  files?: CodeFile[]
}

/** Reads the fenced blocks under "# Code". `lines` are those of the whole file: a name may stand before its block. */
export function readCode(section: Section, lines: string[], error: Report): CaseCode | undefined {
  const [first] = section.fences
  if (!first) {
    error(section.line, '"# Code" has no fenced block; put the code between two lines of ```.')
    return undefined
  }
  for (const { line, isClosed, markup, content } of section.fences) {
    if (!isClosed) error(line, `the fence opened here is never closed; end it with a line of ${markup}.`)
    if (content.trim() === '') error(line, 'the fenced block under "# Code" is empty; code was wanted.')
  }
  const files = section.fences.map(fence => ({
    name: nameInInfo(fence) ?? nameBefore(fence, lines) ?? '',
    language: languageOf(fence),
    code: fence.content.replace(/\n$/, ''),
  }))
  checkNames(section.fences, files, error)
  const [only] = files
  if (only && files.length === 1)
    return { code: only.code, language: only.language, ...(only.name === '' ? {} : { files }) }
  return { code: joinFiles(files), language: only?.language ?? '', files }
}

function checkNames(fences: Fence[], files: CodeFile[], error: Report): void {
  const known = new Map<string, number>()
  for (const [nth, { name }] of files.entries()) {
    const line = fences[nth]?.line ?? 1
    if (name === '' && files.length > 1)
      error(line, 'one of several blocks has no name; write it behind the language, as in ```sql 01_tables.sql.')
    else if (known.has(name))
      error(line, `a second block has the name "${printable(name, 60)}" (the first is on line ${known.get(name)}).`)
    else if (/(^|\/)\.\.?(\/|$)|^\/|\\/.test(name))
      error(line, `"${printable(name, 60)}" is no name of a file below the project, such as src/routes.ts.`)
    known.set(name, line)
  }
}

function languageOf({ info }: Fence): string {
  return info.trim().split(/\s+/)[0] ?? ''
}

/** The name in `sql 01_tables.sql` and `sql file="01_tables.sql"`. Other words there are no name. */
function nameInInfo({ info }: Fence): string | undefined {
  const [, word = ''] = /^\s*\S+\s+(\S+)/.exec(info) ?? []
  const [, value] = /^(?:file|name|title)=["']?([^"']+)["']?$/.exec(word) ?? []
  return value ?? (/^[^=\s]*[./][^=\s]*$/.test(word) ? word : undefined)
}

/** The name in a line of inline code before the block: `src/routes.ts`. */
function nameBefore({ line }: Fence, lines: string[]): string | undefined {
  const before = lines.slice(0, line - 1).findLast(text => text.trim() !== '')
  return /^\s*(?:\*\*)?`([^`\s]+)`(?:\*\*)?:?\s*$/.exec(before ?? '')?.[1]
}

/** All files as one text, each behind a comment with its name. */
function joinFiles(files: CodeFile[]): string {
  return files.map(({ name, language, code }) => `${commentMark(language)} ${name}\n${code}`).join('\n\n')
}

function commentMark(language: string): string {
  if (/^(sql|plpgsql|pgsql|postgres(ql)?|lua|haskell)$/i.test(language)) return '--'
  return /^(py|python|rb|ruby|sh|bash|ya?ml|toml|perl|elixir)$/i.test(language) ? '#' : '//'
}
