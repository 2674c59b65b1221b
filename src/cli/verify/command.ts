import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Case, Corpus, Problem } from '../../domain.ts'
import { UsageError } from '../../errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { loadCorpus } from '../../run/corpus/load-corpus.ts'
import { findCase, selectCases } from '../../run/corpus/select-cases.ts'
import { type ApplicationAdequacy, measureAdequacy } from '../../run/verify/adequacy.ts'
import { writeProofFiles } from '../../run/verify/proof-files.ts'
import { type ApplicationProofs, verify } from '../../run/verify/verify.ts'
import { type Command, SKIP_INVALID_FLAG, TESTS_FLAG } from '../command.ts'
import { type Context, painter } from '../context.ts'
import type { Flags } from '../flags.ts'
import { pathOf, shortPath } from '../paths.ts'
import { printProblems } from '../print-problems.ts'
import { createProgress, type Progress } from '../progress.ts'
import { adequacyTable, shortcomings } from './adequacy-table.ts'
import { explainProof } from './explain-proof.ts'
import { proofTable } from './proof-table.ts'
import { verifyNotes } from './verify-notes.ts'

export const command: Command = {
  usage: '[CASE] [flags]',
  flags: [
    { name: 'filter', value: 'TEXT', isRepeatable: true, help: 'only cases whose <app>/<file> contains TEXT' },
    { name: 'app', value: 'NAME', isRepeatable: true, help: 'only this application' },
    TESTS_FLAG,
    SKIP_INVALID_FLAG,
    { name: 'mutants', help: 'grade rules and seeds: edit the good queries and count the edits that are detected' },
    { name: 'force', help: 'prove again cases that were proved before' },
    { name: 'check', help: 'end with 1 when proofs/ is out of date, and write nothing' },
    {
      name: 'pg',
      value: 'URL',
      help: 'use this PostgreSQL server (as a superuser) in place of PGlite; nothing is cached or written',
    },
    { name: 'json', help: 'print only the proofs on stdout, as JSON' },
  ],
  maxPositionals: 1,
  examples: [
    { line: 'npm run verify', does: 'proves every case and writes the witnesses to proofs/' },
    { line: 'npm run verify -- approve-po-04-bad', does: 'explains one case: the call, the hidden rows, both results' },
    { line: 'npm run verify -- --app purchase-order --filter list-pos', does: 'some of the cases' },
    { line: 'npm run verify -- --mutants', does: 'lists the edits of good queries that no proof detects' },
    {
      line: 'npm run verify -- --pg postgres://postgres@localhost/postgres',
      does: 'proves every case on your own server',
    },
    { line: 'npm run verify -- --check', does: 'what CI runs: every case is proved, and proofs/ is up to date' },
  ],

  async run({ flags, positionals }, context) {
    const tests = pathOf(flags.text('tests'), 'tests', context)
    const { corpus, problems } = loadCorpus(tests, { skipInvalid: flags.isOn('skip-invalid') })
    printProblems(problems, context)
    const [name] = positionals
    const cases = name === undefined ? chosenCases(corpus, flags) : [findCase(corpus.cases, name)]
    if (flags.isOn('mutants')) return runMutants(corpus, cases, flags, context)
    const all = await runVerify(corpus, cases, flags, context)
    printProblems(
      all.flatMap(one => one.problems),
      context,
    )
    const exitCode = all.some(isUnproved) ? 1 : 0
    const paint = painter(context, context.stdout)
    const [only] = cases
    if (flags.isOn('json')) {
      context.stdout.write(`${JSON.stringify(all.map(asJson), null, 2)}\n`)
    } else if (name !== undefined && only) {
      const proof = all.flatMap(({ proofs }) => proofs)[0]
      context.stdout.write(
        proof
          ? explainProof(only, proof, text => paint('bold', text))
          : `${only.path} is in a language that cannot be run yet.\n`,
      )
    } else {
      printTables(all, cases, context)
    }
    // Only the project's own corpus, and only whole applications, have a file.
    const isWhole = name === undefined && flags.texts('filter').length === 0 && serverOf(flags) === undefined
    if (!isWhole || (tests !== resolve(context.root, 'tests') && !flags.isOn('check'))) return exitCode
    return Math.max(exitCode, writeFiles(all, cases, flags, context))
  },
}

function chosenCases(corpus: Corpus, flags: Flags): Case[] {
  const applications = flags.texts('app')
  const unknown = applications.find(name => !corpus.applications.some(one => one.name === name))
  if (unknown !== undefined) {
    const known = corpus.applications.map(one => one.name).join(', ')
    throw new UsageError(`there is no application "${printable(unknown)}".`, `one of ${known}.`)
  }
  const cases = corpus.cases.filter(one => applications.length === 0 || applications.includes(one.application))
  return selectCases(cases, { filters: flags.texts('filter'), limit: undefined })
}

