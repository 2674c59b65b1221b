import type { CodeFile } from '../../domain.ts'

/**
 * The place of a line of a case's code in its files. Of several files, each stands in the code behind a line with its name,
 * with an empty line between: see corpus/code-files.ts.
 */
export function lineInFiles(files: CodeFile[], line: number): { line: number; file?: string } {
  const [only] = files
  if (files.length < 2) return only ? { line, file: only.name } : { line }
  let before = 0
  for (const { name, code } of files) {
    const lines = code.split('\n').length
    if (line <= before + 1 + lines) return { line: Math.max(1, line - before - 1), file: name }
    before += 1 + lines + 1
  }
  return { line }
}

/** A text in which `line 12:` is a line of the code, with the files of the lines: `db/02_views.sql, line 3:`. */
export function namePlaces(text: string, files: CodeFile[]): string {
  return text.replace(/\bline (\d+):/g, (place, number: string) => {
    const { file, line } = lineInFiles(files, Number(number))
    return file === undefined ? place : `${file}, line ${line}:`
  })
}
