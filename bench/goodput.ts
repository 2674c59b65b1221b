import type { Bench, Measured } from './tools/bench.ts'
import { evaluate } from './tools/run-program.ts'
import { startStandIn } from './tools/start-stand-in.ts'
import { makeWorkplace } from './tools/workplace.ts'

const LIMIT = { perSecond: 20, burst: 20 }
const CALLS = 1002
const LATENCY_MS = 100

async function measure(retryAfter: number | undefined): Promise<Measured[]> {
  using place = makeWorkplace({ applications: 1, cases: CALLS })
  using server = await startStandIn({ latencyMs: LATENCY_MS, limit: { ...LIMIT, ...(retryAfter && { retryAfter }) } })
  const { wallMs, stderr } = await evaluate({ cwd: place.path, url: server.url }, '--db', 'results.db')
  const { calls, refused, startedAt } = await server.stats()
  const answered = Number(/(\d+) answered now/.exec(stderr)?.[1] ?? 0)
  // Once warm: all but the first fifth, in which the limit is found.
  const warm = startedAt.slice(Math.floor(startedAt.length / 5))
  const perSecond = (warm.length - 1) / (((warm.at(-1) ?? 0) - (warm[0] ?? 0)) / 1000)
  const kind = retryAfter === undefined ? 'no Retry-After' : `Retry-After ${retryAfter}`
  const ideal = (CALLS - LIMIT.burst) / LIMIT.perSecond
  const note = `${(wallMs / 1000).toFixed(1)} s; ${ideal.toFixed(1)} s are possible`
  return [
    {
      what: `goodput at 20/s, ${kind}, once warm`,
      value: perSecond / LIMIT.perSecond,
      unit: '× limit',
      target: { least: 0.95 },
      note,
    },
    {
      what: `calls refused at 20/s, ${kind}`,
      value: (refused / calls) * 100,
      unit: '%',
      target: { most: 3 },
      note: `${refused} of ${calls}`,
    },
    { what: `questions lost at 20/s, ${kind}`, value: CALLS - answered, unit: '', target: { most: 0 } },
  ]
}

export const bench: Bench = {
  measures: `${CALLS} calls to a server that bears ${LIMIT.perSecond} a second`,
  when: 'always',
  run: async () => [...(await measure(undefined)), ...(await measure(1))],
}
