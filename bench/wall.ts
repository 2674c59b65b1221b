import { type Bench, type Measured, median } from './tools/bench.ts'
import { evaluate } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

const LATENCY_MS = 200
const WIDTH = 64
const REPETITIONS = 3

/** Runs `npm run evaluate` on a fresh database and gives its time, as a multiple of calls × latency / concurrency. */
async function measure(what: string, most: number, job: Job): Promise<Measured> {
  using place = makeWorkplace({ applications: 2, cases: job.cases })
  const idealMs = (job.cases * LATENCY_MS) / WIDTH
  const times: number[] = []
  for (let nth = 0; nth < REPETITIONS; nth++) {
    using server = await startStandIn({ latencyMs: LATENCY_MS })
    const at = { cwd: place.path, url: server.url, cache: `cache-${nth}` }
    const flags = ['--concurrency', String(WIDTH)]
    if (job.isRemembered) await evaluate(at, ...flags, '--no-warm', '--repeats', '5', '--db', `before-${nth}.db`)
    const { wallMs } = await evaluate(at, ...flags, ...(job.isRemembered ? ['--no-warm'] : []), '--db', `${nth}.db`)
    times.push(wallMs)
  }
  const seconds = times.map(ms => (ms / 1000).toFixed(2)).join(', ')
  return {
    what,
    value: median(times) / idealMs,
    unit: '× ideal',
    target: { most },
    note: `${seconds} s; ideal ${idealMs / 1000} s`,
  }
}

interface Job {
  cases: number
  /** Another run has found out what the server bears. */
  isRemembered: boolean
}

export const bench: Bench = {
  measures: `whole runs against ${WIDTH} calls at a time of ${LATENCY_MS} ms without a gap`,
  when: 'always',
  run: async () => [
    await measure('wall, 2,400 cases, cold and warming', 1.15, { cases: 2400, isRemembered: false }),
    await measure('wall, 240 cases, cold and warming', 2, { cases: 240, isRemembered: false }),
    await measure('wall, 240 cases, remembered, --no-warm', 1.25, { cases: 240, isRemembered: true }),
  ],
}
