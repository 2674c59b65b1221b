import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './tools/bench.ts'
import { ROOT, runNode } from './tools/run-program.ts'

const CASES = 500
const GOOD_QUERIES = 100
const BIN = join(ROOT, 'bin/security-bench.js')

export const bench: Bench = {
  measures: `proofs of ${CASES} cases from nothing and unchanged, and the mutants of ${GOOD_QUERIES} good queries`,
  when: 'named',
  async run() {
    const path = mkdtempSync(join(tmpdir(), 'security-bench-bench-'))
    try {
      const cases = copyCorpus(join(path, 'corpus'))
      const verify = (...flags: string[]) =>
        runNode([BIN, 'verify', '--tests', 'corpus', ...flags], {
          cwd: path,
          env: { SECURITY_BENCH_CACHE: join(path, 'cache') },
        })
      const cold = await verify()
      const again = await verify()
      const one = await verify('--app', 'application-1', '--force')
      const mutants = await verify('--mutants', '--app', 'application-1')
      const { length: own } = readdirSync(join(path, 'corpus/application-1')).filter(file => file.endsWith('-good.md'))
      const note = `${cases} cases, ${(cold.wallMs / 1000).toFixed(1)} s wall, ${(cold.cpuMs / 1000).toFixed(1)} s CPU`
      const whole = (GOOD_QUERIES / own) * (mutants.wallMs / 1000)
      const made = /(\d+) mutants to prove/.exec(mutants.stderr)?.[1]
      return [
        {
          what: `${CASES} cases, nothing cached`,
          value: (cold.wallMs / 1000 / cases) * CASES,
          unit: 's',
          target: { most: 60 },
          note,
        },
        { what: 'peak memory', value: cold.peakMb, unit: 'MB', target: { most: 1200 } },
        { what: 'nothing changed', value: again.wallMs / 1000, unit: 's', target: { most: 2 } },
        {
          what: 'a case of seven applications against one of one',
          value: cold.cpuMs / cases / (one.cpuMs / (cases / APPLICATIONS)),
          unit: '× CPU',
          target: { most: 1.2 },
        },
        {
          what: `mutants of ${GOOD_QUERIES} good queries`,
          value: whole,
          unit: 's',
          target: { most: 180 },
          note: `${made} mutants of ${own} good queries`,
        },
      ]
    } finally {
      rmSync(path, { recursive: true, force: true })
    }
  },
}

const APPLICATIONS = 7

/** Seven applications, each with all cases of purchase-order: how many cases that makes. */
function copyCorpus(corpus: string): number {
  mkdirSync(corpus)
  const source = join(ROOT, 'tests/purchase-order')
  for (let nth = 1; nth <= APPLICATIONS; nth++) cpSync(source, join(corpus, `application-${nth}`), { recursive: true })
  return APPLICATIONS * readdirSync(source).filter(file => /-(good|bad)\.md$/.test(file)).length
}
