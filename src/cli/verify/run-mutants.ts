// `verify --mutants`: the grade of rules and seeds, by edits, and of the prover, by attacks.

import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Case, Corpus } from '../../domain.ts'
import { UsageError } from '../../errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { type ApplicationAdequacy, type CaseAdequacy, measureAdequacy, type Tally } from '../../run/verify/adequacy.ts'
import { type Context, painter } from '../context.ts'
import type { Flags } from '../flags.ts'
import { printProblems } from '../print-problems.ts'
import { createProgress, type Progress } from '../progress.ts'
import { adequacyTable, shortcomings } from './adequacy-table.ts'
import { attackMarkdown, attackTable, attackWarnings } from './attack-table.ts'
import { serverOf } from './server-flag.ts'

/** Measures and prints. Gives the exit code: 1 when too few edits are detected, or proof.yaml has mistakes. */
export async function runMutants(corpus: Corpus, cases: Case[], flags: Flags, context: Context): Promise<number> {
  let progress: Progress | undefined
  let all: ApplicationAdequacy[]
  const sample = sampleOf(flags)
  if (sample) context.stderr.write(`a sample of ${sample.size}, chosen by --seed ${printable(sample.seed)}\n`)
  try {
    all = await measureAdequacy({
      corpus,
      cases,
      cache: context.cache,
      force: flags.isOn('force'),
      server: serverOf(flags),
      width: Math.min(availableParallelism(), 4),
      sample,
      onStart(mutants, before) {
        context.stderr.write(`${mutants} mutants to prove${before > 0 ? `, ${before} unchanged` : ''}.\n`)
        if (mutants > 0) progress = createProgress(mutants, context)
      },
      onMutant: () => progress?.step({ isFailure: false }),
      onCondition: () => {},
    })
  } finally {
    progress?.[Symbol.dispose]()
  }
  const problems = all.flatMap(one => one.problems)
  printProblems(problems, context)
  const lines = all.flatMap(one => shortcomings(one, sample !== undefined))
  if (flags.isOn('json')) context.stdout.write(`${JSON.stringify(all.map(asJson), null, 2)}\n`)
  else if (flags.isOn('markdown')) context.stdout.write(`${attackMarkdown(all)}\n`)
  else printAdequacy(all, lines, context)
  return problems.some(({ severity }) => severity === 'error') || lines.length > 0 ? 1 : 0
}

function asJson({ cases, ...rest }: ApplicationAdequacy): unknown {
  return {
    ...rest,
    cases: cases.map(({ edits, attacks, ...one }) => ({
      ...one,
      killed: edits.byRule + edits.byWorks,
      ...edits,
      attacks,
    })),
  }
}

function sampleOf(flags: Flags): { size: number; seed: string } | undefined {
  const text = flags.text('sample')
  if (text === undefined) return undefined
  const size = Number(text)
  if (!Number.isInteger(size) || size < 1)
    throw new UsageError(`--sample needs a number of mutants, not "${printable(text)}".`, '--sample 500')
  return { size, seed: flags.text('seed') ?? String(randomInt(1_000_000)) }
}

const SURVIVOR_HINT =
  'A mutant survived: add a row to the seed, or a call to "works", in which its edit decides. Where no data can show the edit, see docs/proof-format.md#equivalent.'

function printAdequacy(all: ApplicationAdequacy[], lines: string[], context: Context): void {
  const { stdout } = context
  const paint = painter(context, stdout)
  for (const one of all) {
    stdout.write(`${paint('bold', one.application)}\n${adequacyTable(one, paint)}\n`)
    for (const { casePath, reason } of one.ungraded)
      stdout.write(
        `${paint('red', 'not graded')} ${printable(casePath)}: the case itself is not proved: ${printable(reason, 300)}\n`,
      )
    for (const { casePath } of one.cases.filter(hasNone))
      stdout.write(`${printable(casePath)} has no mutants: there is nothing in it that could be dropped or changed.\n`)
    for (const { casePath, edits } of one.cases)
      for (const line of survivorLines(casePath, edits)) stdout.write(`${paint('yellow', 'survived')} ${line}\n`)
    stdout.write('\n')
  }
  printAttacks(all, context)
  for (const line of all.flatMap(unexercisedLines)) stdout.write(`${paint('yellow', 'warning')} ${line}\n`)
  if (all.some(({ cases }) => cases.some(({ edits }) => edits.survivors.length > 0))) stdout.write(`${SURVIVOR_HINT}\n`)
  for (const line of attackWarnings(all)) stdout.write(`${paint('yellow', 'warning')} ${line}.\n`)
  for (const line of lines) stdout.write(`${paint('red', line)}.\n`)
}

/** The prover's grade, over all applications. */
function printAttacks(all: ApplicationAdequacy[], context: Context): void {
  const { stdout } = context
  const paint = painter(context, stdout)
  const cases = all.flatMap(one => one.cases)
  if (cases.every(({ attacks }) => attacks.length === 0)) return
  stdout.write(`${paint('bold', 'attacks on good cases, by kind')}\n${attackTable(all, paint)}\n`)
  for (const { casePath, attacks } of cases)
    for (const line of attacks.flatMap(tally => survivorLines(casePath, tally)))
      stdout.write(`${paint('yellow', 'proved as good')} ${line}\n`)
  stdout.write('\n')
}

/** The conditions of proof.yaml that could be left out, and how many were tried. */
function unexercisedLines({ application, conditions }: ApplicationAdequacy): string[] {
  const unnoticed = conditions.filter(({ by }) => by === undefined)
  const lines = unnoticed.map(
    ({ rule, place, line, value }) =>
      `${application}/proof.yaml:${line}: ${rule} ${place}: set to ${value}, nothing notices: add an example or a case.`,
  )
  if (unnoticed.length === 0) return []
  return [
    ...lines.sort(),
    `${application}: of ${conditions.length} changed conditions, ${unnoticed.length} are noticed by nothing.`,
  ]
}

function survivorLines(casePath: string, { survivors }: Tally): string[] {
  return survivors.map(({ operator, what, line, file }) => {
    const place = file === undefined ? `line ${line}` : `${printable(file)}:${line}`
    return `${printable(casePath)} ${place}: ${operator}: ${printable(what, 300)}`
  })
}

function hasNone({ edits, attacks }: CaseAdequacy): boolean {
  const { byRule, byWorks, undecided, equivalent, listed, survivors } = edits
  return byRule + byWorks + undecided + equivalent + listed + survivors.length + attacks.length === 0
}
