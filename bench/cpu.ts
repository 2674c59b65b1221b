import { join } from 'node:path'
import { type Bench, median } from './tools/bench.ts'
import { evaluate, runNode } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

const CASES = 600
const EVALUATIONS = 9600
const REPETITIONS = 3
// What a prompt of the copied corpus has.
const CHARACTERS = 11_000

export const bench: Bench = {
  measures: `processor time of ${EVALUATIONS} evaluations against as many bare calls by node:http`,
  when: 'always',
  async run() {
    using place = makeWorkplace({ applications: 2, cases: CASES })
    using server = await startStandIn({ latencyMs: 0 })
    const ours: number[] = []
    const bare: number[] = []
    for (let nth = 0; nth < REPETITIONS; nth++) {
      const at = { cwd: place.path, url: server.url }
      const flags = ['--repeats', String(EVALUATIONS / CASES), '--concurrency', '64', '--db', `${nth}.db`]
      ours.push((await evaluate(at, ...flags)).cpuMs / EVALUATIONS)
      const loop = [join(import.meta.dirname, 'tools/bare-loop.ts'), server.url, EVALUATIONS, 64, CHARACTERS].map(
        String,
      )
      bare.push((await runNode(loop, { cwd: place.path })).cpuMs / EVALUATIONS)
    }
    const note = `${ours.map(ms => ms.toFixed(2)).join(', ')} ms; bare ${bare.map(ms => ms.toFixed(2)).join(', ')} ms`
    return [
      { what: 'CPU an evaluation, all included', value: median(ours), unit: 'ms', target: { most: 1.5 }, note },
      { what: 'CPU an evaluation', value: median(ours) / median(bare), unit: '× bare node:http' },
    ]
  },
}
