import type { Case, Label, Problem } from '../domain.ts'
import { printable } from '../lib/text/printable.ts'
import type { CaseFileName } from './case-file-name.ts'
import { readCode } from './code-files.ts'
import { readSections, type Section, sectionsNamed } from './markdown.ts'

export type CaseContent = Pick<Case, 'description' | 'code' | 'language' | 'files' | 'violates' | 'decoy'>

/** A problem in the file that is being read. */
export type ProblemOnLine = Omit<Problem, 'file' | 'line'> & { line: number }

/** Reads a case file's text (LF line ends). The content is absent when there is an error among the problems. */
export function parseCase(
  text: string,
  name: CaseFileName,
  /** The ids of the rules in SPEC.md; none where it has no rules. */
  knownRules: string[] = [],
): { content?: CaseContent; problems: ProblemOnLine[] } {
  const sections = readSections(text)
  const problems: ProblemOnLine[] = []
  const error = (line: number, message: string) => problems.push({ severity: 'error', line, message })
  const warning = (line: number, message: string) => problems.push({ severity: 'warning', line, message })

  function only(title: string): Section | undefined {
    const [first, second] = sectionsNamed(sections, title)
    if (second) error(second.line, `a second "# ${title}" (the first is on line ${first?.line}); one was wanted.`)
    return first
  }

  const description = only('Description')
  if (!description)
    warning(1, 'no "# Description"; say in a sentence or two what the code does and what is wrong with it.')

  const code = only('Code')
  const read = code && readCode(code, text.split('\n'), error)
  if (!code) error(1, 'no "# Code"; a section with a fenced block was wanted.')

  const expected = only('Expected')
  if (!expected) error(1, 'no "# Expected"; a section with the word good or bad was wanted.')
  else readExpected(expected, name.label, error)

  const violates = only('Violates')
  const rules = violates ? readViolates(violates, error) : []
  if (violates && knownRules.length > 0) {
    for (const id of rules.filter(rule => !knownRules.includes(rule)))
      warning(violates.line, `"# Violates" names ${id}, which SPEC.md does not have (${knownRules.join(', ')}).`)
  }
  if (violates && name.label === 'good') warning(violates.line, 'a good case breaks no rule; remove "# Violates".')

  const decoy = only('Decoy')
  if (decoy) checkDecoy(decoy, name.label, error)

  if (!read || problems.some(problem => problem.severity === 'error')) return { problems }
  const refuted = decoy ? { decoy: decoy.text.trim() } : {}
  return { content: { description: description?.text ?? '', ...read, violates: rules, ...refuted }, problems }
}

type Report = (line: number, message: string) => void

function readExpected(section: Section, label: Label, error: Report): void {
  const found = section.text.trim()
  if (found !== 'good' && found !== 'bad') {
    const says = found === '' ? 'is empty' : `says "${printable(found, 40)}"`
    error(section.line, `"# Expected" ${says}; write good or bad.`)
  } else if (found !== label) {
    error(section.line, `"# Expected" says ${found}, the file's name says ${label}; they must agree.`)
  }
}

/** A bad case that looks wrong is wrong: only a good case can be a decoy. */
function checkDecoy(section: Section, label: Label, error: Report): void {
  if (label === 'bad') error(section.line, '"# Decoy" is for good cases, and this case is bad; remove the section.')
  else if (section.text.trim() === '')
    error(section.line, '"# Decoy" is empty; say what the case seems to break, and what refutes it.')
}

/** Ids as `R3, R1` or as a list, the main one first. */
function readViolates(section: Section, error: Report): string[] {
  const words = section.text.split(/[\s,;]+/).map(word => word.replace(/^[-*`]+|[`*.]+$/g, ''))
  const ids = words.filter(word => word !== '')
  const wrong = ids.find(id => !/^R0*[1-9]\d{0,3}$/.test(id))
  if (wrong) error(section.line, `"# Violates" says "${printable(wrong, 40)}"; rule ids such as R3, R1 were wanted.`)
  else if (ids.length === 0) error(section.line, '"# Violates" is empty; list the rules that break, or remove it.')
  // R03 and R3 are one rule.
  return [...new Set(ids.map(id => id.replace(/^R0+/, 'R')))]
}
