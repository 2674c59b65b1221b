import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Case, Corpus, Problem } from '../../domain.ts'
import { UsageError } from '../../errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { loadCorpus } from '../../run/corpus/load-corpus.ts'
import { findCase, selectCases } from '../../run/corpus/select-cases.ts'
import { planCase } from '../../run/verify/plan-case.ts'
import { writeProofFiles } from '../../run/verify/proof-files.ts'
import { type ApplicationProofs, verify } from '../../run/verify/verify.ts'
import { type Command, SKIP_INVALID_FLAG, TESTS_FLAG } from '../command.ts'
import { type Context, painter } from '../context.ts'
import type { Flags } from '../flags.ts'
import { pathOf, shortPath } from '../paths.ts'
import { printProblems } from '../print-problems.ts'
import { createProgress, type Progress } from '../progress.ts'
import { explainProof } from './explain-proof.ts'
import { planTable } from './plan-table.ts'
import { proofTable } from './proof-table.ts'
import { runMutants } from './run-mutants.ts'
import { serverOf } from './server-flag.ts'
import { verifyNotes } from './verify-notes.ts'

export const command: Command = {
  usage: '[CASE] [flags]',
  flags: [
    { name: 'filter', value: 'TEXT', isRepeatable: true, help: 'only cases whose <app>/<file> contains TEXT' },
    { name: 'app', value: 'NAME', isRepeatable: true, help: 'only this application' },
    TESTS_FLAG,
    SKIP_INVALID_FLAG,
    {
      name: 'mutants',
      help: 'grade rules and seeds by edits of the good queries, and the prover by attacks on them; ends with 1 when too few edits are detected, and only warns when too few attacks are',
    },
    { name: 'sample', value: 'N', help: 'with --mutants: only N of the edits and attacks, chosen by a seed' },
    { name: 'seed', value: 'TEXT', help: 'with --sample: the seed that an earlier run printed, to repeat its choice' },
    { name: 'markdown', help: "with --mutants: print only the prover's grade, as a table for a document" },
    { name: 'plan', help: 'list the calls that the proof of CASE makes, with why each is made' },
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
    { line: 'npm run verify -- approve-po-04-bad --plan', does: 'lists the calls of one case, with why each is made' },
    { line: 'npm run verify -- --app purchase-order --filter list-pos', does: 'some of the cases' },
    {
      line: 'npm run verify -- --mutants',
      does: 'lists the edits of good queries, and the attacks on them, that no proof detects',
    },
    { line: 'npm run verify -- --mutants --sample 500 --seed 7', does: 'grades a part, always the same one' },
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
    if (flags.isOn('plan')) return printPlan(corpus, name === undefined ? undefined : cases[0], flags, context)
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

async function printPlan(corpus: Corpus, one: Case | undefined, flags: Flags, context: Context): Promise<number> {
  if (!one) throw new UsageError('--plan needs the name of a case.', 'npm run verify -- approve-po-04-bad --plan')
  if (serverOf(flags) !== undefined) throw new UsageError('--plan needs no server.', 'leave --pg out.')
  const plans = await planCase(corpus, one, context.cache)
  const paint = painter(context, context.stdout)
  context.stdout.write(
    flags.isOn('json')
      ? `${JSON.stringify({ case: one.path, seeds: plans }, null, 2)}\n`
      : planTable(one.path, plans, text => paint('bold', text)),
  )
  return 0
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