async function runVerify(corpus: Corpus, cases: Case[], flags: Flags, context: Context): Promise<ApplicationProofs[]> {
  let progress: Progress | undefined
  try {
    return await verify({
      corpus,
      cases,
      cache: context.cache,
      force: flags.isOn('force'),
      server: serverOf(flags),
      width: Math.min(availableParallelism(), 4),
      onStart(toProve, provedBefore) {
        const before = provedBefore > 0 ? `, ${provedBefore} unchanged` : ''
        context.stderr.write(`${toProve} to prove${before}.\n`)
        if (toProve > 0) progress = createProgress(toProve, context)
      },
      onProof: ({ unproved }) => progress?.step({ isFailure: unproved !== undefined }),
    })
  } finally {
    progress?.[Symbol.dispose]()
  }
}

async function runMutants(corpus: Corpus, cases: Case[], flags: Flags, context: Context): Promise<number> {
  let progress: Progress | undefined
  let all: ApplicationAdequacy[]
  try {
    all = await measureAdequacy({
      corpus,
      cases,
      cache: context.cache,
      force: flags.isOn('force'),
      server: serverOf(flags),
      width: Math.min(availableParallelism(), 4),
      onStart(mutants, before) {
        context.stderr.write(`${mutants} mutants to prove${before > 0 ? `, ${before} unchanged` : ''}.\n`)
        if (mutants > 0) progress = createProgress(mutants, context)
      },
      onMutant: () => progress?.step({ isFailure: false }),
    })
  } finally {
    progress?.[Symbol.dispose]()
  }
  const problems = all.flatMap(one => one.problems)
  printProblems(problems, context)
  const lines = all.flatMap(shortcomings)
  if (flags.isOn('json')) context.stdout.write(`${JSON.stringify(all, null, 2)}\n`)
  else printAdequacy(all, lines, context)
  return problems.some(isError) || lines.length > 0 ? 1 : 0
}

const SURVIVOR_HINT =
  'A mutant survived: add a row to the seed, or a call to "works", in which its edit decides. Where no data can show the edit, see docs/proof-format.md#equivalent.'

function printAdequacy(all: ApplicationAdequacy[], lines: string[], context: Context): void {
  const { stdout } = context
  const paint = painter(context, stdout)
  for (const one of all) {
    stdout.write(`${paint('bold', one.application)}\n${adequacyTable(one, paint)}\n`)
    const unseen = one.cases.filter(
      ({ killed, equivalent, listed, survivors }) => killed + equivalent + listed + survivors.length === 0,
    )
    for (const { casePath } of unseen)
      stdout.write(`${printable(casePath)} has no mutants: there is nothing in it that could be dropped or changed.\n`)
    for (const { casePath, survivors } of one.cases) {
      for (const { operator, what, line } of survivors)
        stdout.write(
          `${paint('yellow', 'survived')} ${printable(casePath)} line ${line}: ${operator}: ${printable(what, 300)}\n`,
        )
    }
    stdout.write('\n')
  }
  if (all.some(({ cases }) => cases.some(({ survivors }) => survivors.length > 0))) stdout.write(`${SURVIVOR_HINT}\n`)
  for (const line of lines) stdout.write(`${paint('red', line)}.\n`)
}

function serverOf(flags: Flags): string | undefined {
  const url = flags.text('pg')
  if (url === undefined || /^postgres(ql)?:\/\//.test(url)) return url
  throw new UsageError(
    `--pg needs the address of a PostgreSQL server.`,
    '--pg postgres://USER:PASSWORD@localhost:5432/postgres',
  )
}

function printTables(all: ApplicationProofs[], cases: Case[], context: Context): void {
  const { stdout } = context
  const paint = painter(context, stdout)
  for (const { application, proofs } of all) {
    const own = cases.filter(one => one.application === application.name)
    const proved = proofs.filter(({ unproved }) => unproved === undefined).length
    stdout.write(`${paint('bold', application.name)}: ${proved} of ${proofs.length} proved\n`)
    stdout.write(`${proofTable(own, proofs, paint)}\n`)
    const others = own.length - proofs.length
    if (others > 0)
      stdout.write(`${others} ${others === 1 ? 'case is' : 'cases are'} in a language that cannot be run yet.\n`)
    stdout.write('\n')
  }
  const notes = verifyNotes(
    all.flatMap(({ proofs }) => proofs),
    paint,
  )
  for (const line of notes) stdout.write(`${line}\n`)
}

function writeFiles(all: ApplicationProofs[], cases: Case[], flags: Flags, context: Context): number {
  const isCheck = flags.isOn('check')
  const proved = all.filter(({ problems }) => !problems.some(isError))
  const changed = writeProofFiles(resolve(context.root, 'proofs'), proved, cases, { isCheck })
  for (const file of changed) {
    const words = isCheck ? 'is stale; run npm run verify and commit it' : 'written'
    context.stderr.write(`${shortPath(file, context)}: ${words}.\n`)
  }
  return isCheck && changed.length > 0 ? 1 : 0
}

function isUnproved({ proofs, problems }: ApplicationProofs): boolean {
  return problems.some(isError) || proofs.some(({ unproved }) => unproved !== undefined)
}

function isError({ severity }: Problem): boolean {
  return severity === 'error'
}

function asJson({ application, proofs, problems }: ApplicationProofs): unknown {
  return { application: application.name, proofs, problems }
}
