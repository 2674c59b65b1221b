import { join } from 'node:path'
import { type Bench, type Measured, median } from './tools/bench.ts'
import { evaluate, runNode } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

const LATENCY_MS = 200
const WIDTH = 64
const WARMING_CALLS = 320
const CHARACTERS = 11_000

const LONG = { cases: 2400, repetitions: 3 }
const SHORT = { cases: 240, repetitions: 7 }

interface Job {
  what: string
  cases: number
  repetitions: number
  /** Another run has found out what the server bears, and nothing is warmed. */
  isRemembered: boolean
  most: number
}

/**
 * Runs `npm run evaluate` on a fresh database. The whole program is held against calls × latency / concurrency; beside it
 * stand the calls alone, as the server saw them, and a bare loop that makes the same calls: what the machine can do now.
 */
async function measure({ what, cases, repetitions, isRemembered, most }: Job): Promise<Measured[]> {
  using place = makeWorkplace({ applications: 2, cases })
  const idealMs = (cases * LATENCY_MS) / WIDTH
  const times = { whole: [] as number[], calls: [] as number[], bare: [] as number[] }
  for (let nth = 0; nth < repetitions; nth++) {
    using first = await startStandIn({ latencyMs: LATENCY_MS })
    const bareLoop = (calls: number) => {
      const loop = [join(import.meta.dirname, 'tools/bare-loop.ts'), first.url, calls, WIDTH, CHARACTERS]
      return runNode(loop.map(String), { cwd: place.path })
    }
    // A server that has run for a while: a fresh process compiles its own code during its first few hundred calls, which
    // takes it some milliseconds more than its 200 for each, and would be counted as ours and the loop's.
    await bareLoop(WARMING_CALLS)
    const at = { cwd: place.path, url: first.url, cache: `cache-${nth}` }
    const flags = ['--concurrency', String(WIDTH), ...(isRemembered ? ['--no-warm'] : [])]
    if (isRemembered) await evaluate(at, ...flags, '--repeats', '3', '--db', `before-${nth}.db`)
    const before = (await first.stats()).startedAt.length
    times.whole.push((await evaluate(at, ...flags, '--db', `${nth}.db`)).wallMs)
    const started = (await first.stats()).startedAt.slice(before)
    times.calls.push((started.at(-1) ?? 0) - (started[0] ?? 0) + LATENCY_MS)
    times.bare.push((await bareLoop(cases)).wallMs)
  }
  const row = (kind: keyof typeof times): Pick<Measured, 'value' | 'unit' | 'note'> => ({
    value: median(times[kind]) / idealMs,
    unit: '× ideal',
    note: `${times[kind].map(ms => (ms / 1000).toFixed(2)).join(', ')} s; ideal ${idealMs / 1000} s`,
  })
  return [
    { what: `wall, ${what}`, ...row('whole'), target: { most } },
    { what: '  of it, first call to last reply', ...row('calls') },
    { what: '  the same calls by a bare loop', ...row('bare') },
  ]
}

export const bench: Bench = {
  measures: `whole runs against ${WIDTH} calls at a time of ${LATENCY_MS} ms without a gap`,
  when: 'always',
  run: async () => [
    ...(await measure({ what: '2,400 cases, cold and warming', ...LONG, isRemembered: false, most: 1.15 })),
    ...(await measure({ what: '240 cases, cold and warming', ...SHORT, isRemembered: false, most: 2 })),
    ...(await measure({ what: '240 cases, remembered, --no-warm', ...SHORT, isRemembered: true, most: 1.25 })),
  ],
}
