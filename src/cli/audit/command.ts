import { availableParallelism } from 'node:os'
import type { Application } from '../../domain.ts'
import { UsageError } from '../../errors.ts'
import { printable } from '../../lib/text/printable.ts'
import { audit } from '../../run/audit.ts'
import { loadCorpus } from '../../run/corpus/load-corpus.ts'
import { selectCases } from '../../run/corpus/select-cases.ts'
import type { Audit } from '../../shortcuts.ts'
import { type Command, SKIP_INVALID_FLAG, TESTS_FLAG } from '../command.ts'
import { type Context, painter } from '../context.ts'
import { LEVEL_FLAG, readLevels } from '../level-flag.ts'
import { pathOf } from '../paths.ts'
import { printProblems } from '../print-problems.ts'
import { createProgress, type Progress } from '../progress.ts'
import { auditSection } from './audit-section.ts'
import { limitLines, partLines } from './limit-lines.ts'

const MOST_THREADS = 4

export const command: Command = {
  usage: '[flags]',
  flags: [
    { name: 'app', value: 'NAME', isRepeatable: true, help: 'only this application' },
    LEVEL_FLAG,
    TESTS_FLAG,
    SKIP_INVALID_FLAG,
    {
      name: 'check',
      help: 'end with 1 when a limit for the whole folder is broken, or a file has an error, such as a duplicate case',
    },
    { name: 'json', help: 'print only the figures on stdout, as JSON' },
  ],
  maxPositionals: 0,
  examples: [
    { line: 'npm run audit', does: 'the whole corpus, and each application by itself' },
    { line: 'npm run audit -- --app purchase-order', does: 'one application' },
    { line: 'npm run audit -- --level function', does: 'the functions of all applications' },
    { line: 'npm run audit -- --tests ../our-cases', does: 'a corpus in another folder' },
    { line: 'npm run audit -- --check', does: 'what CI runs: ends with 1 when a limit is broken' },
    { line: 'npm run --silent audit -- --json > audit.json', does: 'every figure, for other programs' },
  ],

  async run({ flags }, context) {
    const isPart = flags.texts('app').length > 0 || flags.texts('level').length > 0
    if (flags.isOn('check') && isPart) {
      throw new UsageError(
        '--check is for the whole folder, and --app and --level choose a part of the folder.',
        'leave --check out, or the other flags.',
      )
    }
    const levels = readLevels(flags)
    const tests = pathOf(flags.text('tests'), 'tests', context)
    const { corpus, problems } = loadCorpus(tests, { skipInvalid: flags.isOn('skip-invalid') })
    printProblems(problems, context)
    const chosen = chosenApplications(corpus.applications, flags.texts('app'))
    const ofChosen = corpus.cases.filter(one => chosen.some(({ name }) => name === one.application))
    const cases = ofChosen.length > 0 ? selectCases(ofChosen, { filters: [], levels, limit: undefined }) : []
    const applications = chosen.filter(({ name }) => cases.some(one => one.application === name))
    const found = await runAudit({ applications, cases, isPart, plants: flags.texts('app').length === 0 }, context)
    if (flags.isOn('json')) context.stdout.write(`${JSON.stringify(found, null, 2)}\n`)
    else printAudit(found, isPart, context)
    printProblems(found.problems, context)
    const isBroken =
      found.limits.some(({ status }) => status === 'broken') ||
      found.problems.some(({ severity }) => severity === 'error')
    return flags.isOn('check') && isBroken ? 1 : 0
  },
}

function chosenApplications(all: Application[], names: string[]): Application[] {
  const unknown = names.find(name => !all.some(one => one.name === name))
  if (unknown !== undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw new UsageError(`there is no application "${printable(unknown)}".`, `one of ${known}.`)
  }
  return names.length === 0 ? all : all.filter(({ name }) => names.includes(name))
}

async function runAudit(
  chosen: Pick<Parameters<typeof audit>[0], 'applications' | 'cases' | 'isPart' | 'plants'>,
  context: Context,
): Promise<Audit> {
  const { length } = chosen.cases
  context.stderr.write(`Auditing ${length} ${length === 1 ? 'case' : 'cases'} ...\n`)
  let progress: Progress | undefined
  try {
    return await audit({
      ...chosen,
      width: Math.min(availableParallelism(), MOST_THREADS),
      onProgress(total) {
        progress ??= createProgress(total, context)
        progress.step({})
      },
    })
  } finally {
    progress?.[Symbol.dispose]()
  }
}

function printAudit(found: Audit, isPart: boolean, context: Context): void {
  const { stdout } = context
  const paint = painter(context, stdout)
  const sections = [...found.applications, ...found.levels, found.whole].map(scope => {
    const isWhole = scope === found.whole
    return auditSection(scope, { paint, count: found.applications.length, limits: isWhole ? found.limits : [] })
  })
  const last = isPart ? partLines(found, paint) : limitLines(found.limits, paint)
  stdout.write(`${[...sections, last].join('\n\n')}\n`)
}
