import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Application, type Case, type Corpus, type Problem, QUERY_SHAPES } from '../domain.ts'
import { type CaseFileName, looksLikeCaseFileName, parseCaseFileName } from './case-file-name.ts'
import { parseCase } from './parse-case.ts'
import { parseSpecification } from './parse-specification.ts'
import { readTextFile } from './read-text-file.ts'

export interface CorpusReading {
  /** What is sound; whatever has an error is left out. */
  corpus: Corpus
  /** Everything that is wrong, in the order of the files. */
  problems: Problem[]
}

/** Reads every application of a folder such as `tests/`. Files that are neither SPEC.md nor a case are left alone. */
export function readCorpus(directory: string): CorpusReading {
  const { folders, problems } = entriesIn(directory)
  const readings = folders.map(name => readApplication(directory, name))
  return {
    corpus: {
      directory,
      applications: readings.flatMap(reading => reading.application ?? []),
      cases: readings.flatMap(reading => (reading.application ? reading.cases : [])),
    },
    problems: [...problems, ...readings.flatMap(reading => reading.problems)],
  }
}

interface ApplicationReading {
  application?: Application
  cases: Case[]
  problems: Problem[]
}

function readApplication(directory: string, name: string): ApplicationReading {
  const folder = join(directory, name)
  let files: string[]
  try {
    // Editors and systems leave hidden files beside the ones that they copy.
    files = readdirSync(folder)
      .filter(file => !file.startsWith('.'))
      .sort()
  } catch (error) {
    return { cases: [], problems: [{ severity: 'error', file: folder, message: unreadable(error) }] }
  }
  const { application, problems } = readSpecification(folder, name, files)
  const named = files.flatMap(file => {
    const caseName = parseCaseFileName(file)
    return caseName ? [{ file, name: caseName }] : []
  })
  const misnamed = files.filter(file => !parseCaseFileName(file) && looksLikeCaseFileName(file))
  const duplicates = duplicateNumbers(folder, named)
  const rules = application?.rules.map(({ id }) => id)
  const readings = named.map(({ file, name: caseName }) => readCase(folder, name, file, caseName, rules))
  const cases = readings
    .flatMap(reading => reading.case ?? [])
    .filter(({ file }) => !duplicates.some(problem => problem.file === file))
  problems.push(
    ...(named.length + misnamed.length === 0 ? [noCases(folder)] : []),
    ...misnamed.map(file => misnamedCase(folder, file)),
    ...duplicates,
    ...readings.flatMap(reading => reading.problems),
    ...incompleteQueries(folder, named),
  )
  return { ...(application && cases.length > 0 ? { application } : {}), cases, problems }
}

interface NamedFile {
  file: string
  name: CaseFileName
}

function readSpecification(
  folder: string,
  name: string,
  files: string[],
): { application?: Application; problems: Problem[] } {
  const file = join(folder, 'SPEC.md')
  if (!existsSync(file)) {
    const similar = files.find(candidate => candidate.toLowerCase() === 'spec.md')
    const hint = similar ? `; rename ${similar}` : '; every application needs one with a "# Prompt" section'
    return { problems: [{ severity: 'error', file: folder, message: `no SPEC.md${hint}.` }] }
  }
  const reading = readTextFile(file)
  if ('problem' in reading) return { problems: [{ severity: 'error', file, message: reading.problem }] }
  const { content, problems: found } = parseSpecification(reading.text)
  const problems = found.map(problem => ({ ...problem, file }))
  return content ? { application: { name, directory: folder, ...content }, problems } : { problems }
}

function readCase(
  folder: string,
  application: string,
  fileName: string,
  name: CaseFileName,
  rules: string[] | undefined,
): { case?: Case; problems: Problem[] } {
  const file = join(folder, fileName)
  const reading = readTextFile(file)
  if ('problem' in reading) return { problems: [{ severity: 'error', file, message: reading.problem }] }
  const { content, problems: found } = parseCase(reading.text, name, rules)
  const problems = found.map(problem => ({ ...problem, file }))
  if (!content) return { problems }
  return { case: { application, ...name, path: `${application}/${fileName}`, file, ...content }, problems }
}

function noCases(folder: string): Problem {
  return {
    severity: 'error',
    file: folder,
    message: 'an application with no cases; files such as list-users-01-good.md and list-users-03-bad.md were wanted.',
  }
}

function misnamedCase(folder: string, file: string): Problem {
  return {
    severity: 'error',
    file: join(folder, file),
    message:
      'almost the name of a case; <query>-<two digits>-<good or bad>.md was wanted, such as list-users-03-bad.md.',
  }
}

/** Two files for one number of a query: neither can be trusted. */
function duplicateNumbers(folder: string, named: NamedFile[]): Problem[] {
  const byNumber = Map.groupBy(named, ({ name }) => `${name.query}-${name.number}`)
  return [...byNumber.values()]
    .filter(group => group.length > 1)
    .flatMap(group =>
      group.map(({ file, name }) => {
        const others = group.filter(other => other.file !== file).map(other => other.file)
        const message = `number ${name.number} of "${name.query}" is there twice (${others.join(', ')}); one file a number was wanted.`
        return { severity: 'error' as const, file: join(folder, file), message }
      }),
    )
}

function incompleteQueries(folder: string, named: NamedFile[]): Problem[] {
  const warning = (message: string): Problem => ({ severity: 'warning', file: folder, message })
  const last = Math.max(...QUERY_SHAPES.map(({ good, bad }) => good + bad))
  const outOfRange = named
    .filter(({ name }) => Number(name.number) < 1 || Number(name.number) > last)
    .map(({ file }) => ({ ...warning(`a number from 01 to 0${last} was wanted.`), file: join(folder, file) }))
  const wanted = QUERY_SHAPES.map(({ good, bad }) => `${good} good and ${bad} bad`).join(', or ')
  const queries = Map.groupBy(named, ({ name }) => name.query)
  const incomplete = [...queries].flatMap(([query, files]) => {
    const good = files.filter(({ name }) => name.label === 'good').length
    const bad = files.length - good
    return QUERY_SHAPES.some(shape => shape.good === good && shape.bad === bad)
      ? []
      : [warning(`"${query}" has ${good} good and ${bad} bad; ${wanted} were wanted.`)]
  })
  return [...outOfRange, ...incomplete]
}

/** Every folder is an application. An entry that cannot be looked at is a problem: it may have been meant as one. */
function entriesIn(directory: string): { folders: string[]; problems: Problem[] } {
  const folders: string[] = []
  const problems: Problem[] = []
  for (const name of readdirSync(directory).sort()) {
    if (name.startsWith('.') || name === 'node_modules') continue
    const file = join(directory, name)
    try {
      if (statSync(file).isDirectory()) folders.push(name)
      else if (parseCaseFileName(name)) {
        problems.push({
          severity: 'error',
          file,
          message: 'a case outside of an application; move it into a folder beside its SPEC.md.',
        })
      }
    } catch (error) {
      problems.push({ severity: 'error', file, message: unreadable(error) })
    }
  }
  return { folders, problems }
}

function unreadable(error: unknown): string {
  return `cannot be read (${(error as NodeJS.ErrnoException).code}); check that it exists and its permissions.`
}
